"""The board: what outlasts the phases of a started match."""

from dataclasses import dataclass

from games.rulebook.cards import Draw, Pile
from games.rulebook.round import ScoredRound
from games.rulebook.rulesets import Ruleset, value_for
from games.rulebook.terms import Player, Terms


@dataclass(frozen=True, kw_only=True, slots=True)
class Board:
    """What outlasts the phases of a started match; tuples run over the seats."""

    terms: Terms
    players: tuple[Player, ...]
    host: int
    draw: Draw
    scores: tuple[int, ...]
    hands: tuple[Pile, ...]
    deck: Pile = ()
    """Face down; the first card is the top."""
    discard: Pile = ()
    round: int = 0
    storyteller: int | None = None
    reshuffles: int = 0
    agreed_to_abandon: tuple[int, ...] = ()
    """Seats that agreed in this round to abandon the match."""
    resigned: tuple[int, ...] = ()
    """Seats whose players have left: luck plays for them at once."""
    last_round: ScoredRound | None = None
    face_down_seats: tuple[int, ...] = ()
    """Seats whose hand lies face down even to themselves, until a clue is given."""
    unseen_counts: tuple[int, ...] = ()
    """How many cards at the end of each hand its holder hasn't looked at yet; empty is none at all."""
    rounds_without_clue: int = 0
    """How many rounds have passed without a clue since the last one."""

    @property
    def rules(self) -> Ruleset:
        return self.terms.ruleset

    @property
    def seats(self) -> range:
        return range(len(self.players))

    @property
    def active_seats(self) -> tuple[int, ...]:
        """The seats whose players have not resigned."""
        return tuple(seat for seat in self.seats if seat not in self.resigned)

    @property
    def non_bot_seats(self) -> tuple[int, ...]:
        """The seats of those present who are no computer players."""
        return tuple(seat for seat in self.active_seats if self.players[seat].kind != "bot")

    @property
    def hand_size(self) -> int:
        return value_for(self.rules.hand, len(self.players))

    @property
    def left_of_storyteller(self) -> int:
        """The next seat clockwise; seat 0 before anybody has told."""
        return 0 if self.storyteller is None else (self.storyteller + 1) % len(self.players)

    @property
    def next_face_down_seats(self) -> tuple[int, ...]:
        """Whose hand will lie face down in the next round (O1-ru, O2-ru: the storyteller's; O-ja: everyone's).

        In round 1 it is everyone's: anyone may become the storyteller.
        """
        if self.rules.crowd is None:
            return ()
        if self.rules.crowd.blind == "everyone" or self.storyteller is None:
            return tuple(self.seats)
        return (self.left_of_storyteller,)

    @property
    def face_down_seats_after_draw(self) -> tuple[int, ...]:
        """Whose hand lies face down once cards have been drawn: everyone's while the hands are on their way."""
        crowd = self.rules.crowd
        return tuple(self.seats) if crowd and crowd.pass_hands else self.next_face_down_seats

    def known_cards(self, seat: int) -> Pile:
        """The cards of a hand that lies face down which its holder has seen before."""
        if seat not in self.face_down_seats:
            return ()
        hand = self.hands[seat]
        return hand[: len(hand) - self.unseen_counts[seat]] if self.unseen_counts else hand

    def partner(self, seat: int) -> int | None:
        """In Team, who sits opposite."""
        return (seat + len(self.players) // 2) % len(self.players) if self.rules.teams else None

    def is_storyteller_or_partner(self, seat: int) -> bool:
        """Whether it is the storyteller, or in Team the partner."""
        return self.storyteller in (seat, self.partner(seat))
