"""The rulebook, replayed in the order of the log: the expected answer to each command and read at a version."""

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
from games.rulebook.commands import Actor, Command, Open
from games.rulebook.events import (
    ClueGiven,
    DeckReshuffled,
    DeckShuffled,
    DrawVoided,
    Event,
    MatchEnded,
    MatchOpened,
    RoundScored,
    SeatTaken,
    SeedCommitted,
    TableauLaid,
)
from games.rulebook.match import phase_id, seat_of
from games.rulebook.phases import is_past_phase
from games.rulebook.terms import Player, Terms
from tests.reliability.call_history import Call
from tests.reliability.stored_log import StoredLog

PLACEHOLDER_NOW = datetime(2026, 1, 1, tzinfo=UTC)


class RulebookReplay:
    """The match of a log at every version."""

    def __init__(self, log: StoredLog) -> None:
        self.log = log
        self.bodies = [row.data for row in log.events]
        values: dict[int, dict[str, str | None]] = {}
        for version, part, _, value, *_ in log.openings:
            values.setdefault(version, {})[part] = value
        self.events: list[Event] = [
            decode(body["type"], body["schema"], body["data"], values.get(version, {}))
            for version, body in enumerate(self.bodies, start=1)
        ]
        self.states: list[Match | None] = [None]
        for event in self.events:
            self.states.append(evolve(self.states[-1], event))

    def seat_at(self, version: int, account: str) -> int | None:
        match = self.states[version]
        return seat_of(match, account) if match else None

    def refusal_code(self, call: Call, version: int) -> str | None:
        """Return the code with which the call is refused at this version; None where the rules allow it."""
        match = self.states[version]
        assert match is not None
        phase = call.body.get("phase")
        if call.version not in (None, version):
            return "version_mismatch"
        if phase is not None and phase != phase_id(match):
            return "phase_over" if is_past_phase(phase, match) else "wrong_phase"
        try:
            self.command_events(call, version, PLACEHOLDER_NOW, ())
        except Refused as refused:
            return refused.reason.value
        except RandomnessRequested:
            pass
        return None

    def command_events(
        self, call: Call, version: int, at: datetime, recorded_events: Sequence[Event]
    ) -> tuple[Event, ...]:
        """Return the events that the call leads to at this version, with the randomness of these events."""
        if call.name == "open":
            return self._decide(None, self._open_command(call), 0, at, recorded_events)
        match = self.states[version]
        spec = COMMAND_SPECS[call.name]
        user: Any = SimpleNamespace(id=call.guest.id, name=call.guest.name, kind="guest")
        command = spec.build_command(strict_convert(call.body, spec.body_type), user)
        seat = self.seat_at(version, call.guest.id)
        return self._decide(match, command, seat, at, recorded_events)

    def _decide(
        self, match: Match | None, command: Command | Open, actor: Actor, at: datetime, recorded_events: Sequence[Event]
    ) -> tuple[Event, ...]:
        decided = decide(match, command, actor=actor, now=at, chance=_RecordedRandomness(recorded_events))
        return tuple(event for event, _ in decided)

    def _open_command(self, call: Call) -> Open:
        opened = self.events[0]
        assert isinstance(opened, MatchOpened)
        terms = Terms(**{name: getattr(opened, name) for name in Terms.__dataclass_fields__})
        return Open(terms=terms, player=Player(id=call.guest.id, name=call.guest.name, kind="guest"))

    def view_at(self, version: int, account: str) -> Any:
        """Return the view at this version, as JSON."""
        match = self.states[version]
        assert match is not None
        seat_view = view(match, Viewer(seat=self.seat_at(version, account), may_join=True))
        return {**json.loads(msgspec.json.encode(seat_view)), "id": self.log.match, "version": version}

    def events_for_seat(self, first: int, last: int, seat: int | None) -> list[Any]:
        """Return the events of these versions as this seat may see them."""
        return [
            {
                **self.bodies[version - 1],
                "hash": self.log.events[version - 1].hash,
                "opened": self._openings_at(version, seat),
            }
            for version in range(first, last + 1)
        ]

    def _openings_at(self, at: int, seat: int | None) -> list[Any]:
        return [
            {"version": version, "part": part, "salt": salt, "value": json.loads(value)}
            for version, part, salt, value in self._openings_by_version_and_seat.get((at, seat), ())
        ]

    @cached_property
    def _openings_by_version_and_seat(self) -> dict[tuple[int, int | None], list[Any]]:
        """Return what is opened, by version and seat, in the order of the API."""
        openings: dict[tuple[int, int | None], list[Any]] = {}
        seats = [None, *range(12)]
        rows = sorted(self.log.openings, key=lambda row: row[:2])
        for version, part, salt, value, owner_seat, face_down, opens in rows:
            open_from = self._open_from(version, opens)
            read_from = self._first_version(version, ClueGiven) if face_down else version
            for seat in seats:
                visible_from = read_from or open_from if seat is not None and owner_seat == seat else open_from
                if visible_from is not None:
                    openings.setdefault((visible_from, seat), []).append((version, part, salt, value))
        return openings

    def _open_from(self, version: int, opens: str) -> int | None:
        """Return the version from which on everybody reads a part."""
        if opens == "now":
            return version
        for later, event in enumerate(self.events[version - 1 :], start=version):
            if isinstance(event, RoundScored) and opens == f"scoring/{event.round}":
                return later
        return self._first_version(version, MatchEnded)

    def _first_version(self, version: int, kind: type[Event]) -> int | None:
        """Return the first version from this one on with an event of this kind."""
        events = enumerate(self.events[version - 1 :], start=version)
        return next((later for later, event in events if isinstance(event, kind)), None)


class RandomnessRequested(Exception):
    """The command would be legal, and it shuffles or publishes a seed."""


class _RecordedRandomness:
    """The randomness of these events."""

    def __init__(self, recorded_events: Sequence[Event]) -> None:
        self.recorded_events = recorded_events

    def for_draw(self, draw: Draw) -> Self:
        return self

    def __call__(self, label: str, items: Sequence[Card]) -> Pile:
        for event in self.recorded_events:
            match label.partition("/")[0], event:
                case ("deck", DeckShuffled(order=order)) | ("reshuffle", DeckReshuffled(order=order)):
                    return order
                case "tableau", TableauLaid(tableau=order):
                    return order
        raise RandomnessRequested(label)

    def seed(self) -> str:
        for event in self.recorded_events:
            if isinstance(event, MatchEnded | DrawVoided) and event.seed:
                return event.seed
        raise RandomnessRequested

    def commitment(self) -> str:
        for event in self.recorded_events:
            if isinstance(event, SeedCommitted):
                return event.seed_digest
        raise RandomnessRequested


def actor_of(events: Sequence[Event], seat: int | None) -> int | None:
    """Return the seat that the first event of a command names; for a player who has just joined, the new seat."""
    return events[0].seat if seat is None and isinstance(events[0], SeatTaken) else seat
