"""Shared context and HTML helpers of the page: seat names, card pictures and escaped text."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from games.report.report_types import Report


@dataclass(frozen=True, kw_only=True, slots=True)
class CardPicture:
    url: str
    title: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PageContext:
    report: Report
    name_by_seat: Mapping[int, str]
    picture_by_card: Mapping[str, CardPicture]

    def seat_name_html(self, seat: int | None) -> str:
        """Return the name of the seat's player as HTML."""
        if seat is None:
            return "no one"
        return user_text_html(self.name_by_seat[seat]) if seat in self.name_by_seat else f"seat {seat}"

    def seat_names_html(self, seats: Iterable[int]) -> str:
        return ", ".join(map(self.seat_name_html, seats))

    def card_html(self, card: str) -> str:
        """Return a card as a small picture, or as its id if this server has no such card."""
        picture = self.picture_by_card.get(card)
        if picture is None:
            return f"<code>{escape(card)}</code>"
        alt = escape(f"{card}: {picture.title}")
        return (
            f'<img src="{escape(picture.url)}" alt="{alt}" title="{alt}" width="80" height="120"'
            ' loading="lazy" decoding="async">'
        )


def build_page_context(report: Report, picture_by_card: Mapping[str, CardPicture]) -> PageContext:
    """Return the page context. A name that two players share gets its seat; a seat whose name is erased has no name."""
    count = Counter(seat.name for seat in report.seats)
    name_by_seat = {
        seat.seat: f"{seat.name} (seat {seat.seat})" if count[seat.name] > 1 else seat.name
        for seat in report.seats
        if seat.name is not None
    }
    return PageContext(report=report, name_by_seat=name_by_seat, picture_by_card=picture_by_card)


def user_text_html(text: str) -> str:
    """Return text that a user wrote as HTML."""
    # Isolated, so that a right-to-left name cannot reorder the text around it.
    return f"<bdi>{escape(text)}</bdi>"


def table_html(
    caption: str, headings: Sequence[str], rows: Iterable[Sequence[str]], *, css_class: str = "plain"
) -> str:
    """Return a table. The caption and the cells are HTML; the headings are text.

    On narrow screens the stylesheet shows each row as a list, with the heading from `data-head` before each cell.
    """
    # The roles look redundant, but browsers drop the table semantics when CSS changes `display`, as it does on narrow
    # screens; with explicit roles screen readers still announce a table.
    head = "".join(f'<th scope="col" role="columnheader">{escape(each)}</th>' for each in headings)
    body = "".join(f'<tr role="row">{_row_cells(headings, cells)}</tr>\n' for cells in rows)
    return (
        f'<table role="table" class="{css_class}"><caption>{caption}</caption>\n'
        f'<thead role="rowgroup"><tr role="row">{head}</tr></thead>\n<tbody role="rowgroup">\n{body}</tbody></table>\n'
    )


def _row_cells(headings: Sequence[str], cells: Sequence[str]) -> str:
    first, *rest = zip(headings, cells, strict=True)
    others = "".join(f'<td role="cell" data-head="{escape(head)}">{cell}</td>' for head, cell in rest)
    return f'<th scope="row" role="rowheader" data-head="{escape(first[0])}">{first[1]}</th>{others}'


def definition_list_html(pairs: Iterable[tuple[str, str]]) -> str:
    """Return a definition list of (name, fact) pairs, both HTML."""
    items = "".join(f"<dt>{name}</dt><dd>{fact}</dd>\n" for name, fact in pairs)
    return f'<dl class="facts">\n{items}</dl>\n'


def collapsible_html(summary: str, content: str) -> str:
    """Return content that the reader can expand; both arguments are HTML."""
    return f"<details><summary>{summary}</summary>\n<div>{content}</div></details>\n"
