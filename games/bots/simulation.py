"""Whole matches among computer players, played through the table like any other.

Everything in a simulated match follows from its seed: ids, luck, moves, salts, times (which begin in 2026). So the same
seed gives the same matches to the byte; in a database that has them already, they are found and told of again.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from random import Random

from games import decks
from games.bots.random import move
from games.eventlog import match_state
from games.eventlog.command_metadata import CommandMetadata
from games.matches import match_random
from games.matches.command_handler import Environment, UnboundCommand, handle_command, open_match
from games.rulebook import RULEBOOK_VERSION, Viewer
from games.rulebook.commands import Open, Sit, Start
from games.rulebook.match import Gathering, Match, Over, seated_players
from games.rulebook.player_view import actions, waiting_for
from games.rulebook.rulesets import Ruleset
from games.rulebook.terms import Clock, Deck, Player, Terms

EPOCH = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, kw_only=True, slots=True)
class Result:
    """How a simulated match came out."""

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
    """One match of a run, told apart by the run's seed and its number."""

    def __init__(self, rules: Ruleset, players: int, seed: str, number: int) -> None:
        self.rules = rules
        self.name = f"{seed}/{rules.name}/{players}/{number}"
        self.match_id = self._digest("match").hex()[:32]
        self.players = [
            Player(id=f"b_{self._digest(f'player {n}').hex()[:24]}", name=f"Bot {n + 1}", kind="bot")
            for n in range(players)
        ]

    def steps(self) -> Iterator[int]:
        """Play to the end, step by step; gives the version reached."""
        self._open()
        folded = match_state.load(self.match_id)
        while folded is not None and not isinstance(folded.match, Over):
            yield folded.version
            self._step(folded)
            folded = match_state.load(self.match_id)

    def result(self) -> Result:
        """The result of a match that is over."""
        folded = match_state.load(self.match_id)
        assert folded is not None
        over = folded.match
        assert isinstance(over, Over)
        assert not isinstance(over.last_phase, Gathering)
        return Result(
            match=self.match_id,
            ruleset=self.rules.name,
            players=len(self.players),
            rounds=over.last_phase.board.round,
            events=folded.version,
            status=over.status,
            scores=tuple(score for _, _, score in seated_players(over)),
            winners=over.winners,
            head=folded.hash,
        )

    def _open(self) -> None:
        seed = self._digest("seed")
        base = decks.get_deck("base")
        terms = Terms(
            ruleset=self.rules,
            rulebook=RULEBOOK_VERSION,
            decks=(Deck(name=base.name, digest=base.digest, cards=tuple(card.id for card in base.cards)),),
            seats=len(self.players),
            visibility="unlisted",
            clock=Clock(),
            on_timeout="auto",
            first="claim",
            seed_digest=match_random.seed_commitment(seed),
        )
        command = Open(terms=terms, player=self.players[0])
        open_match(
            self.match_id, lambda: command, seed, metadata=self._caller(self.players[0], 0), environment=self._world(0)
        )

    def _step(self, folded: match_state.MatchState) -> None:
        chance = Random(f"{self.name}/{folded.version}")  # noqa: S311  (it shall be repeatable)
        player, ask = self._next(folded.match, chance)
        world, caller = self._world(folded.version), self._caller(player, folded.version)
        handle_command(self.match_id, ask, metadata=caller, environment=world)

    def _next(self, match: Match, chance: Random) -> tuple[Player, UnboundCommand]:
        if isinstance(match, Gathering):
            taken = len(match.taken_seats)
            if taken < len(self.players):
                return self.players[taken], Sit(player=self.players[taken])
            return self.players[0], lambda seat: Start(seat=seat)
        seat = chance.choice(waiting_for(match))
        ask = move(actions(match, Viewer(seat=seat)), chance)
        assert ask is not None, "who is waited for has something to do"
        return self.players[seat], ask

    def _caller(self, player: Player, version: int) -> CommandMetadata:
        return CommandMetadata(
            account_id=player.id or "", command_id=f"{self.match_id}-{version}", request_digest=self.name
        )

    def _world(self, version: int) -> Environment:
        return Environment(now=EPOCH + timedelta(seconds=version), make_salt=self._salts(version))

    def _salts(self, version: int) -> Callable[[], str]:
        count = iter(range(1_000_000))
        return lambda: self._digest(f"salt {version} {next(count)}").hex()

    def _digest(self, what: str) -> bytes:
        return sha256(f"{self.name}/{what}".encode()).digest()
