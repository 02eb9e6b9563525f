"""Layout of plain text: wrapped lines, and columns that align in any script."""

import textwrap
from collections.abc import Sequence

from rich.cells import cell_len

LINE_WIDTH_CELLS = 100


def wrap_text(text: str, indent: str = "  ", subsequent_indent: str | None = None) -> list[str]:
    """Return the text wrapped to `LINE_WIDTH_CELLS`, with the given indentation."""
    hanging_indent = indent if subsequent_indent is None else subsequent_indent
    return textwrap.wrap(
        text, LINE_WIDTH_CELLS, initial_indent=indent, subsequent_indent=hanging_indent, break_long_words=False
    )


def format_columns(rows: Sequence[Sequence[str]], right_aligned: Sequence[int] = ()) -> list[str]:
    """Return rows as lines of aligned columns; the columns numbered in `right_aligned` are right-aligned."""
    # Widths are counted in terminal cells, not characters: a Chinese character takes two, a combining accent none.
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = []
        for number, (cell, width) in enumerate(zip(row, widths, strict=True)):
            padding = " " * (width - cell_len(cell))
            cells.append(padding + cell if number in right_aligned else cell + padding)
        lines.append(("  " + "  ".join(cells)).rstrip())
    return lines
