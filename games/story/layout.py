"""Plain text, well set: columns that stand below each other whatever the script, long lines turned over."""

import textwrap
import unicodedata
from collections.abc import Sequence

from rich.cells import cell_len

WIDTH = 100
JOINERS = "\u200c\u200d"


def plain(words: str) -> str:
    """Words of people without anything that could steer a terminal, wherever the match came from."""
    return "".join(c if c in JOINERS or unicodedata.category(c)[0] != "C" else "\ufffd" for c in words)


def turned(words: str, indent: str = "  ", further: str | None = None) -> list[str]:
    """The words on as many lines as they need."""
    rest = indent if further is None else further
    return textwrap.wrap(words, WIDTH, initial_indent=indent, subsequent_indent=rest, break_long_words=False)


def columns(rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> list[str]:
    """Rows as columns; those numbered in `right` end below each other instead."""
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = []
        for number, (cell, width) in enumerate(zip(row, widths, strict=True)):
            space = " " * (width - cell_len(cell))
            cells.append(space + cell if number in right else cell + space)
        lines.append(("  " + "  ".join(cells)).rstrip())
    return lines
