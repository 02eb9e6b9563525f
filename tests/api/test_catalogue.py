"""What can be played: rule sets, decks, pictures."""

import hashlib
from pathlib import Path

import pytest

from games import decks
from games.api import catalogue_views
from tests.api.client import inside

pytestmark = pytest.mark.django_db

DECK = Path(__file__).parents[2] / "decks" / "base"


def test_every_ruleset_tells_all_its_numbers() -> None:
    listed = inside("GET", "/rulesets").ok()["results"]
    assert {one["name"] for one in listed} >= {"classic", "classic-last-card", "odyssey"}
    for one in listed:
        assert set(one) == {
            *("name", "players", "hand", "submits", "votes", "single_vote_point_from", "lone_finder", "bonus_cap"),
            *("crowd", "teams", "end", "refill", "airship", "source", "note"),
        }
        assert inside("GET", f"/rulesets/{one['name']}").ok() == one
        assert sum(value not in (None, False) for value in one["end"].values()) == 1


def test_odyssey_is_told_as_its_rulebook_has_it() -> None:
    odyssey = inside("GET", "/rulesets/odyssey").ok()
    assert odyssey["players"] == list(range(3, 13))
    assert odyssey["hand"] == [[3, 7], [4, 6]]
    assert odyssey["submits"] == [[3, 2], [4, 1]]
    assert odyssey["votes"] == [[3, 1], [7, 2]]
    assert (odyssey["single_vote_point_from"], odyssey["bonus_cap"], odyssey["lone_finder"]) == (7, 3, [[3, 3]])
    assert odyssey["end"] == {"points": 30, "laps": None, "deck": False}


def test_a_match_carries_the_very_numbers_of_the_catalogue() -> None:
    from tests.api.client import Player

    ada = Player()
    for one in inside("GET", "/rulesets").ok()["results"]:
        rules = {name: value for name, value in one.items() if name not in ("source", "note")}
        assert ada.view(ada.open(ruleset=one["name"]))["ruleset"] == rules


def test_a_deck_lists_cards_whose_pictures_are_what_they_say() -> None:
    (summary,) = [deck for deck in inside("GET", "/decks").ok()["results"] if deck["name"] == "base"]
    deck = inside("GET", "/decks/base").ok()
    assert {name: value for name, value in deck.items() if name != "cards"} == summary
    assert len(deck["cards"]) == len({card["id"] for card in deck["cards"]}) == deck["count"] >= 84
    for card in deck["cards"][::10]:
        assert set(card) == {"id", "words", "picture", "sha256", "renditions"}
        for pixels in card["renditions"]:
            rendition = inside("GET", pixels["picture"].removeprefix("/api/v1"))
            assert (rendition.status, rendition.headers["content-type"]) == (200, "image/webp")
            assert hashlib.sha256(rendition.content).hexdigest() in pixels["picture"]
        answer = inside("GET", card["picture"].removeprefix("/api/v1"))
        assert answer.status == 200
        assert hashlib.sha256(answer.content).hexdigest() == card["sha256"]
        assert card["sha256"] in card["picture"]


def test_a_picture_is_kept_for_ever_and_can_do_nothing() -> None:
    card = inside("GET", "/decks/base").ok()["cards"][0]
    answer = inside("GET", card["picture"].removeprefix("/api/v1"))
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "sandbox" in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert int(answer.headers["content-length"]) == len(answer.content)


@pytest.mark.parametrize(
    "path", ["/rulesets/chess", "/decks/none-such", "/rulesets/ODYSSEY", "/decks/base ", "/decks/"]
)
def test_what_is_not_in_the_catalogue_is_not_found(path: str) -> None:
    assert inside("GET", path).code == "not_found"


def other_pictures() -> list[str]:
    sha256 = inside("GET", "/decks/base").ok()["cards"][0]["sha256"]
    return [
        *(f"{sha256}.png", sha256, f"{sha256}.", f"{sha256}.svg.svg", f"{sha256}.SVG", f"{sha256.upper()}.svg"),
        *(
            f"{'0' * 64}.svg",
            ".svg",
            "manifest.json",
            "..",
            "%2e%2e",
            "..%2fmanifest.json",
            "%2e%2e%2f%2e%2e%2fmanage.py",
        ),
        *("%2fetc%2fpasswd", "..%5c..%5cmanage.py", "%00.svg", f"{sha256}.svg%00.png", f"..%2fbase%2f{sha256}.svg"),
        *(file.name for file in sorted(DECK.iterdir())[:3] if file.stem != sha256),
    ]


def test_no_trick_of_paths_leads_to_another_file() -> None:
    for file in other_pictures():
        assert inside("GET", f"/decks/base/pictures/{file}").code == "not_found", file
        assert inside("GET", f"/decks/%2e%2e/pictures/{file}").code == "not_found", file


def test_the_tricks_would_find_a_file_that_is_opened_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    card = decks.all_decks()["base"].cards[0]
    monkeypatch.setattr(catalogue_views, "_picture_paths", lambda name: _EveryFile(card.picture))
    with pytest.raises(AssertionError):
        test_no_trick_of_paths_leads_to_another_file()


class _EveryFile:
    """Files that are there under any name."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def get(self, file: str) -> Path:
        return self.path
