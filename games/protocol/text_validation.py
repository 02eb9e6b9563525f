"""Validation of texts that people write (clues, names): visible, of limited length, in one normal form."""

from unicodedata import normalize

import regex

from games.protocol.problems import Problem
from games.protocol.strict_parsing import field_problem

FORBIDDEN_CHARACTER = regex.compile(r"(?![\u200c\u200d])[\p{C}\p{Zl}\p{Zp}]")
"""Control and formatting characters and line separators, but not the joiners that some scripts and emoji need."""
VISIBLE_CHARACTER = regex.compile(r"(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]")
"""A character that leaves a mark on the screen. `regex` knows newer characters than Python's own tables."""
EXCESSIVE_MARKS = regex.compile(r"\p{M}{9}")
"""More combining marks on one character than any script needs, as in "zalgo" text."""
MAX_CODE_POINTS_PER_CHARACTER = 8
"""The most code points a visible character may have on average: enough for family emoji."""


def validate_text(text: str, pointer: str, max_characters: int) -> str:
    """Return the text in NFC, stripped: 1 to `max_characters` characters, none of them a control character.

    Args:
        text: the text as the client sent it.
        pointer: the JSON pointer of the field, for the error.
        max_characters: the most characters as people count them (grapheme clusters).

    Raises:
        Problem: `invalid`, with `unfit_text` for the field.
    """
    # First, so that the checks and limits below apply to what is stored.
    normalized = normalize("NFC", text).strip()
    count = len(regex.findall(r"\X", normalized))
    if FORBIDDEN_CHARACTER.search(normalized):
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
