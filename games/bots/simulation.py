"""Whole matches among computer players, played through the command handler like any other.

Everything in a simulated match is derived from its seed: ids, shuffles, moves, salts and times (which start in 2026).
So the same seed gives the same matches byte for byte. If the database has them already, they aren't played again.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import count
from random import Random

from django.conf import settings

from games import decks
from games.bots.random_bot import choose_random_move
from games.eventlog import match_state
from games.eventlog.command_metadata import CommandMetadata
from games.matches import match_random
from games.matches.command_decision import Environment
from games.matches.command_handler import handle_command
from games.matches.new_match_terms import under_current_rulebook
from games.matches.slow_lane import open_match
from games.rulebook import Viewer
from games.rulebook.commands import Command, Open, Sit, Start
from games.rulebook.match import Gathering, Match, Over, seated_players
from games.rulebook.player_view import actions
from games.rulebook.rulesets import Ruleset
from games.rulebook.terms import Clock, Deck, Player, Terms
from games.rulebook.waiting import waiting_for

EPOCH = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, kw_only=True, slots=True)
class SimulationResult:
    """The result of a simulated match."""

    match: str
    ruleset: str
    players: int
    rounds: int
    events: int
    status: str
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    head: str


class Simulation:
    """One match of a run, identified by the run's seed, the rule set, the number of players and its own number."""

    def __init__(self, rules: Ruleset, players: int, seed: str, number: int) -> None:
        self.rules = rules
        self.name = f"{seed}/{rules.name}/{players}/{number}"
        self.match_id = self._derive_bytes("match").hex()[:32]
        self.players = [
            Player(id=f"b_{self._derive_bytes(f'player {n}').hex()[:24]}", name=f"Bot {n + 1}", kind="bot")
            for n in range(players)
        ]

    def steps(self) -> Iterator[int]:
        """Play to the end, one command at a time, and yield the version before each."""
        self._open()
        state = match_state.load(self.match_id)
        while state is not None and not isinstance(state.match, Over):
            yield state.version
            self._step(state)
            state = match_state.load(self.match_id)

    def result(self) -> SimulationResult:
        """Return the result of the match, which must be over."""
        state = match_state.load(self.match_id)
        assert state is not None
        ended = state.match
        assert isinstance(ended, Over)
        assert not isinstance(ended.last_phase, Gathering)
        return SimulationResult(
            match=self.match_id,
            ruleset=self.rules.name,
            players=len(self.players),
            rounds=ended.last_phase.board.round,
            events=state.version,
            status=ended.status,
            scores=tuple(score for _, _, score in seated_players(ended)),
            winners=ended.winners,
            head=state.hash,
        )

    def _open(self) -> None:
        seed = self._derive_bytes("seed")
        base = decks.get_deck("base")
        terms = Terms(
            ruleset=self.rules,
            rulebook=settings.NEW_MATCH_RULEBOOK,
            decks=(Deck(name=base.name, digest=base.digest, cards=tuple(card.id for card in base.cards)),),
            seats=len(self.players),
            visibility="unlisted",
            clock=Clock(),
            on_timeout="auto",
            first="claim",
            seed_digest=match_random.seed_commitment(seed),
        )
        command = Open(terms=under_current_rulebook(terms), player=self.players[0])
        open_match(
            self.match_id,
            lambda: command,
            seed,
            metadata=self._command_metadata(self.players[0], 0),
            environment=self._environment(0),
        )

    def _step(self, state: match_state.MatchState) -> None:
        # Seeded anew for each step, so that a run that was interrupted goes on as it would have.
        rng = Random(f"{self.name}/{state.version}")  # noqa: S311  (must be reproducible)
        player, command = self._next_command(state.match, rng)
        environment, metadata = self._environment(state.version), self._command_metadata(player, state.version)
        handle_command(self.match_id, command, metadata=metadata, environment=environment)

    def _next_command(self, match: Match, rng: Random) -> tuple[Player, Command]:
        if isinstance(match, Gathering):
            taken = len(match.taken_seats)
            if taken < len(self.players):
                return self.players[taken], Sit(player=self.players[taken])
            return self.players[0], Start()
        seat = rng.choice(waiting_for(match))
        command = choose_random_move(actions(match, Viewer(seat=seat)), rng)
        assert command is not None, "a player that the match waits for has a move"
        return self.players[seat], command

    def _command_metadata(self, player: Player, version: int) -> CommandMetadata:
        return CommandMetadata(
            account_id=player.id or "", command_id=f"{self.match_id}-{version}", request_digest=self.name
        )

    def _environment(self, version: int) -> Environment:
        return Environment(now=EPOCH + timedelta(seconds=version), make_salt=self._salt_factory(version))

    def _salt_factory(self, version: int) -> Callable[[], str]:
        numbers = count()
        return lambda: self._derive_bytes(f"salt {version} {next(numbers)}").hex()

    def _derive_bytes(self, purpose: str) -> bytes:
        return sha256(f"{self.name}/{purpose}".encode()).digest()
