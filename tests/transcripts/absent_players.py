"""Matches of rulebook 2 in which players go away at one phase and come back at another, or never."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import get_args

from games.narrative.visible_event import WireEvent
from games.rulebook import Match, Viewer
from games.rulebook.actions import MayCallTime
from games.rulebook.commands import Abandon, CallTime, ExpirePhase, Resume
from games.rulebook.match import Gathering, Over, PhaseName, Started, deadline_of, phase_id
from games.rulebook.player_view import actions
from games.rulebook.rulesets import EDITIONS
from games.rulebook.terms import Clock, Player
from games.rulebook.waiting import waiting_for
from tests.rulebook.match_scenarios import terms
from tests.rulebook.random_players import bot_player
from tests.rulebook.sent_command import Sent
from tests.transcripts.seeded_match import (
    TRANSCRIPT_CLOCK,
    TimeoutPolicy,
    lobby_command,
    play_match,
    random_move,
    seated_people,
)

MOVE_DURATION = timedelta(seconds=10)
TIME_INTO_REST = timedelta(minutes=20)
PHASE_ORDER = get_args(PhaseName)


@dataclass(frozen=True, kw_only=True)
class Absence:
    """A player is away from one phase until another (by their ids), or until the match has rested for a while, or for
    good."""

    begins: str
    ends: str | None = None
    ends_in_rest: bool = False


def play_match_with_absences(
    ruleset: str,
    players: int,
    absences: Mapping[int, Absence],
    *,
    clock: Clock = TRANSCRIPT_CLOCK,
    policy: TimeoutPolicy = "auto",
    bots: Collection[int] = (),
    agreeing_in: str | None = None,
) -> list[WireEvent]:
    """Play the match; in the phase `agreeing_in` everybody who is there agrees to abandon it."""
    name = f"{ruleset}-{players}"
    people = [bot_player(seat) if seat in bots else player for seat, player in enumerate(seated_people(players))]
    table = _Table(people=people, absences=absences, agreeing_in=agreeing_in, rng=Random(name))
    match_terms = terms(
        EDITIONS[ruleset].rules,
        players,
        rulebook=2,
        clock=clock,
        on_timeout=policy,
        call_after=300,
        call_grace=120,
    )
    return play_match(name, match_terms, table.people, table.next_command)


@dataclass(kw_only=True)
class _Table:
    people: list[Player]
    absences: Mapping[int, Absence]
    agreeing_in: str | None
    rng: Random
    returned: set[int] = field(default_factory=set)
    agreed: set[int] = field(default_factory=set)

    def next_command(self, match: Match, now: datetime) -> tuple[Sent, datetime] | None:
        """Return what happens next, and when; None if the match is over."""
        if isinstance(match, Over):
            return None
        if isinstance(match, Gathering):
            return lobby_command(match, self.people), now + MOVE_DURATION
        present = [seat for seat in match.board.seats if not self._is_away(seat, match)]
        return (
            self._return(match, present, now)
            or self._agreement(match, present, now)
            or self._move(match, present, now)
            or _passing_time(match, present)
        )

    def _return(self, match: Started, present: list[int], now: datetime) -> tuple[Sent, datetime] | None:
        for seat in set(present).intersection(match.board.skipped_seats):
            self.returned.add(seat)
            return Sent(seat, Resume()), now + (TIME_INTO_REST if match.board.is_resting else MOVE_DURATION)
        return None

    def _agreement(self, match: Started, present: list[int], now: datetime) -> tuple[Sent, datetime] | None:
        for seat in present:
            if phase_id(match) == self.agreeing_in and seat not in self.agreed:
                self.agreed.add(seat)
                return Sent(seat, Abandon()), now + MOVE_DURATION
        return None

    def _move(self, match: Started, present: list[int], now: datetime) -> tuple[Sent, datetime] | None:
        seats = [seat for seat in waiting_for(match) if seat in present]
        return (random_move(match, self.rng.choice(seats), self.rng), now + MOVE_DURATION) if seats else None

    def _is_away(self, seat: int, match: Started) -> bool:
        absence = self.absences.get(seat)
        if absence is None or seat in self.returned or not _is_reached(absence.begins, match):
            return False
        if absence.ends_in_rest:
            return not match.board.is_resting
        return absence.ends is None or not _is_reached(absence.ends, match)


def _passing_time(match: Started, present: Collection[int]) -> tuple[Sent, datetime]:
    if deadline_at := deadline_of(match):
        return Sent("clock", ExpirePhase(phase=phase_id(match))), deadline_at
    offers = ((seat, action) for seat in present for action in actions(match, Viewer(seat=seat)))
    seat, call = next((seat, action) for seat, action in offers if isinstance(action, MayCallTime))
    return Sent(seat, CallTime()), call.from_


def _is_reached(phase: str, match: Started) -> bool:
    return _phase_order(phase) <= _phase_order(phase_id(match))


def _phase_order(phase: str) -> tuple[int, int]:
    round_number, name = phase.split(".")
    return int(round_number), PHASE_ORDER.index(name)
