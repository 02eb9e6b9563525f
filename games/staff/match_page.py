"""What the staff is told of a match: what the public is told, whoever looks and wherever they sit."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import msgspec

from games.eventlog import folds, read
from games.report.sentences import sentence
from games.rulebook import Viewer
from games.rulebook.match import Over, seat_of
from games.story.cast import cast
from games.story.seen import Told, put_together
from games.table.access import NoSuchMatch
from games.table.look import MatchSeen, seen


class Line(Told):
    """An event as the public is told it."""

    version: int
    actor: int | str | None
    hash: str


@dataclass(frozen=True, kw_only=True, slots=True)
class EventRow:
    version: int
    at: datetime
    type: str
    actor: int | str | None
    hash: str
    words: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Page:
    """A match through the public's eyes. `plays`: whether who looks has a seat there, and it isn't over."""

    view: MatchSeen
    events: Sequence[EventRow]
    over: bool
    plays: bool

    @property
    def types(self) -> list[str]:
        return sorted({event.type for event in self.events})

    def events_of(self, type: str | None) -> list[EventRow]:
        """The newest first."""
        return [event for event in reversed(self.events) if type in (None, event.type)]


_lines = msgspec.json.Decoder(Line)


def page(match_id: str, account: str) -> Page:
    """What somebody of the staff, who has this account, is told.

    Raises:
        NoSuchMatch
    """
    folded = folds.now(match_id)
    if folded is None:
        raise NoSuchMatch
    lines = [_lines.decode(text) for text in read.seen_by(match_id, read.PUBLIC, 0, folded.version)]
    over = isinstance(folded.match, Over)
    return Page(
        view=seen(match_id, folded, Viewer()),
        events=_rows(lines),
        over=over,
        plays=not over and seat_of(folded.match, account) is not None,
    )


def _rows(lines: Sequence[Line]) -> list[EventRow]:
    happened = put_together(lines)
    people = cast(happened)
    return [
        EventRow(
            version=line.version,
            at=line.at,
            type=line.type,
            actor=line.actor,
            hash=line.hash,
            words=sentence(event, people),
        )
        for line, event in zip(lines, happened, strict=True)
    ]
