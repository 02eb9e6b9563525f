"""The level *rules*: replay the match through the rulebook, and compare every event with the one it produces."""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import Any

from games.audit.command_reconstruction import reconstruct_command, reconstruct_open_command
from games.audit.decoder import DecodeError, decoder_for
from games.audit.errors import VerificationError, fail
from games.audit.event_difference import describe_difference
from games.audit.event_parser import ERASED_ID_PREFIX, HiddenPart, parse_event
from games.audit.record_line import EventLine
from games.audit.replay_random import RecordedRandom, ShuffleCall
from games.audit.seeded_random import RandomnessUnavailable
from games.rulebook import Match, Refused, evolve
from games.rulebook.decide import act, follow
from games.rulebook.event_names import FIELDS_OF_ABSENCE
from games.rulebook.events import Event, MatchEnded, MatchOpened, ReservationDropped, SeatTaken
from games.rulebook.match import Gathering, board_of, phase_id, terms_of
from games.rulebook.phases import gathering
from games.rulebook.sealed import sealed_parts
from games.rulebook.terms import FIRST_RULEBOOK_WITH_ABSENCE


@dataclass(frozen=True, kw_only=True, slots=True)
class ReplayStep:
    """One event of the replay, with the match before and after it and the shuffles that it used."""

    version: int
    at: datetime
    actor: int | str | None
    prev: str
    event: Event
    before: Match | None
    after: Match
    shuffles: tuple[ShuffleCall, ...] = ()


