# ruff: noqa: RUF001  (letters that look like others are what is tested)
"""Labels of players: names that look alike are told apart, all others stay as they are."""

from collections.abc import Iterable

import pytest
from dixit_client import player_labels as client_labels
from hypothesis import given, settings
from hypothesis import strategies as st

from accounts.player_labels import _seats_that_look_alike, label_by_seat, strip_invisible

FAMILY = "👨\u200d👩\u200d👧\u200d👦"
ENGLAND = "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
UNCHANGED = {
    "a plain name": "Ann",
    "a letter with a mark": "Zoë",
    "a family": FAMILY,
    "a woman astronaut with a skin tone": "👩🏽\u200d🚀",
    "a rainbow flag": "🏳\ufe0f\u200d🌈",
    "the flag of England": ENGLAND,
    "a heart": "❤\ufe0f",
    "a keycap": "1\ufe0f\u20e3",
    "Chinese": "李小龍",
    "a form of a Chinese character": "葛\U000e0100城",
    "Japanese": "さくら ハナ",
    "Korean": "김민준",
    "Persian with a non-joiner": "می\u200cخواهم",
    "Persian with a joiner at the end": "ه\u200d",
    "Hindi with a joiner": "क\u094d\u200dष",
    "Malayalam with a joiner at the end": "ന\u0d4d\u200d",
    "Bengali with a joiner before the virama": "র\u200d\u09cdয",
    "Hebrew with a right-to-left mark": "מה\u200f?!זה",
    "Arabic": "السلام",
    "Thai": "สมชาย",
    "two marks kept apart": "ש\u05b4\u034f\u05b7",
}
STRIPPED = {
    "a joiner at the end": ("Ann\u200d", "Ann"),
    "joiners between Latin letters": ("A\u200cn\u200dn", "Ann"),
    "a grapheme joiner": ("A\u034fnn", "Ann"),
    "variation selectors of letters": ("A\ufe0fn\ufe01n", "Ann"),
    "a second variation selector": ("❤\ufe0f\ufe0f", "❤\ufe0f"),
    "direction marks among Latin letters": ("A\u200enn\u200f!", "Ann!"),
    "a Hangul filler": ("Ann\u3164", "Ann"),
    "a joiner after an emoji": ("👩\u200d", "👩"),
    "a non-joiner after a letter that doesn't join": ("\u0631\u200c\u0647", "\u0631\u0647"),
    "a blank that ends the name then": ("Ann \u200d", "Ann"),
    "a mark that the letter composes with then": ("Zoe\u034f\u0308", "Zoë"),
    "a joiner beside another that goes": ("👩\u200d\u034f👧", "👩👧"),
}
ALIKE = {
    "the same": ("Ann", "Ann"),
    "a joiner": ("Ann", "Ann\u200d"),
    "a grapheme joiner": ("Ann", "A\u034fnn"),
    "Cyrillic": ("Ann", "\u0410nn"),
    "capitals": ("Ann", "ANN"),
    "Greek capitals": ("Ann", "\u0391\u039d\u039d"),
    "full width": ("Ann", "\uff21\uff4e\uff4e"),
    "mathematical letters": ("Ann", "𝐀𝐧𝐧"),
    "capital i and small l": ("Iris", "lris"),
    "one and l": ("Ann1", "Annl"),
    "rn and m": ("Anrna", "Anma"),
    "composed and not": ("Zoë", "Zoe\u0308"),
    "Hebrew with a mark": ("מה זה", "מה\u200f זה"),
    "Persian with and without a non-joiner": ("می\u200cخواهم", "میخواهم"),
    "blanks": ("Ann B", "Ann\u00a0\u2003B"),
    "a blank Braille cell": ("Ann B", "Ann\u2800B"),
    "a form of a Chinese character": ("葛", "葛\U000e0100"),
}
DIFFERENT = {
    "other letters": ("Ann", "Amy"),
    "a mark that is seen": ("Zoe", "Zoë"),
    "numbers": ("Player 1", "Player 2"),
    "two families": (FAMILY, "👨\u200d👩\u200d👦"),
    "Chinese": ("李", "季"),
    "Hebrew": ("מה", "זה"),
}
SIMILAR_CHARACTERS = "AaАІIl1OО0nNm \u200d\u034f\u200f(2)34é\u0301אبм"
NAMES = st.text(st.sampled_from(SIMILAR_CHARACTERS), min_size=1, max_size=6) | st.text(min_size=1, max_size=6)
TABLES = st.lists(NAMES, min_size=1, max_size=8)


def seats_that_look_alike(names: Iterable[str | None]) -> set[int]:
    return _seats_that_look_alike({seat: name for seat, name in enumerate(names) if name is not None})


@pytest.mark.parametrize("name", UNCHANGED.values(), ids=UNCHANGED)
def test_a_name_without_twins_is_shown_unchanged(name: str) -> None:
    assert strip_invisible(name) == name
    assert label_by_seat({0: name, 1: "Someone else"}) == {0: name, 1: "Someone else"}


@pytest.mark.parametrize(("name", "stripped"), STRIPPED.values(), ids=STRIPPED)
def test_what_is_invisible_and_does_nothing_is_removed(name: str, stripped: str) -> None:
    assert strip_invisible(name) == stripped
    assert label_by_seat({3: name}) == {3: stripped}


@pytest.mark.parametrize(("one", "other"), ALIKE.values(), ids=ALIKE)
def test_names_that_look_alike_get_the_numbers_of_their_seats(one: str, other: str) -> None:
    labels = label_by_seat({0: one, 2: "Bob", 4: other})
    assert labels == {0: f"{strip_invisible(one)} (1)", 2: "Bob", 4: f"{strip_invisible(other)} (5)"}


@pytest.mark.parametrize("names", DIFFERENT.values(), ids=DIFFERENT)
def test_names_that_people_can_tell_apart_stay_as_they_are(names: tuple[str, str]) -> None:
    assert label_by_seat(dict(enumerate(names))) == dict(enumerate(names))


def test_a_name_that_is_the_label_of_another_is_told_apart_too() -> None:
    names = {0: "Ann (2)", 1: "Ann", 2: "Ann", 3: None, 4: "Ann (3) (3)"}
    assert label_by_seat(names) == {0: "Ann (2) (1)", 1: "Ann (2)", 2: "Ann (3)", 3: None, 4: "Ann (3) (3)"}


@settings(max_examples=60, deadline=None)
@given(TABLES)
def test_no_two_labels_of_a_table_look_alike(names: list[str]) -> None:
    labels = label_by_seat(dict(enumerate(names)))
    assert [*labels] == [*range(len(names))]
    assert seats_that_look_alike(labels.values()) == set()
    if not seats_that_look_alike(names):
        assert labels == {seat: strip_invisible(name) for seat, name in enumerate(names)}


@settings(deadline=None)
@given(NAMES)
def test_stripping_twice_changes_no_more_and_nothing_that_is_seen(name: str) -> None:
    stripped = strip_invisible(name)
    assert strip_invisible(stripped) == stripped
    assert seats_that_look_alike([name, stripped]) == {0, 1}


@settings(max_examples=30, deadline=None)
@given(TABLES)
def test_the_client_gives_the_same_labels(names: list[str]) -> None:
    assert client_labels.label_by_seat(dict(enumerate(names))) == label_by_seat(dict(enumerate(names)))
