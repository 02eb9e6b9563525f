"""The board: what outlasts the phases of a started match."""

from dataclasses import dataclass

from games.rulebook.cards import Pile
from games.rulebook.round import ScoredRound
from games.rulebook.rulesets import Ruleset, at
from games.rulebook.terms import Player, Terms


@dataclass(frozen=True, kw_only=True, slots=True)
class Board:
    """What outlasts the phases of a started match; tuples run over the seats."""

    terms: Terms
    players: tuple[Player, ...]
    host: int
    scores: tuple[int, ...]
    hands: tuple[Pile, ...]
    deck: Pile = ()
    """Face down; the first card is the top."""
    discard: Pile = ()
    round: int = 0
    storyteller: int | None = None
    reshuffles: int = 0
    abandoning: tuple[int, ...] = ()
    """Seats that agreed in this round to abandon the match."""
    last_round: ScoredRound | None = None

    @property
    def rules(self) -> Ruleset:
        return self.terms.ruleset

    @property
    def seats(self) -> range:
        return range(len(self.players))

    @property
    def hand_size(self) -> int:
        return at(self.rules.hand, len(self.players))

    @property
    def left_of_storyteller(self) -> int:
        """The next seat clockwise; seat 0 before anybody has told."""
        return 0 if self.storyteller is None else (self.storyteller + 1) % len(self.players)
