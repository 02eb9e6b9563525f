"""The catalog: rule sets, decks and pictures."""

import hashlib
from pathlib import Path

import pytest

from games import decks
from games.api import catalogue_views
from tests.api.api_client import call_in_process

pytestmark = pytest.mark.django_db

DECK_DIRECTORY = Path(__file__).parents[2] / "decks" / "base"


def test_every_ruleset_lists_all_its_parameters() -> None:
    listed = call_in_process("GET", "/rulesets").ok()["results"]
    assert {one["name"] for one in listed} >= {"classic", "classic-last-card", "odyssey"}
    for one in listed:
        assert set(one) == {
            *("name", "players", "hand", "submits", "votes", "single_vote_point_from", "lone_finder", "bonus_cap"),
            *("crowd", "teams", "end", "refill", "airship", "source", "note"),
        }
        assert call_in_process("GET", f"/rulesets/{one['name']}").ok() == one
        assert sum(value not in (None, False) for value in one["end"].values()) == 1


def test_odyssey_parameters_match_its_rulebook() -> None:
    odyssey = call_in_process("GET", "/rulesets/odyssey").ok()
    assert odyssey["players"] == list(range(3, 13))
    assert odyssey["hand"] == [[3, 7], [4, 6]]
    assert odyssey["submits"] == [[3, 2], [4, 1]]
    assert odyssey["votes"] == [[3, 1], [7, 2]]
    assert (odyssey["single_vote_point_from"], odyssey["bonus_cap"], odyssey["lone_finder"]) == (7, 3, [[3, 3]])
    assert odyssey["end"] == {"points": 30, "laps": None, "deck": False}


def test_a_match_has_the_parameters_listed_in_the_catalogue() -> None:
    from tests.api.api_client import Player

    ada = Player()
    for ruleset in call_in_process("GET", "/rulesets").ok()["results"]:
        rules = {name: value for name, value in ruleset.items() if name not in ("source", "note")}
        assert ada.view(ada.open(ruleset=ruleset["name"]))["ruleset"] == rules


def test_the_pictures_of_a_deck_match_their_digests() -> None:
    (summary,) = [deck for deck in call_in_process("GET", "/decks").ok()["results"] if deck["name"] == "base"]
    deck = call_in_process("GET", "/decks/base").ok()
    assert {name: value for name, value in deck.items() if name != "cards"} == summary
    assert len(deck["cards"]) == len({card["id"] for card in deck["cards"]}) == deck["count"] >= 84
    for card in deck["cards"][::10]:
        assert set(card) == {"id", "words", "picture", "sha256", "renditions"}
        for pixels in card["renditions"]:
            rendition = call_in_process("GET", pixels["picture"].removeprefix("/api/v1"))
            assert (rendition.status, rendition.headers["content-type"]) == (200, "image/webp")
            assert hashlib.sha256(rendition.content).hexdigest() in pixels["picture"]
        response = call_in_process("GET", card["picture"].removeprefix("/api/v1"))
        assert response.status == 200
        assert hashlib.sha256(response.content).hexdigest() == card["sha256"]
        assert card["sha256"] in card["picture"]


def test_pictures_are_cached_forever_and_sandboxed() -> None:
    card = call_in_process("GET", "/decks/base").ok()["cards"][0]
    response = call_in_process("GET", card["picture"].removeprefix("/api/v1"))
    assert response.headers["content-type"] == "image/svg+xml"
    assert response.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert "default-src 'none'" in response.headers["content-security-policy"]
    assert "sandbox" in response.headers["content-security-policy"]
    assert response.headers["x-content-type-options"] == "nosniff"
    assert int(response.headers["content-length"]) == len(response.content)


@pytest.mark.parametrize(
    "path", ["/rulesets/chess", "/decks/none-such", "/rulesets/ODYSSEY", "/decks/base ", "/decks/"]
)
def test_unknown_rulesets_and_decks_are_not_found(path: str) -> None:
    assert call_in_process("GET", path).code == "not_found"


def invalid_picture_names() -> list[str]:
    sha256 = call_in_process("GET", "/decks/base").ok()["cards"][0]["sha256"]
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
        *(file.name for file in sorted(DECK_DIRECTORY.iterdir())[:3] if file.stem != sha256),
    ]


def test_path_traversal_reaches_no_other_file() -> None:
    for file in invalid_picture_names():
        assert call_in_process("GET", f"/decks/base/pictures/{file}").code == "not_found", file
        assert call_in_process("GET", f"/decks/%2e%2e/pictures/{file}").code == "not_found", file


def test_the_traversal_check_detects_files_opened_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    card = decks.all_decks()["base"].cards[0]
    paths = dict.fromkeys(decks.all_decks(), _SameFileForEveryName(card.picture))
    monkeypatch.setattr(catalogue_views, "_picture_paths_by_deck", lambda: paths)
    with pytest.raises(AssertionError):
        test_path_traversal_reaches_no_other_file()


class _SameFileForEveryName:
    """A file collection in which every name exists."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def get(self, file: str) -> Path:
        return self.path


def test_names_of_decks_that_do_not_exist_are_not_kept() -> None:
    kept_before = cached_entries()
    for number in range(20):
        assert call_in_process("GET", f"/decks/{'x' * 1000}{number}/pictures/x.svg").code == "not_found"
        assert call_in_process("GET", f"/decks/{'y' * 1000}{number}").code == "not_found"
    assert cached_entries() - kept_before <= 2


def cached_entries() -> int:
    """Return how many results the caches of the catalogue and of the decks hold."""
    functions = [*vars(catalogue_views).values(), *vars(decks).values()]
    return sum(function.cache_info().currsize for function in functions if hasattr(function, "cache_info"))
