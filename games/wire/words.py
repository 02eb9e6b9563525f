"""Words of people (clues, names): what can be read, as long as it should be, in one normal form."""

from unicodedata import category, normalize

import regex

from games.wire.problems import Problem
from games.wire.strict import faulty

JOINERS = "\u200c\u200d"
"""Invisible, but needed inside some words and emoji."""
MARKS_EACH = 4
"""The most code points a visible character may have on average: enough for every script, too few to scribble with."""


def visible(text: str, pointer: str, most: int) -> str:
    """The text in NFC without blank ends: 1 to `most` visible characters, no control or text-direction characters.

    Raises:
        Problem: `invalid`, naming the field by its pointer.
    """
    words = normalize("NFC", text).strip()
    count = len(regex.findall(r"\X", words))
    if any((category(char)[0] == "C" and char not in JOINERS) or category(char) in ("Zl", "Zp") for char in words):
        raise _unfit(pointer, "has control or invisible formatting characters")
    if not any(category(char)[0] in "LNPS" for char in words):
        raise _unfit(pointer, "has nothing to be seen")
    if count > most or len(words) > MARKS_EACH * most:
        raise _unfit(pointer, f"has more than {most} characters")
    return words


def _unfit(pointer: str, fault: str) -> Problem:
    return faulty(pointer, "unfit_text", f"This text {fault}.")
