"""The table of results: Markdown to read, JSON to compare."""

import os
import platform
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from itertools import groupby
from pathlib import Path

import msgspec

from bench.result_rows import BenchmarkRow
from bench.scale import Scale

HEADER = ("what", "database", "median", "lowest", "highest", "unit", "operations", "aim", "reached")
PACKAGES = ("django", "djangorestframework", "psycopg", "uvicorn", "msgspec", "eventsourcing")


def markdown_table(rows: Sequence[BenchmarkRow]) -> str:
    """Return all rows as Markdown, a table for each part."""
    lines = list[str]()
    for part, those in groupby(rows, lambda row: row.part):
        lines += ["", f"### {part.capitalize()}", "", _markdown_row(HEADER), _markdown_row(["---"] * len(HEADER))]
        lines += [_markdown_row(_cells(row)) for row in those]
    return "\n".join(lines[1:]) + "\n"


def save(file: Path, rows: Sequence[BenchmarkRow], scale: str, counts: Scale, command: Sequence[str]) -> list[Path]:
    """Write the run to a JSON file and the table to a Markdown file beside it; return both paths."""
    about = {
        "command": " ".join(["uv run python -m bench", *command]),
        "finished": datetime.now(UTC).isoformat(timespec="seconds"),
        "scale": scale,
        "counts": counts,
        "machine": {"cores": os.cpu_count(), "system": platform.system(), "architecture": platform.machine()},
        "python": sys.version.split()[0],
        "packages": {name: version(name) for name in PACKAGES},
    }
    file.parent.mkdir(parents=True, exist_ok=True)
    text = msgspec.json.encode({**about, "rows": rows}, order="sorted")
    file.with_suffix(".json").write_bytes(msgspec.json.format(text, indent=2) + b"\n")
    title = f"# `{about['command']}`\n\n{about['finished']}, {os.cpu_count()} cores, Python {about['python']}\n"
    file.with_suffix(".md").write_text(f"{title}\n{markdown_table(rows)}")
    return [file.with_suffix(".json"), file.with_suffix(".md")]


def _cells(row: BenchmarkRow) -> list[str]:
    figures = (_format_number(value) for value in (row.median, row.low, row.high))
    reached = "" if row.reached is None else "yes" if row.reached else "no"
    return [row.what, row.database, *figures, row.unit, f"{row.operations:,}", row.aim or "", reached]


def _format_number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 20 else f"{value:.2f}"


def _markdown_row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
