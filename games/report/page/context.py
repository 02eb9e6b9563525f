"""What every part of the page needs: names for seats, pictures for cards, and safe text."""

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
        """Who sits there, as HTML."""
        if seat is None:
            return "nobody"
        return user_text_html(self.name_by_seat[seat]) if seat in self.name_by_seat else f"seat {seat}"

    def seat_names_html(self, seats: Iterable[int]) -> str:
        return ", ".join(map(self.seat_name_html, seats))

    def card_html(self, card: str) -> str:
        """A card as a small picture; as its name where this server has no such card."""
        picture = self.picture_by_card.get(card)
        if picture is None:
            return f"<code>{escape(card)}</code>"
        alt = escape(f"{card}: {picture.title}")
        return (
            f'<img src="{escape(picture.url)}" alt="{alt}" title="{alt}" width="80" height="120"'
            ' loading="lazy" decoding="async">'
        )


def build_page_context(report: Report, picture_by_card: Mapping[str, CardPicture]) -> PageContext:
    """Names that two have are told apart by their seats; who has none any more is called by the seat."""
    count = Counter(seat.name for seat in report.seats)
    name_by_seat = {
        seat.seat: f"{seat.name} (seat {seat.seat})" if count[seat.name] > 1 else seat.name
        for seat in report.seats
        if seat.name is not None
    }
    return PageContext(report=report, name_by_seat=name_by_seat, picture_by_card=picture_by_card)


def user_text_html(text: str) -> str:
    """Words of people, which may be written in any direction."""
    return f"<bdi>{escape(text)}</bdi>"


def table_html(
    caption: str, headings: Sequence[str], rows: Iterable[Sequence[str]], *, css_class: str = "plain"
) -> str:
    """A table of cells that are HTML. On a narrow screen each row stands as a list with the heads before its cells."""
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
    """Names with what belongs to them, both HTML."""
    items = "".join(f"<dt>{name}</dt><dd>{fact}</dd>\n" for name, fact in pairs)
    return f'<dl class="facts">\n{items}</dl>\n'


def collapsible_html(summary: str, content: str) -> str:
    """Something to be opened by who wants to see it."""
    return f"<details><summary>{summary}</summary>\n<div>{content}</div></details>\n"
