"""The page is well-formed and accessible, and contains no third-party content."""

import base64
import itertools
import re
from dataclasses import replace
from hashlib import sha256
from html.parser import HTMLParser
from types import SimpleNamespace

import pytest
from django.template import Engine

from games.api.catalogue_views import thumbnails
from games.report import page_labels
from games.report.page import REPORT_CONTENT_SECURITY_POLICY, STYLE, render_page
from games.report.report_types import Report
from tests.report.sample_reports import build_report, record_with_erased_text, record_with_forged_points, sample_report

VOID_TAGS = {"meta", "link", "img", "br"}


class ParsedPage(HTMLParser):
    """A parser that reports elements that are not closed, or closed twice."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open_tags: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(html)
        self.close()
        assert not self.open_tags

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len({name for name, _ in attrs}) == len(attrs), (tag, attrs)
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID_TAGS:
            self.open_tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open_tags and self.open_tags.pop() == tag, (tag, self.getpos())

    def handle_data(self, data: str) -> None:
        if self.open_tags and self.open_tags[-1] != "style":
            self.text += data

    def elements(self, tag: str) -> list[dict[str, str | None]]:
        return [attrs for name, attrs in self.tags if name == tag]


def render_and_parse(report: Report) -> ParsedPage:
    return ParsedPage(render_page(report, thumbnails()))


@pytest.mark.parametrize("name", ["classic-3", "team-6-skip", "odyssey-5-void", "party-6-auto"])
def test_the_page_is_well_formed_and_its_links_resolve(name: str) -> None:
    page = render_and_parse(sample_report(name))
    ids = [attrs["id"] for _, attrs in page.tags if "id" in attrs]
    assert len(set(ids)) == len(ids)
    links = [str(attrs["href"]) for attrs in page.elements("a")]
    assert all(link[1:] in ids for link in links if link.startswith("#"))
    assert {link for link in links if not link.startswith("#")} == {
        "/api/v1/matches/m/record",
        "/api/v1/dixit_verify.py",
    }


def test_the_page_runs_no_scripts_and_loads_only_this_servers_pictures() -> None:
    html = render_page(sample_report("classic-3"), thumbnails())
    page = ParsedPage(html)
    assert not {"script", "iframe", "object", "embed", "form", "base"} & {tag for tag, _ in page.tags}
    assert all(str(attrs["src"]).startswith("/api/v1/decks/") for attrs in page.elements("img"))
    assert page.elements("img") and page.elements("link") == [{"rel": "icon", "href": "data:,"}]
    assert not [attrs for _, attrs in page.tags if any(name.startswith("on") or name == "style" for name in attrs)]
    digest = base64.b64encode(sha256(re.findall("<style>(.*?)</style>", html, re.DOTALL)[0].encode()).digest()).decode()
    assert (
        f"style-src 'sha256-{digest}'" in REPORT_CONTENT_SECURITY_POLICY
        and "default-src 'none'" in REPORT_CONTENT_SECURITY_POLICY
    )
    assert "unsafe" not in REPORT_CONTENT_SECURITY_POLICY and "script-src" not in REPORT_CONTENT_SECURITY_POLICY
    assert not re.search(r"url\(|@import|https?:", STYLE)


def test_the_page_supports_screen_readers_and_keyboards() -> None:
    page = render_and_parse(sample_report("team-6"))
    tags = [tag for tag, _ in page.tags]
    assert page.elements("html") == [{"lang": "en"}]
    assert [tag for tag in tags if tag in ("header", "nav", "main", "footer")] == ["header", "nav", "main", "footer"]
    assert page.elements("a")[0]["href"] == "#main"
    assert all(attrs.get("scope") in ("col", "row") for attrs in page.elements("th"))
    assert tags.count("caption") == tags.count("table")
    assert all(attrs.get("alt") for attrs in page.elements("img"))
    assert tags.count("summary") == tags.count("details") > 0
    levels = [int(tag[1]) for tag in tags if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(after - before <= 1 for before, after in itertools.pairwise(levels))
    assert ":focus-visible" in STYLE and "prefers-color-scheme: dark" in STYLE and "@media print" in STYLE


def test_the_page_shows_the_whole_report() -> None:
    report = sample_report("odyssey-5-void")
    text = render_and_parse(report).text
    assert "Nothing wrong was found." in text
    assert report.command in text
    for draw in report.luck.draws:
        assert draw.label in text and draw.key in text and str(draw.steps[0].draws[-1]) in text
    for commitment in report.luck.commitments:
        assert commitment.seed_digest in text and str(commitment.seed) in text
    for event in report.events:
        assert event.words in text and event.hash in text
    for turn in report.rounds:
        assert all(award.rule in text and award.words in text for award in turn.awards)


HOSTILE_TEXT = '<script>alert(1)</script>"><img src=x onerror=alert(1)>\u202e&amp;'


def test_text_from_players_is_escaped() -> None:
    report = sample_report("classic-3")
    seats = tuple(replace(seat, name=f"{HOSTILE_TEXT}{seat.seat}") for seat in report.seats)
    rounds = tuple(replace(turn, clue=HOSTILE_TEXT) for turn in report.rounds)
    events = tuple(
        replace(
            event,
            words=HOSTILE_TEXT,
            parts=tuple(
                replace(part, value={"id": "x", "name": HOSTILE_TEXT} if part.part == "player" else HOSTILE_TEXT)
                for part in event.parts
                if part.part in ("player", "text")
            ),
        )
        for event in report.events
    )
    page = render_and_parse(replace(report, seats=seats, rounds=rounds, events=events))
    assert not page.elements("script")
    assert all(str(attrs["src"]).startswith("/api/v1/decks/") for attrs in page.elements("img"))
    assert not [attrs for _, attrs in page.tags if "onerror" in attrs]
    assert HOSTILE_TEXT in page.text


def test_the_escaping_test_detects_unescaped_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Engine.get_default(), "autoescape", False)
    with pytest.raises(AssertionError):
        test_text_from_players_is_escaped()


def test_the_escaping_test_detects_unescaped_text_in_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_labels, "html", SimpleNamespace(escape=str))
    with pytest.raises(AssertionError):
        test_text_from_players_is_escaped()


def test_erased_data_is_shown_as_erased() -> None:
    text = render_and_parse(build_report(record_with_erased_text("classic-3"))).text
    assert "seat 0 (name erased)" in text
    assert "player erased" in text and "text erased" in text
    assert "in words that have since been erased" in text
    assert "this does not affect the result" in text


def test_a_forged_record_is_reported_before_anything_else() -> None:
    data, version = record_with_forged_points("classic-4")
    text = render_and_parse(build_report(data)).text
    assert f"The match record is invalid.Level rules, version {version}: " in text
    assert text.index("is invalid") < text.index("Levels of the verification")
    assert f"Versions 1 to {version}" not in text


def test_cards_without_pictures_are_shown_by_name() -> None:
    page = ParsedPage(render_page(sample_report("classic-3"), {}))
    assert not page.elements("img")
    assert "base-0" in page.text
