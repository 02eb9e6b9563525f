"""What every part of the page needs: names for seats, pictures for cards, and safe text."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from games.report.shapes import Report


@dataclass(frozen=True, kw_only=True, slots=True)
class Picture:
    address: str
    title: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Room:
    report: Report
    names: Mapping[int, str]
    pictures: Mapping[str, Picture]

    def name(self, seat: int | None) -> str:
        """Who sits there, as HTML."""
        if seat is None:
            return "nobody"
        return quoted(self.names[seat]) if seat in self.names else f"seat {seat}"

    def listed(self, seats: Iterable[int]) -> str:
        return ", ".join(map(self.name, seats))

    def picture(self, card: str) -> str:
        """A card as a small picture; as its name where this server has no such card."""
        known = self.pictures.get(card)
        if known is None:
            return f"<code>{escape(card)}</code>"
        alt = escape(f"{card}: {known.title}")
        return (
            f'<img src="{escape(known.address)}" alt="{alt}" title="{alt}" width="80" height="120"'
            ' loading="lazy" decoding="async">'
        )


def room(report: Report, pictures: Mapping[str, Picture]) -> Room:
    """Names that two have are told apart by their seats; who has none any more is called by the seat."""
    count = Counter(seat.name for seat in report.seats)
    names = {
        seat.seat: f"{seat.name} (seat {seat.seat})" if count[seat.name] > 1 else seat.name
        for seat in report.seats
        if seat.name is not None
    }
    return Room(report=report, names=names, pictures=pictures)


def quoted(words: str) -> str:
    """Words of people, which may be written in any direction."""
    return f"<bdi>{escape(words)}</bdi>"


def table(caption: str, heads: Sequence[str], rows: Iterable[Sequence[str]], *, look: str = "plain") -> str:
    """A table of cells that are HTML. On a narrow screen each row stands as a list with the heads before its cells."""
    head = "".join(f'<th scope="col" role="columnheader">{escape(each)}</th>' for each in heads)
    body = "".join(f'<tr role="row">{_cells(heads, cells)}</tr>\n' for cells in rows)
    return (
        f'<table role="table" class="{look}"><caption>{caption}</caption>\n'
        f'<thead role="rowgroup"><tr role="row">{head}</tr></thead>\n<tbody role="rowgroup">\n{body}</tbody></table>\n'
    )


def _cells(heads: Sequence[str], cells: Sequence[str]) -> str:
    first, *rest = zip(heads, cells, strict=True)
    others = "".join(f'<td role="cell" data-head="{escape(head)}">{cell}</td>' for head, cell in rest)
    return f'<th scope="row" role="rowheader" data-head="{escape(first[0])}">{first[1]}</th>{others}'


def facts(pairs: Iterable[tuple[str, str]]) -> str:
    """Names with what belongs to them, both HTML."""
    told = "".join(f"<dt>{name}</dt><dd>{fact}</dd>\n" for name, fact in pairs)
    return f'<dl class="facts">\n{told}</dl>\n'


def folded(summary: str, content: str) -> str:
    """Something to be opened by who wants to see it."""
    return f"<details><summary>{summary}</summary>\n<div>{content}</div></details>\n"
