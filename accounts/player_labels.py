"""Labels of the players at a table: their names, told apart where they look alike.

This file is also a module of the Python client, copied by `clients/python/generate.py`.
"""

import json
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from unicodedata import normalize

import regex

NEEDED_OR_INVISIBLE = regex.compile(
    r"""
    (?P<needed>
        \U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f  # the flag of a region
      | (?<=\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?)\u200d(?=\p{Extended_Pictographic})
      | (?<=\p{Extended_Pictographic})[\ufe0e\ufe0f] | (?<=[0-9\#*])\ufe0f(?=\u20e3)  # emoji or text, and keycaps
      | (?<=\p{Han})[\ufe00-\ufe02\U000e0100-\U000e01ef] | (?<=\p{Mongolian})[\u180b-\u180d\u180f]  # forms of letters
      | (?<=\p{ccc=Virama})[\u200c\u200d] | \u200d(?=\p{ccc=Virama})  # conjuncts of Indian scripts
      | (?<=[\p{jt=L}\p{jt=D}]\p{jt=T}*)\u200c(?=\p{jt=T}*[\p{jt=R}\p{jt=D}])  # between cursive letters
      | (?<=[\p{jt=L}\p{jt=D}]\p{jt=T}*)\u200d | \u200d(?=\p{jt=T}*[\p{jt=R}\p{jt=D}])
      | (?<=\p{M})\u034f(?=\p{M})  # between marks that would change places without it
    ) | \p{Default_Ignorable_Code_Point}
    """,
    regex.VERBOSE,
)
"""Invisible characters; `needed` are those that change how their neighbors look."""
DIRECTION_MARK = "\u200e\u200f\u061c"
RIGHT_TO_LEFT = regex.compile(r"(?!\p{Default_Ignorable_Code_Point})[\p{bc=R}\p{bc=AL}]")
INVISIBLE = regex.compile(r"\p{Default_Ignorable_Code_Point}")
BLANKS_AT_ENDS = regex.compile(rf"^[\s{DIRECTION_MARK}]+|[\s{DIRECTION_MARK}]+$")
BLANKS = regex.compile(r"[\s\u2800]+")
"""White space, and the Braille pattern without dots, which isn't white space for Unicode."""


def label_by_seat(name_by_seat: Mapping[int, str | None], suffix: str = " ({number})") -> dict[int, str | None]:
    """Return what to call each player of a table: the name, with the seat only if another player's looks alike.

    No two labels look alike, whatever the names are. An erased name, which is None, stays None.

    Args:
        name_by_seat: the names by seat.
        suffix: what is added, with `{number}` for the number of the seat from 1 on, and `{seat}` from 0 on.
    """
    names = {seat: strip_invisible(name) for seat, name in name_by_seat.items() if name is not None}
    labels, numbered = dict(names), set[int]()
    # Again, because somebody can be called "Ann (2)". It ends, as labels with different numbers don't look alike.
    while alike := _seats_that_look_alike(labels) - numbered:
        numbered |= alike
        labels |= {seat: names[seat] + suffix.format(number=seat + 1, seat=seat) for seat in alike}
    return {seat: labels.get(seat) for seat in name_by_seat}


def strip_invisible(name: str) -> str:
    """Return a name without the invisible characters that do nothing in it.

    Those stay that emoji are composed with, that some scripts need between letters, and the marks of direction in a
    text that is written from right to left.
    """
    stripped = name
    # Until nothing changes: what is removed may have been the neighbor for which something else was needed.
    while (shorter := _strip_once(stripped)) != stripped:
        stripped = shorter
    return stripped or name


def normalize_caseless(name: str) -> str:
    """Return the form in which names are the same that differ only in case, width or invisible characters."""
    visible = INVISIBLE.sub("", name)
    # Twice, because composing the casefolded text can yield characters that have a case again (Unicode's definition
    # of compatibility caseless matching, D146).
    casefolded = normalize("NFKC", normalize("NFD", visible).casefold())
    return " ".join(normalize("NFKC", casefolded.casefold()).split())


def _strip_once(name: str) -> str:
    if name.isascii():
        return name
    may_have_marks = RIGHT_TO_LEFT.search(name) is not None

    def replacement(found: regex.Match[str]) -> str:
        return found[0] if found["needed"] or (may_have_marks and found[0] in DIRECTION_MARK) else ""

    return BLANKS_AT_ENDS.sub("", normalize("NFC", NEEDED_OR_INVISIBLE.sub(replacement, name)))


def _seats_that_look_alike(labels: Mapping[int, str]) -> set[int]:
    seats_by_appearance: dict[str, set[int]] = {}
    for seat, label in labels.items():
        for appearance in _appearances(label):
            seats_by_appearance.setdefault(appearance, set()).add(seat)
    return {seat for seats in seats_by_appearance.values() if len(seats) > 1 for seat in seats}


def _appearances(name: str) -> set[str]:
    """Return keys of which two names have one in common if they look alike in any case.

    Before and after case folding: "I" looks like "l" and "i" doesn't, but "ANN" is still taken for "Ann".
    """
    visible = BLANKS.sub(" ", INVISIBLE.sub("", normalize("NFKC", name))).strip()
    return {_skeleton(visible).casefold(), _skeleton(normalize_caseless(visible))}


def _skeleton(text: str) -> str:
    """Return the text with each character replaced by the one that stands for all that look like it (UTS #39)."""
    table = _prototype_by_character()
    # Twice, because some prototypes of several characters have characters that look like others.
    return normalize("NFD", normalize("NFD", text).translate(table).translate(table))


@cache
def _prototype_by_character() -> dict[int, str]:
    """Return Unicode's table of confusable characters, each with the one that stands for those that look like it.

    The library has it in both directions: with a prototype it lists all of its characters, with each of these only the
    prototype.
    """
    # Read, not imported: the library would keep all of it in memory.
    text = files("confusable_homoglyphs").joinpath("confusables.json").read_text("utf-8")
    # Marks of direction are around right-to-left characters in the data, for readers.
    alike = {
        character.strip(DIRECTION_MARK): [one["c"].strip(DIRECTION_MARK) for one in others]
        for character, others in json.loads(text).items()
    }
    return {
        ord(character): prototype
        for character, (prototype, *more) in alike.items()
        if len(character) == 1 and not more and _stands_for(prototype, character, alike[prototype])
    }


def _stands_for(prototype: str, character: str, alike: Iterable[str]) -> bool:
    # In a pair without others either can stand for both.
    return len(prototype) > 1 or len([*alike]) > 1 or prototype < character
