"""Validation of texts that people write (clues, names): visible, of limited length, in one normal form."""

from typing import Any
from unicodedata import normalize

import regex

from games.protocol.problems import Problem
from games.protocol.strict_parsing import field_problem

BIDI_MARKS = "\u200e\u200f\u061c"
"""Marks that keyboards for Hebrew and Arabic have keys for; overrides and isolates, which can hide text, are others."""
FORBIDDEN_CHARACTER = regex.compile(
    rf"(?![\u200c\u200d{BIDI_MARKS}\p{{Prepended_Concatenation_Mark}}])[\p{{C}}\p{{Zl}}\p{{Zp}}]"
)
"""Control and formatting characters and line separators, but not what some scripts and emoji need: joiners, marks of
direction, and the signs before Arabic numbers."""
FLAG = regex.compile(r"\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f")
"""The flag of a region, such as Scotland: a black flag, the region's code in invisible tags, and an end tag."""
LINE_BREAK = regex.compile(r"\r\n?")
INVISIBLE_END = regex.compile(rf"^[\s{BIDI_MARKS}]+|[\s{BIDI_MARKS}]+$")
VISIBLE_CHARACTER = regex.compile(r"(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]")
"""A character that leaves a mark on the screen. `regex` knows newer characters than Python's own tables."""
EXCESSIVE_MARKS = regex.compile(r"\p{M}{9}")
"""More combining marks on one character than any script needs, as in "zalgo" text."""
MAX_CODE_POINTS_PER_CHARACTER = 8
"""The most code points a visible character may have on average: enough for family emoji."""


def normalize_typed(text: str) -> str:
    """Return a text that a person has typed in the one form in which it is stored, compared and digested.

    That is NFC, with line feeds as line breaks, and without blanks and marks of direction at its ends. The same text
    can arrive in other forms, depending on keyboard and system.
    """
    return INVISIBLE_END.sub("", LINE_BREAK.sub("\n", normalize("NFC", text)))


def normalize_typed_in(value: Any) -> Any:
    """Return a JSON value with each text in it normalized."""
    match value:
        case str():
            return normalize_typed(value)
        case dict():
            return {name: normalize_typed_in(part) for name, part in value.items()}
        case list() | tuple():
            return [normalize_typed_in(part) for part in value]
        case _:
            return value


def validate_text(text: str, pointer: str, max_characters: int, *, has_lines: bool = False) -> str:
    """Return the text normalized: 1 to `max_characters` characters, none of them a control character.

    Args:
        text: the text as the client sent it.
        pointer: the JSON pointer of the field, for the error.
        max_characters: the most characters as people count them (grapheme clusters).
        has_lines: whether it may have line breaks.

    Raises:
        Problem: `invalid`, with `unfit_text` for the field.
    """
    # First, so that the checks and limits below apply to what is stored.
    normalized = normalize_typed(text)
    count = len(regex.findall(r"\X", normalized))
    without_flags = FLAG.sub("", normalized)
    if FORBIDDEN_CHARACTER.search(without_flags.replace("\n", "") if has_lines else without_flags):
        raise _unfit_text_problem(pointer, "contains control or invisible formatting characters")
    if not VISIBLE_CHARACTER.search(normalized):
        raise _unfit_text_problem(pointer, "has no visible characters")
    if EXCESSIVE_MARKS.search(normalized):
        raise _unfit_text_problem(pointer, "has too many combining marks on one character")
    if count > max_characters or len(normalized) > MAX_CODE_POINTS_PER_CHARACTER * max_characters:
        raise _unfit_text_problem(pointer, f"has more than {max_characters} characters")
    return normalized


def _unfit_text_problem(pointer: str, reason: str) -> Problem:
    return field_problem(pointer, "unfit_text", f"This text {reason}.")
