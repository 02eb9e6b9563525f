"""Leaks, put in on purpose: what has gone wrong in online card games, and what could here.

Each is a patch of the code that shows or tells, or of a rule whose outcome everybody sees.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import datetime
from hashlib import sha256
from importlib import import_module
from typing import Any, TypeAlias
from unittest.mock import patch

from games.eventlog import codec, event_writer
from games.rulebook import player_view, refusals, sealed
from games.rulebook.actions import MayVote
from games.rulebook.board import Board
from games.rulebook.cards import Chance
from games.rulebook.events import CardsSubmitted, ClueGiven, DeckShuffled, Event, VoteCast
from games.rulebook.match import Match, Submitting, Voting, board_of
from games.rulebook.phases import submitting, voting
from games.rulebook.round import Shown
from games.rulebook.view_types import MatchView, Viewer
from tests.interference import log

deciding: Any = import_module("games.rulebook.decide")

Leak: TypeAlias = Callable[[], AbstractContextManager[Any]]
LEAKS: dict[str, Leak] = {}


def leak(name: str) -> Callable[[Leak], Leak]:
    def kept(put_in: Leak) -> Leak:
        LEAKS[name] = put_in
        return put_in

    return kept


# What is sealed, for whom, until when


def _parts(change: Callable[[Event, sealed.Part, Board | None], sealed.Part]) -> AbstractContextManager[Any]:
    honest = sealed.sealed_parts

    def leaky(event: Event, board: Board | None) -> Iterator[sealed.Part]:
        return (change(event, part, board) for part in honest(event, board))

    return patch.object(codec, "sealed_parts", leaky)


def _opened_too_soon(name: str) -> Leak:
    return lambda: _parts(lambda _, part, __: replace(part, opens=sealed.OPENS_NOW) if part.name == name else part)


for part in ("order", "card", "cards", "slots", "trap", "hands/0"):
    LEAKS[f"{part} opens at once"] = _opened_too_soon(part)


@leak("hands are read by the neighbour")
def hands_of_the_neighbour() -> AbstractContextManager[Any]:
    def change(event: Event, part: sealed.Part, board: Board | None) -> sealed.Part:
        if board is None or not part.name.startswith("hands/") or part.reader is None:
            return part
        return replace(part, reader=(part.reader + 1) % len(board.players))

    return _parts(change)


@leak("hands that lie face down are read at once")
def face_down_hands() -> AbstractContextManager[Any]:
    return _parts(lambda _, part, __: replace(part, face_down=False))


@leak("cards that are passed on are read by who draws them")
def passed_hands() -> AbstractContextManager[Any]:
    def change(event: Event, part: sealed.Part, board: Board | None) -> sealed.Part:
        name, _, seat = part.name.partition("/")
        return replace(part, reader=int(seat)) if name == "hands" and part.reader is None else part

    return _parts(change)


@leak("partners read what the other gives")
def partners() -> AbstractContextManager[Any]:
    def change(event: Event, part: sealed.Part, board: Board | None) -> sealed.Part:
        partner = board.partner(event.seat) if board and isinstance(event, CardsSubmitted) else None
        return part if partner is None else replace(part, reader=partner)

    return _parts(change)


@leak("the salt is always the same")
def one_salt() -> AbstractContextManager[Any]:
    return patch.object(log, "salts", lambda name: lambda: "00" * 32)


@leak("the salt is the match's own")
def one_salt_a_match() -> AbstractContextManager[Any]:
    return patch.object(log, "salts", lambda name: lambda: sha256(name.encode()).hexdigest())


@leak("the clue names its card by a hash")
def hashed_card() -> AbstractContextManager[Any]:
    return _encoded(ClueGiven, lambda event: {"picture": sha256(str(event.card).encode()).hexdigest()[:8]})


@leak("the vote says how far it is from the last")
def vote_told() -> AbstractContextManager[Any]:
    return _encoded(VoteCast, lambda event: {"count": len(event.slots)})


@leak("what is submitted says how it sorts")
def sorted_place() -> AbstractContextManager[Any]:
    return _encoded(CardsSubmitted, lambda event: {"order": min(event.cards) < "card-42"})


@leak("the deck's bottom card is told with it")
def bottom_card() -> AbstractContextManager[Any]:
    return _encoded(DeckShuffled, lambda event: {"bottom": event.order[-1]})


def _encoded(kind: type[Event], more: Callable[[Any], dict[str, Any]]) -> AbstractContextManager[Any]:
    honest = codec.encode

    def leaky(event: Event, board: Board | None, salt: Callable[[], str]) -> codec.EncodedEvent:
        encoded = honest(event, board, salt)
        return replace(encoded, data=encoded.data | more(event)) if isinstance(event, kind) else encoded

    return patch.object(event_writer, "encode", leaky)


# What is shown


def _view(change: Callable[[MatchView, Match, Board, Viewer], MatchView]) -> AbstractContextManager[Any]:
    honest = player_view.view

    def leaky(match: Match, viewer: Viewer) -> MatchView:
        seen, board = honest(match, viewer), board_of(match)
        return seen if board is None else change(seen, match, board, viewer)

    return patch("games.matches.match_queries.view", leaky)


@leak("the tableau names owners")
def owners() -> AbstractContextManager[Any]:
    def change(seen: MatchView, match: Match, board: Board, viewer: Viewer) -> MatchView:
        if not isinstance(match, Voting):
            return seen
        shown = (
            Shown(slot=slot, card=card, seat=voting._owner_of(match, card), votes=())
            for slot, card in enumerate(match.tableau, 1)
        )
        return replace(seen, tableau=tuple(shown))

    return _view(change)


@leak("the tableau lies in the order of its owners")
def order_of_owners() -> AbstractContextManager[Any]:
    def change(seen: MatchView, match: Match, board: Board, viewer: Viewer) -> MatchView:
        if not isinstance(match, Voting):
            return seen
        laid: list[Any] = sorted(seen.tableau, key=lambda laid: voting._owner_of(match, laid.card))
        return replace(seen, tableau=tuple(laid))

    return _view(change)


@leak("a hand shows the next hand's first card")
def next_hand() -> AbstractContextManager[Any]:
    def change(seen: MatchView, match: Match, board: Board, viewer: Viewer) -> MatchView:
        if seen.you is None or seen.you.hand is None:
            return seen
        other = board.hands[(seen.you.seat + 1) % len(board.hands)]
        return replace(seen, you=replace(seen.you, hand=(*seen.you.hand, *other[:1])))

    return _view(change)


@leak("a hand that lies face down is shown")
def own_hand_up() -> AbstractContextManager[Any]:
    def change(seen: MatchView, match: Match, board: Board, viewer: Viewer) -> MatchView:
        return replace(seen, you=replace(seen.you, hand=board.hands[seen.you.seat])) if seen.you else seen

    return _view(change)


@leak("what the storyteller gave is shown to all")
def storytellers_card() -> AbstractContextManager[Any]:
    def change(seen: MatchView, match: Match, board: Board, viewer: Viewer) -> MatchView:
        if not isinstance(match, Submitting | Voting) or seen.you is None or board.storyteller is None:
            return seen
        return replace(seen, you=replace(seen.you, submitted=match.submitted_cards[board.storyteller]))

    return _view(change)


@leak("scores count votes as they come")
def early_scores() -> AbstractContextManager[Any]:
    def change(seen: MatchView, match: Match, board: Board, viewer: Viewer) -> MatchView:
        if not isinstance(match, Voting):
            return seen
        seats = (replace(seat, score=seat.score + sum(match.votes[seat.seat] or ())) for seat in seen.seats)
        return replace(seen, seats=tuple(seats))

    return _view(change)


@leak("done is only who has voted as the first did")
def done_by_content() -> AbstractContextManager[Any]:
    def change(seen: MatchView, match: Match, board: Board, viewer: Viewer) -> MatchView:
        if not isinstance(match, Voting):
            return seen
        seats = (replace(seat, done=match.votes[seat.seat] == match.votes[0]) for seat in seen.seats)
        return replace(seen, seats=tuple(seats))

    return _view(change)


@leak("the deck is counted without its last card's kind")
def deck_count() -> AbstractContextManager[Any]:
    def change(seen: MatchView, match: Match, board: Board, viewer: Viewer) -> MatchView:
        low = sum(card < "card-42" for card in board.deck)
        return replace(seen, deck_count=low)

    return _view(change)


# What may be done, and how it is refused


@leak("the storyteller's slot can't be chosen")
def slot_not_offered() -> AbstractContextManager[Any]:
    honest = player_view.actions

    def leaky(match: Match, viewer: Viewer) -> Any:
        found = honest(match, viewer)
        if not isinstance(match, Voting) or match.board.storyteller is None:
            return found
        told = match.tableau.index(match.submitted_cards[match.board.storyteller][0]) + 1
        return tuple(
            replace(action, slots=tuple(slot for slot in action.slots if slot != told))
            if isinstance(action, MayVote)
            else action
            for action in found
        )

    return patch.object(player_view, "actions", leaky)


def _refusing(change: Callable[[Match, Any], str | None]) -> AbstractContextManager[Any]:
    honest = deciding.act

    def leaky(match: Match, command: Any, now: datetime) -> Any:
        try:
            return honest(match, command, now)
        except refusals.Refused as refused:
            words = change(match, command)
            raise refusals.Refused(refused.reason, words or str(refused)) from None

    return patch.object(deciding, "act", leaky)


@leak("a card that another holds is refused in other words")
def who_holds_it() -> AbstractContextManager[Any]:
    def change(match: Match, command: Any) -> str | None:
        board = board_of(match)
        cards = getattr(command, "cards", None) or ()
        held = board and any(set(cards) & set(hand) for seat, hand in enumerate(board.hands) if seat != command.seat)
        return "Another has it." if held else None

    return _refusing(change)


@leak("a card that is still in the deck is refused in other words")
def not_drawn_yet() -> AbstractContextManager[Any]:
    def change(match: Match, command: Any) -> str | None:
        board = board_of(match)
        card = getattr(command, "card", None)
        return "Nobody has it." if board and card in board.deck else None

    return _refusing(change)


@leak("whoever gives twice hears who gave the card")
def given_already() -> AbstractContextManager[Any]:
    def change(match: Match, command: Any) -> str | None:
        cards = getattr(command, "cards", None) or ()
        given = match.submitted_cards if isinstance(match, Submitting | Voting) else ()
        return next((f"Seat {seat} gave it." for seat, lies in enumerate(given) if set(cards) & set(lies)), None)

    return _refusing(change)


@leak("voting for the storyteller's card is met in other words")
def right_vote() -> AbstractContextManager[Any]:
    def change(match: Match, command: Any) -> str | None:
        if not isinstance(match, Voting) or match.board.storyteller is None or not getattr(command, "slots", None):
            return None
        told = match.tableau.index(match.submitted_cards[match.board.storyteller][0]) + 1
        return "Found!" if told in command.slots else None

    return _refusing(change)


# What follows by itself


@leak("the tableau is shuffled as it was given")
def unsorted_tableau() -> AbstractContextManager[Any]:
    honest: Any = submitting._lay_tableau

    def leaky(match: Submitting, now: datetime, chance: Chance) -> Any:
        lying = [card for cards in match.submitted_cards for card in cards]
        laid = honest(match, now, chance)
        return replace(laid, tableau=chance(f"tableau/{match.board.round}", lying))

    return patch.object(submitting, "_lay_tableau", leaky)


@leak("voting ends when two agree")
def decided() -> AbstractContextManager[Any]:
    honest = voting.waiting_for

    def leaky(match: Voting) -> tuple[int, ...]:
        votes = [vote for vote in match.votes if vote]
        return () if len(votes) > len(set(votes)) else honest(match)

    return patch.object(voting, "waiting_for", leaky)
