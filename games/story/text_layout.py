"""Plain text, well set: columns that stand below each other whatever the script, long lines turned over."""

import textwrap
import unicodedata
from collections.abc import Sequence

from rich.cells import cell_len

LINE_WIDTH_CELLS = 100
ALLOWED_JOINERS = "\u200c\u200d"


def replace_control_characters(text: str) -> str:
    """Words of people without anything that could steer a terminal, wherever the match came from."""
    return "".join(c if c in ALLOWED_JOINERS or unicodedata.category(c)[0] != "C" else "\ufffd" for c in text)


def wrap_text(text: str, indent: str = "  ", subsequent_indent: str | None = None) -> list[str]:
    """The words on as many lines as they need."""
    hanging_indent = indent if subsequent_indent is None else subsequent_indent
    return textwrap.wrap(
        text, LINE_WIDTH_CELLS, initial_indent=indent, subsequent_indent=hanging_indent, break_long_words=False
    )


def format_columns(rows: Sequence[Sequence[str]], right_aligned: Sequence[int] = ()) -> list[str]:
    """Rows as columns; those numbered in `right` end below each other instead."""
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = []
        for number, (cell, width) in enumerate(zip(row, widths, strict=True)):
            padding = " " * (width - cell_len(cell))
            cells.append(padding + cell if number in right_aligned else cell + padding)
        lines.append(("  " + "  ".join(cells)).rstrip())
    return lines
