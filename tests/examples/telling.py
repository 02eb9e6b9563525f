"""A log in memory: what each viewer is told of a story, and what each sees after every event."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from games.eventlog.audience import _opened_to
from games.eventlog.caller import Caller
from games.eventlog.folds import Folded
from games.eventlog.read import told
from games.eventlog.written import Stamp, Written
from games.rulebook.events import Event
from games.rulebook.match import Match, seat_of
from games.rulebook.sealed import END
from games.rulebook.seen import Viewer
from games.table.look import seen
from tests.api.client import Json
from tests.rulebook.playing import Story
from tests.rulebook.table import NOW

CALLER = Caller(account="a", command_id="c", request="r")


@dataclass(frozen=True, kw_only=True)
class Eyes:
    """Who looks: an account, with or without a seat, or (None) only the public."""

    account: str | None

    def seat(self, match: Match) -> int | None:
        return seat_of(match, self.account) if self.account else None

    def see(self, match: Match, version: int) -> Json:
        """The view, but for what no event can tell."""
        viewer = Viewer(seat=self.seat(match), guest=self.account is not None)
        folded = Folded(
            version=version, hash="", opened_at=NOW, at=NOW, match=match, locked=None, resigned={}, phase_at=NOW
        )
        view: Json = msgspec.json.decode(msgspec.json.encode(seen("m", folded, viewer)))
        view["phase"]["remaining_ms"] = None
        return view


class Log:
    """The rows of a story as the table would have written them."""

    def __init__(self, story: Story) -> None:
        self.events: list[Any] = []
        self.openings: list[list[Any]] = []
        folded: Folded | None = None
        for step in story.steps:
            if step.events:
                folded = self._append(folded, step.events)

    def _append(self, folded: Folded | None, events: tuple[Event, ...]) -> Folded:
        written = Written(folded, events, Stamp(match_id="m", caller=CALLER, actor=None, at=NOW, salt=lambda: "00"))
        self.events += [row[5:] for row in written.events]
        self.openings += [list(row) for row in written.openings]
        for opening in self.openings:
            # reader, read_from, opens, open_from, as in `games.eventlog.append`.
            if written.turned_up and opening[5] is not None and opening[6] is None:
                opening[6] = written.turned_up
            keys = {key: version for key, version in written.opened if key in (END, opening[7])}
            if opening[8] is None and keys:
                opening[8] = min(keys.values())
        return written.after

    def told_to(self, seat: int | None) -> list[Json]:
        """Every event as this seat is told of it, now and for ever."""
        openings = [(reader, read, from_, *row[1:5]) for row in self.openings for reader, read, _, from_ in [row[5:9]]]
        upto = len(self.events)
        return [json.loads(text) for text in told(0, self.events, _opened_to(seat, openings, 0, upto))]


def happened(story: Story, eyes: Eyes, log: Log) -> Iterator[tuple[Json | None, Json, Json]]:
    """Each event that these eyes are told of, between what they see before and after it."""
    assert story.match is not None
    before: Json | None = None
    events = log.told_to(eyes.seat(story.match))
    for event, (_, _, match) in zip(events, story.happened, strict=True):
        after = eyes.see(match, event["version"])
        yield before, event, after
        before = after
