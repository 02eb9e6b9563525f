"""Fixtures: users with tokens, and matches that wait for votes, inserted in bulk."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction

from accounts.models import Token, User
from bench.bulk_insert import insert_matches
from bench.match_templates import MatchLog, copy_match, small_match, voting_match
from games.eventlog import match_state
from games.protocol.command_specs import player_of
from games.rulebook.actions import MayVote
from games.rulebook.match import Voting
from games.rulebook.phases.voting import actions, waiting_for
from games.rulebook.terms import Player

PLAYERS_PER_MATCH = 12


@dataclass(frozen=True, kw_only=True, slots=True)
class PendingVote:
    """A legal vote to be cast. It isn't the last one of its round, so it leads to exactly one event."""

    number: int
    match_id: str
    seat: int
    account: str
    token: str
    slots: tuple[int, ...]
    phase: str


class MatchFixtures:
    """Matches of twelve players that wait for votes, inserted on demand. Each vote is handed out once."""

    def __init__(self, min_events: int = 0) -> None:
        with transaction.atomic():
            users = [User.objects.create_guest(f"Player {seat}") for seat in range(PLAYERS_PER_MATCH)]
            self.tokens = [Token.objects.issue(user)[1] for user in users]
        self.players: Sequence[Player] = [player_of(user) for user in users]
        self.template = voting_match(self.players, min_events)
        self.matches: list[str] = []
        self._numbers = itertools.count()

    def votes_in(self, matches: int, per_match: int) -> list[PendingVote]:
        """Return `per_match` votes for each of `matches` new matches: one of each match, then a second of each, …"""
        match = self.template.match
        assert isinstance(match, Voting)
        seats = waiting_for(match)[:per_match]
        logs = [self._copy() for _ in range(matches)]
        insert_matches(logs)
        self.matches += [log.match_id for log in logs]
        return [self._vote(log.match_id, match, seat) for seat in seats for log in logs]

    @property
    def initial_version(self) -> int:
        """The version of every match before its first vote."""
        return len(self.template.events)

    def votes(self, count: int, *, warm: bool) -> list[PendingVote]:
        """Return `count` votes in new matches: one of each match, then a second of each, and so on.

        Args:
            warm: Load the matches into this process's cache, as if they had been played here so far.
        """
        match = self.template.match
        assert isinstance(match, Voting)
        # The last vote would score the round as well.
        seats = waiting_for(match)[:-1]
        logs = [self._copy() for _ in range(-(-count // len(seats)))]
        insert_matches(logs)
        self.matches += [log.match_id for log in logs]
        for log in logs if warm else ():
            match_state.load(log.match_id)
        return [self._vote(log.match_id, match, seat) for seat in seats for log in logs][:count]

    def fill(self, count: int) -> None:
        """Insert this many small matches in which nothing will happen, to fill the tables."""
        template = small_match(self.players)
        insert_matches(copy_match(template, f"small {number}") for number in range(count))

    def _copy(self) -> MatchLog:
        return copy_match(self.template, f"{self.tokens[0]} {next(self._numbers)}")

    def _vote(self, match_id: str, match: Voting, seat: int) -> PendingVote:
        (action,) = actions(match, seat)
        assert isinstance(action, MayVote)
        return PendingVote(
            number=next(self._numbers),
            match_id=match_id,
            seat=seat,
            account=self.players[seat].id or "",
            token=self.tokens[seat],
            slots=action.slots[:1],
            phase=f"{match.board.round}.voting",
        )