class Replay:
    """A replay of a match, event by event.

    For each event, the rulebook produces the expected one: from the command that its actor must have sent, or, for an
    event without an actor, from the state so far. Shuffles come out as recorded; whether they follow from the seed is
    checked afterwards, at the level *luck*, which needs the seed that is published only at the end.
    """

    def __init__(self, lines: Sequence[EventLine], opened: Mapping[tuple[int, str], str]) -> None:
        self._lines, self._opened = lines, opened
        self._match: Match | None = None
        self._at: datetime | None = None
        self._pending_events: list[Event] = []
        """Events that the last command led to and the record has yet to show."""

    def steps(self) -> Iterator[ReplayStep]:
        """Yield a step for each event that agrees with the rulebook.

        Raises:
            VerificationError: An event doesn't.
            HiddenPart: An event has a part that is sealed in this record.
        """
        for index in range(len(self._lines)):
            try:
                yield self._replay_event(index)
            except (VerificationError, HiddenPart, MemoryError):
                raise
            except DecodeError as fault:
                fail(index + 1, f"The event does not have the shape of its type: {fault}.")
            except Refused as refused:
                fail(index + 1, f"The rules do not allow it: {refused.detail}")
            except Exception as error:  # noqa: BLE001  (a forged log can make the rulebook raise anything: it is invalid)
                fail(index + 1, f"The rulebook can't apply the event ({type(error).__name__}).")
        self._check_nothing_missing(len(self._lines) + 1)

    def _replay_event(self, index: int) -> ReplayStep:
        line, version = self._lines[index], index + 1
        body = line.body
        event, at = self._identify_erased(parse_event(line, self._opened)), _parse_time(body["at"])
        # The server records a time that doesn't go back: see `command_handler`.
        if self._at is not None and at < self._at:
            fail(version, "The event's time is before that of the previous event.")
        self._check_members(line, event)
        chance = RecordedRandom(event)
        expected = self._expected_event(index, event, at, chance)
        if expected != event:
            fail(version, describe_difference(expected, event))
        board = board_of(self._match) if self._match else None
        # Otherwise a secret could be left in the public data, or a public fact be hidden.
        if {part.name for part in sealed_parts(event, board)} != line.sealed.keys():
            fail(version, "The sealed parts are not those that the rules seal.")
        before, self._match, self._at = self._match, evolve(self._match, event, body["actor"], at), at
        return ReplayStep(
            version=version,
            at=at,
            actor=body["actor"],
            prev=body["prev"],
            event=event,
            before=before,
            after=self._match,
            shuffles=tuple(chance.shuffles),
        )

    def _check_members(self, line: EventLine, event: Event) -> None:
        """Check that the event has the members that its rulebook gives it.

        The parser has filled in what older events lack. Under rulebook 2 nothing may be lacking, and what came with it
        must not be in an older match: there would be two ways to write the same event.
        """
        # Of the seats, only those that are reserved have such a part; and only some house rules have a name.
        names = {field.name for field in fields(event)} - {"reserved_for", "ruleset_name"}
        found = line.body["data"].keys() - {"sealed"} | {part.partition("/")[0] for part in line.sealed}
        terms = event if isinstance(event, MatchOpened) else terms_of(self._match) if self._match else None
        if terms is not None and terms.rulebook >= FIRST_RULEBOOK_WITH_ABSENCE:
            if names - found:
                raise DecodeError(f"{', '.join(sorted(names - found))} is missing")
            if terms.call_after is None or terms.call_grace is None:
                raise DecodeError("the seconds for calling time are missing")
        elif unknown := found & set(FIELDS_OF_ABSENCE.get(type(event), ())):
            raise DecodeError(f"{', '.join(sorted(unknown))} is not in this rulebook")

    def _identify_erased(self, event: Event) -> Event:
        """Return the event with the reservation's placeholder, if an erased player takes an erased player's seat."""
        reservations = self._match.reservations if isinstance(self._match, Gathering) else None
        if not isinstance(event, SeatTaken) or not event.player or not reservations:
            return event
        in_range = event.seat in range(len(reservations.players))
        reserved_for = reservations.players[event.seat] if in_range else None
        if reserved_for and all(player.id.startswith(ERASED_ID_PREFIX) for player in (event.player, reserved_for)):
            return replace(event, player=reserved_for)
        return event

    def _expected_event(self, index: int, event: Event, at: datetime, chance: RecordedRandom) -> Event:
        actor = self._lines[index].body["actor"]
        if actor is None and not isinstance(event, ReservationDropped):
            found = self._next_automatic_event(index + 1, at, chance)
        else:
            self._check_nothing_missing(index + 1)
            self._pending_events = self._events_of_command(index, event, actor, at)
            found = self._pending_events.pop(0)
        if isinstance(found, MatchEnded) and isinstance(event, MatchEnded):
            # The rules don't determine the seed. The level luck checks it against the match's commitment.
            return replace(found, seed=event.seed)
        return found

    def _next_automatic_event(self, version: int, at: datetime, chance: RecordedRandom) -> Event:
        if at != self._at:
            fail(version, "The event is automatic, but does not have the time of the event that caused it.")
        found = (
            self._pending_events.pop(0)
            if self._pending_events
            else follow(self._match, at, chance)
            if self._match
            else None
        )
        if found is None:
            fail(version, "The event has no actor, and no automatic event is due here.")
        return found

    def _events_of_command(self, index: int, event: Event, actor: Any, at: datetime) -> list[Event]:
        """Return the expected events of a command: one, or several for the command that opens a match."""
        if self._match is not None:
            command = reconstruct_command(event, actor, phase_id(self._match), at, index + 1)
            # `act`, not `decide`: what follows automatically is compared event by event, so that the first wrong one is
            # named.
            return [act(self._match, command, actor, at)]
        if not isinstance(event, MatchOpened) or actor not in _possible_host_seats(event):
            fail(1, "A match must begin with its terms, set by the host.")
        open_command = reconstruct_open_command(event, list(self._rest_of_opening()))
        if open_command is None or actor != open_command.seat:
            fail(2, "The host must take a seat after the match is opened.")
        return list(gathering.first_events(open_command, at))

    def _rest_of_opening(self) -> Iterator[Event]:
        """Yield the events after the first that the opening command led to, which have no actor of their own."""
        for line in itertools.takewhile(lambda line: line.body["actor"] is None, self._lines[1:]):
            try:
                yield parse_event(line, self._opened)
            except DecodeError as fault:
                fail(line.body["version"], f"The event does not have the shape of its type: {fault}.")

    def _check_nothing_missing(self, version: int) -> None:
        if self._match is None or self._at is None:
            return
        try:
            missing = bool(self._pending_events) or follow(self._match, self._at, RecordedRandom(None)) is not None
        except RandomnessUnavailable:
            # The rulebook wanted to shuffle, so there is an automatic event that the record doesn't have.
            missing = True
        if missing:
            fail(version, "An automatic event is missing before this one.")


def _possible_host_seats(event: MatchOpened) -> range:
    """Return the seats that the host can take: before rulebook 2 only the first one."""
    return range(event.seats if event.rulebook >= FIRST_RULEBOOK_WITH_ABSENCE else 1)


def _parse_time(text: str) -> datetime:
    at: datetime = decoder_for(datetime)(text)
    return at
