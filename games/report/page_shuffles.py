"""The shuffles as the audit page shows them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from typing_extensions import TypedDict

from games.report.page_labels import escape_text
from games.report.report_types import DrawTold


class SwapRow(TypedDict):
    """One step of a shuffle."""

    position: SafeString
    number: SafeString
    remainder: SafeString
    swapped: SafeString


@dataclass(frozen=True, kw_only=True, slots=True)
class ShuffleSection:
    draw: DrawTold
    version: SafeString
    items: SafeString
    order: SafeString
    swaps: Sequence[SwapRow]


def build_shuffle_sections(draws: Sequence[DrawTold]) -> list[ShuffleSection]:
    """Return the shuffles with the items that each step swaps."""
    return [
        ShuffleSection(
            draw=draw,
            version=SafeString(draw.version),
            items=escape_text(" ".join(draw.items)),
            order=escape_text(" ".join(draw.order)),
            swaps=list(_swap_rows(draw)),
        )
        for draw in draws
    ]


def _swap_rows(draw: DrawTold) -> Iterator[SwapRow]:
    items = list(draw.items)
    for step in draw.steps:
        left, right = items[step.last], items[step.other]
        items[step.last], items[step.other] = right, left
        *rejected, number = step.draws
        yield {
            "position": SafeString(step.last),
            "number": SafeString(f"{number} (rejected: {', '.join(map(str, rejected))})" if rejected else number),
            "remainder": SafeString(f"{step.other} (of {step.last + 1})"),
            "swapped": escape_text("stays" if step.last == step.other else f"{left} with {right}"),
        }
