"""Words of people (clues, names): what can be read, as long as it should be, in one normal form."""

from unicodedata import normalize

import regex

from games.wire.problems import Problem
from games.wire.strict import faulty

UNFIT = regex.compile(r"(?![\u200c\u200d])[\p{C}\p{Zl}\p{Zp}]")
"""Control and formatting characters, but for the joiners that some words and emoji need."""
SEEN = regex.compile(r"(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]")
"""What leaves a trace on the screen; `regex` knows newer characters than Python's own tables."""
SCRIBBLE = regex.compile(r"\p{M}{9}")
"""More marks on one letter than any script needs."""
MARKS_EACH = 8
"""The most code points a visible character may have on average: enough for families of emoji."""


def visible(text: str, pointer: str, most: int) -> str:
    """The text in NFC without blank ends: 1 to `most` visible characters, no control or text-direction characters.

    Raises:
        Problem: `invalid`, naming the field by its pointer.
    """
    words = normalize("NFC", text).strip()
    count = len(regex.findall(r"\X", words))
    if UNFIT.search(words):
        raise _unfit(pointer, "has control or invisible formatting characters")
    if not SEEN.search(words):
        raise _unfit(pointer, "has nothing to be seen")
    if SCRIBBLE.search(words):
        raise _unfit(pointer, "piles marks upon a character")
    if count > most or len(words) > MARKS_EACH * most:
        raise _unfit(pointer, f"has more than {most} characters")
    return words


def _unfit(pointer: str, fault: str) -> Problem:
    return faulty(pointer, "unfit_text", f"This text {fault}.")
