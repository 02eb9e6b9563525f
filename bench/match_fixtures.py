"""The stock: users with tokens, and matches in which votes are awaited, written to the database in bulk."""

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
    """One vote that will be cast: it is legal, and it isn't the last one of its round, so it leads to one event."""

    number: int
    match_id: str
    seat: int
    account: str
    token: str
    slots: tuple[int, ...]
    phase: str


class MatchFixtures:
    """Matches of twelve that wait for votes; as many as are asked for, each vote given out once."""

    def __init__(self, min_events: int = 0) -> None:
        with transaction.atomic():
            users = [User.objects.create_guest(f"Player {seat}") for seat in range(PLAYERS_PER_MATCH)]
            self.tokens = [Token.objects.issue(user)[1] for user in users]
        self.players: Sequence[Player] = [player_of(user) for user in users]
        self.template = voting_match(self.players, min_events)
        self.matches: list[str] = []
        self._numbers = itertools.count()

    def votes_in(self, matches: int, per_match: int) -> list[PendingVote]:
        """So many votes in each of so many new matches: first one in each, then another in each."""
        match = self.template.match
        assert isinstance(match, Voting)
        seats = waiting_for(match)[:per_match]
        logs = [self._copy() for _ in range(matches)]
        insert_matches(logs)
        self.matches += [log.match_id for log in logs]
        return [self._vote(log.match_id, match, seat) for seat in seats for log in logs]

    @property
    def initial_version(self) -> int:
        """The version that every match begins at."""
        return len(self.template.events)

    def votes(self, count: int, *, warm: bool) -> list[PendingVote]:
        """So many votes, in matches of their own: first one in each match, then another in each.

        `warm`: this process knows the matches already, as one does in which they have been played so far.
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
        """So many further matches, small ones, in which nothing will happen."""
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
