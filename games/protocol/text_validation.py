"""Words of people (clues, names): what can be read, as long as it should be, in one normal form."""

from unicodedata import normalize

import regex

from games.protocol.problems import Problem
from games.protocol.strict_parsing import field_problem

FORBIDDEN_CHARACTER = regex.compile(r"(?![\u200c\u200d])[\p{C}\p{Zl}\p{Zp}]")
"""Control and formatting characters, but for the joiners that some words and emoji need."""
VISIBLE_CHARACTER = regex.compile(r"(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]")
"""What leaves a trace on the screen; `regex` knows newer characters than Python's own tables."""
EXCESSIVE_MARKS = regex.compile(r"\p{M}{9}")
"""More marks on one letter than any script needs."""
MAX_CODE_POINTS_PER_CHARACTER = 8
"""The most code points a visible character may have on average: enough for families of emoji."""


def validate_text(text: str, pointer: str, max_characters: int) -> str:
    """The text in NFC without blank ends: 1 to `most` visible characters, no control or text-direction characters.

    Raises:
        Problem: `invalid`, naming the field by its pointer.
    """
    normalized = normalize("NFC", text).strip()
    count = len(regex.findall(r"\X", normalized))
    if FORBIDDEN_CHARACTER.search(normalized):
        raise _unfit_text_problem(pointer, "has control or invisible formatting characters")
    if not VISIBLE_CHARACTER.search(normalized):
        raise _unfit_text_problem(pointer, "has nothing to be seen")
    if EXCESSIVE_MARKS.search(normalized):
        raise _unfit_text_problem(pointer, "piles marks upon a character")
    if count > max_characters or len(normalized) > MAX_CODE_POINTS_PER_CHARACTER * max_characters:
        raise _unfit_text_problem(pointer, f"has more than {max_characters} characters")
    return normalized


def _unfit_text_problem(pointer: str, reason: str) -> Problem:
    return field_problem(pointer, "unfit_text", f"This text {reason}.")
