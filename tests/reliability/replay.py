"""The rulebook, replayed in the order of the log: what each command and each look had to be answered at a version."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cached_property
from types import SimpleNamespace
from typing import Any, Self

import msgspec

from games.eventlog.codec import decode
from games.protocol.command_specs import COMMAND_SPECS
from games.protocol.strict_parsing import strict_convert
from games.rulebook import Match, Refused, Viewer, decide, evolve, view
from games.rulebook.cards import Card, Draw, Pile
from games.rulebook.commands import Open, Sit
from games.rulebook.events import (
    DeckReshuffled,
    DeckShuffled,
    DrawVoided,
    Event,
    MatchEnded,
    MatchOpened,
    SeatTaken,
    SeedCommitted,
    TableauLaid,
)
from games.rulebook.match import phase_id, seat_of
from games.rulebook.phases import is_past_phase
from games.rulebook.terms import Player, Terms
from tests.reliability.history import Call
from tests.reliability.log import Log

LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)


class Replay:
    """The match of a log at every version."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.bodies = [row.data for row in log.events]
        values: dict[int, dict[str, str | None]] = {}
        for version, part, _, value, *_ in log.openings:
            values.setdefault(version, {})[part] = value
        self.events: list[Event] = [
            decode(body["type"], body["schema"], body["data"], values.get(version, {}))
            for version, body in enumerate(self.bodies, start=1)
        ]
        self.matches: list[Match | None] = [None]
        for event in self.events:
            self.matches.append(evolve(self.matches[-1], event))

    def seat(self, version: int, account: str) -> int | None:
        match = self.matches[version]
        return seat_of(match, account) if match else None

    def refusal(self, call: Call, version: int) -> str | None:
        """The code with which the call is refused at this version; None where the rules allow it."""
        match = self.matches[version]
        assert match is not None
        phase = call.body.get("phase")
        if call.version not in (None, version):
            return "version_mismatch"
        if phase is not None and phase != phase_id(match):
            return "phase_over" if is_past_phase(phase, match) else "wrong_phase"
        try:
            self.outcome(call, version, LONG_AGO, ())
        except Refused as refused:
            return refused.reason.value
        except LuckAsked:
            pass
        return None

    def outcome(self, call: Call, version: int, at: datetime, luck: Sequence[Event]) -> tuple[Event, ...]:
        """The events that the call leads to at this version, with the luck of these events."""
        if call.name == "open":
            return decide(None, self._opening(call), now=at, chance=_Chance(luck))
        match = self.matches[version]
        kind = COMMAND_SPECS[call.name]
        assert kind.build_command is not None, "a match is not asked for another one here"
        user: Any = SimpleNamespace(id=call.guest.id, name=call.guest.name, kind="guest")
        ask = kind.build_command(strict_convert(call.body, kind.body_type), user)
        seat = self.seat(version, call.guest.id)
        # A seat that nobody has is refused with the reason that nobody sits there.
        command = ask if isinstance(ask, Sit) else ask(-1 if seat is None else seat)
        return decide(match, command, now=at, chance=_Chance(luck))

    def _opening(self, call: Call) -> Open:
        opened = self.events[0]
        assert isinstance(opened, MatchOpened)
        terms = Terms(**{name: getattr(opened, name) for name in Terms.__dataclass_fields__})
        return Open(terms=terms, player=Player(id=call.guest.id, name=call.guest.name, kind="guest"))

    def looks(self, version: int, account: str) -> Any:
        """The view at this version, as JSON."""
        match = self.matches[version]
        assert match is not None
        seen = view(match, Viewer(seat=self.seat(version, account), may_join=True))
        return {**json.loads(msgspec.json.encode(seen)), "id": self.log.match, "version": version}

    def told(self, first: int, last: int, seat: int | None) -> list[Any]:
        """The events of these versions as this seat may see them."""
        return [
            {
                **self.bodies[version - 1],
                "hash": self.log.events[version - 1].hash,
                "opened": self._opened(version, seat),
            }
            for version in range(first, last + 1)
        ]

    def _opened(self, at: int, seat: int | None) -> list[Any]:
        return [
            {"version": version, "part": part, "salt": salt, "value": json.loads(value)}
            for version, part, salt, value in self._openings.get((at, seat), ())
        ]

    @cached_property
    def _openings(self) -> dict[tuple[int, int | None], list[Any]]:
        """By version and seat, what is opened there; in the order of the API."""
        found: dict[tuple[int, int | None], list[Any]] = {}
        seats = [None, *range(12)]
        rows = sorted(self.log.openings, key=lambda row: row[:2])
        for version, part, salt, value, reader, read_from, open_from in rows:
            for seat in seats:
                at = read_from if seat is not None and reader == seat else open_from
                if at is not None:
                    found.setdefault((at, seat), []).append((version, part, salt, value))
        return found


class LuckAsked(Exception):
    """The command would be allowed, and something is shuffled or a seed is told."""


class _Chance:
    """The luck that these events have had."""

    def __init__(self, luck: Sequence[Event]) -> None:
        self.luck = luck

    def of(self, draw: Draw) -> Self:
        return self

    def __call__(self, label: str, items: Sequence[Card]) -> Pile:
        for event in self.luck:
            match label.partition("/")[0], event:
                case ("deck", DeckShuffled(order=order)) | ("reshuffle", DeckReshuffled(order=order)):
                    return order
                case "tableau", TableauLaid(tableau=order):
                    return order
        raise LuckAsked(label)

    def seed(self) -> str:
        for event in self.luck:
            if isinstance(event, MatchEnded | DrawVoided) and event.seed:
                return event.seed
        raise LuckAsked

    def commitment(self) -> str:
        for event in self.luck:
            if isinstance(event, SeedCommitted):
                return event.seed_digest
        raise LuckAsked


def actor_of(events: Sequence[Event], seat: int | None) -> int | None:
    """The seat that the first event of a command names: for who has just sat down the new one."""
    return events[0].seat if seat is None and isinstance(events[0], SeatTaken) else seat
