"""The page: well-formed, readable by everybody, and without anything of anybody else's in it."""

import base64
import itertools
import re
from dataclasses import replace
from hashlib import sha256
from html.parser import HTMLParser

import pytest

from games.api.catalogue_views import thumbnails
from games.report.page.layout import REPORT_CONTENT_SECURITY_POLICY, render_page
from games.report.page.stylesheet import STYLE
from games.report.report_types import Report
from tests.report.records import report_on, reported, with_another_points, without_words

VOID = {"meta", "link", "img", "br"}


class Page(HTMLParser):
    """Reads a page and complains of whatever isn't closed, or closed twice."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words = ""
        self.feed(html)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len({name for name, _ in attrs}) == len(attrs), (tag, attrs)
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open.pop() == tag, (tag, self.getpos())

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style":
            self.words += data

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attrs for name, attrs in self.tags if name == tag]


def page_of(report: Report) -> Page:
    return Page(render_page(report, thumbnails()))


@pytest.mark.parametrize("name", ["classic-3", "team-6-skip", "odyssey-5-void", "party-6-auto"])
def test_the_page_is_well_formed_and_its_links_lead_somewhere(name: str) -> None:
    page = page_of(reported(name))
    ids = [attrs["id"] for _, attrs in page.tags if "id" in attrs]
    assert len(set(ids)) == len(ids)
    links = [str(attrs["href"]) for attrs in page.all("a")]
    assert all(link[1:] in ids for link in links if link.startswith("#"))
    assert {link for link in links if not link.startswith("#")} == {
        "/api/v1/matches/m/record",
        "/api/v1/dixit_verify.py",
    }


def test_the_page_runs_nothing_and_loads_nothing_but_pictures_of_this_server() -> None:
    html = render_page(reported("classic-3"), thumbnails())
    page = Page(html)
    assert not {"script", "iframe", "object", "embed", "form", "base"} & {tag for tag, _ in page.tags}
    assert all(str(attrs["src"]).startswith("/api/v1/decks/") for attrs in page.all("img"))
    assert page.all("img") and page.all("link") == [{"rel": "icon", "href": "data:,"}]
    assert not [attrs for _, attrs in page.tags if any(name.startswith("on") or name == "style" for name in attrs)]
    digest = base64.b64encode(sha256(re.findall("<style>(.*?)</style>", html, re.DOTALL)[0].encode()).digest()).decode()
    assert (
        f"style-src 'sha256-{digest}'" in REPORT_CONTENT_SECURITY_POLICY
        and "default-src 'none'" in REPORT_CONTENT_SECURITY_POLICY
    )
    assert "unsafe" not in REPORT_CONTENT_SECURITY_POLICY and "script-src" not in REPORT_CONTENT_SECURITY_POLICY
    assert not re.search(r"url\(|@import|https?:", STYLE)


def test_the_page_can_be_used_by_ear_and_by_keyboard() -> None:
    page = page_of(reported("team-6"))
    tags = [tag for tag, _ in page.tags]
    assert page.all("html") == [{"lang": "en"}]
    assert [tag for tag in tags if tag in ("header", "nav", "main", "footer")] == ["header", "nav", "main", "footer"]
    assert page.all("a")[0]["href"] == "#main"
    assert all(attrs.get("scope") in ("col", "row") for attrs in page.all("th"))
    assert tags.count("caption") == tags.count("table")
    assert all(attrs.get("alt") for attrs in page.all("img"))
    assert tags.count("summary") == tags.count("details") > 0
    levels = [int(tag[1]) for tag in tags if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(after - before <= 1 for before, after in itertools.pairwise(levels))
    assert ":focus-visible" in STYLE and "prefers-color-scheme: dark" in STYLE and "@media print" in STYLE


def test_everything_is_on_the_page() -> None:
    told = reported("odyssey-5-void")
    words = page_of(told).words
    assert "Nothing wrong was found." in words
    assert told.command in words
    for draw in told.luck.draws:
        assert draw.label in words and draw.key in words and str(draw.steps[0].draws[-1]) in words
    for commitment in told.luck.commitments:
        assert commitment.seed_digest in words and str(commitment.seed) in words
    for event in told.events:
        assert event.words in words and event.hash in words
    for turn in told.rounds:
        assert all(award.rule in words and award.words in words for award in turn.awards)


NASTY = '<script>alert(1)</script>"><img src=x onerror=alert(1)>\u202e&amp;'


def test_words_of_people_are_words_and_nothing_else() -> None:
    told = reported("classic-3")
    seats = tuple(replace(seat, name=f"{NASTY}{seat.seat}") for seat in told.seats)
    rounds = tuple(replace(turn, clue=NASTY) for turn in told.rounds)
    events = tuple(
        replace(
            event,
            words=NASTY,
            parts=tuple(
                replace(part, value={"id": "x", "name": NASTY} if part.part == "player" else NASTY)
                for part in event.parts
                if part.part in ("player", "text")
            ),
        )
        for event in told.events
    )
    page = page_of(replace(told, seats=seats, rounds=rounds, events=events))
    assert not page.all("script")
    assert all(str(attrs["src"]).startswith("/api/v1/decks/") for attrs in page.all("img"))
    assert not [attrs for _, attrs in page.tags if "onerror" in attrs]
    assert NASTY in page.words


def test_the_test_of_words_sees_a_page_that_takes_them_for_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.report.page.context.escape", lambda words: words)
    with pytest.raises(AssertionError):
        test_words_of_people_are_words_and_nothing_else()


def test_what_was_erased_says_so() -> None:
    words = page_of(report_on(without_words("classic-3"))).words
    assert "seat 0 (name erased)" in words
    assert "player erased" in words and "text erased" in words
    assert "in words that have been erased" in words
    assert "that changes nothing" in words


def test_a_forged_record_says_so_before_anything_else() -> None:
    data, version = with_another_points("classic-4")
    words = page_of(report_on(data)).words
    assert f"This match is NOT right.Level rules, version {version}: " in words
    assert words.index("NOT right") < words.index("Levels of the verification")
    assert f"Versions 1 to {version}" not in words


def test_cards_of_another_server_are_named() -> None:
    page = Page(render_page(reported("classic-3"), {}))
    assert not page.all("img")
    assert "base-0" in page.words
