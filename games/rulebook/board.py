"""The board: the part of a started match's state that outlasts its phases."""

from dataclasses import dataclass

from games.rulebook.cards import Draw, Pile
from games.rulebook.round import RoundOutcome, ScoredRound
from games.rulebook.rulesets import Crowd, Ruleset, value_for_player_count
from games.rulebook.seating import partner_seat
from games.rulebook.terms import Player, Terms


@dataclass(frozen=True, kw_only=True, slots=True)
class Board:
    """The part of a started match's state that outlasts its phases; tuples are indexed by seat."""

    terms: Terms
    players: tuple[Player, ...]
    host: int
    kicked: frozenset[str] = frozenset()
    """The ids of people whom the host has removed from the lobby for good."""
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
    """Seats that have agreed in this round to abandon the match, in ascending order."""
    resigned: tuple[int, ...] = ()
    """Seats whose players have resigned, in ascending order; their moves are made automatically, at once."""
    last_round: ScoredRound | None = None
    history: tuple[RoundOutcome, ...] = ()
    """The rounds that have been scored, in order."""
    face_down_seats: tuple[int, ...] = ()
    """Seats whose hand lies face down even to its holder, until a clue is given."""
    unseen_counts: tuple[int, ...] = ()
    """By seat, how many cards at the end of the hand its holder hasn't seen yet; empty if there are none at all."""
    rounds_without_clue: int = 0
    """How many rounds in a row have been called off for want of a clue."""

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
        """The active seats of people, not computer players."""
        return tuple(seat for seat in self.active_seats if self.players[seat].kind != "bot")

    @property
    def hand_size(self) -> int:
        return value_for_player_count(self.rules.hand, len(self.players))

    @property
    def left_of_storyteller(self) -> int:
        """The next seat clockwise from the storyteller; seat 0 before there has been one."""
        return 0 if self.storyteller is None else (self.storyteller + 1) % len(self.players)

    @property
    def passes_hands(self) -> bool:
        """Whether all hands go to the left at the end of a round."""
        return self.rules.crowd is not None and self.rules.crowd.pass_hands

    @property
    def next_face_down_seats(self) -> tuple[int, ...]:
        """The seats whose hand will lie face down in the next round."""
        return seats_with_next_hand_face_down(self.rules.crowd, self.storyteller, len(self.players))

    @property
    def face_down_seats_after_draw(self) -> tuple[int, ...]:
        """The seats whose hand lies face down once cards have been drawn: all of them if hands will be passed on."""
        return tuple(self.seats) if self.passes_hands else self.next_face_down_seats

    def known_cards(self, seat: int) -> Pile:
        """The cards that a holder has seen before in a hand that lies face down now; empty for other hands."""
        if seat not in self.face_down_seats:
            return ()
        hand = self.hands[seat]
        # Cards are added at the end of a hand, so the unseen ones are always the last. Without counts the whole hand
        # was known before it was turned over.
        return hand[: len(hand) - self.unseen_counts[seat]] if self.unseen_counts else hand

    def partner(self, seat: int) -> int | None:
        """The seat opposite in Team, or None."""
        return partner_seat(seat, len(self.players)) if self.rules.teams else None

    def is_storyteller_or_partner(self, seat: int) -> bool:
        """Whether this is the storyteller's seat or, in Team, the partner's."""
        return self.storyteller in (seat, self.partner(seat))


def seats_with_next_hand_face_down(crowd: Crowd | None, storyteller: int | None, seat_count: int) -> tuple[int, ...]:
    """Return the seats whose hand will lie face down in the round after this storyteller's.

    That is the next storyteller's (O1-ru, O2-ru) or everyone's (O-ja). In round 1 it is always everyone's, because
    anyone may become the storyteller.
    """
    if crowd is None:
        return ()
    if crowd.blind == "everyone" or storyteller is None:
        return tuple(range(seat_count))
    return ((storyteller + 1) % seat_count,)
