"""Leaks injected on purpose: faults that online card games have had, and faults that this service could have.

Each is a patch of the code that serializes views or events, or of a rule whose outcome is public.
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
from tests.interference import in_memory_event_log

decide_module: Any = import_module("games.rulebook.decide")

Leak: TypeAlias = Callable[[], AbstractContextManager[Any]]
LEAKS: dict[str, Leak] = {}


def register_leak(name: str) -> Callable[[Leak], Leak]:
    def register(inject: Leak) -> Leak:
        LEAKS[name] = inject
        return inject

    return register


# What is sealed, for which viewer, and until when


def _patch_sealed_parts(
    change: Callable[[Event, sealed.Part, Board | None], sealed.Part],
) -> AbstractContextManager[Any]:
    original = sealed.sealed_parts

    def leaky(event: Event, board: Board | None) -> Iterator[sealed.Part]:
        return (change(event, part, board) for part in original(event, board))

    return patch.object(codec, "sealed_parts", leaky)


def _open_part_immediately(name: str) -> Leak:
    return lambda: _patch_sealed_parts(
        lambda _, part, __: replace(part, opens=sealed.OPENS_NOW) if part.name == name else part
    )


for part in ("order", "card", "cards", "slots", "trap", "hands/0"):
    LEAKS[f"{part} opens at once"] = _open_part_immediately(part)


@register_leak("a hand is readable by the neighbor")
def neighbour_reads_hand() -> AbstractContextManager[Any]:
    def change(event: Event, part: sealed.Part, board: Board | None) -> sealed.Part:
        if board is None or not part.name.startswith("hands/") or part.reader is None:
            return part
        return replace(part, reader=(part.reader + 1) % len(board.players))

    return _patch_sealed_parts(change)


@register_leak("a hand that lies face down is readable at once")
def owner_reads_face_down_hand() -> AbstractContextManager[Any]:
    return _patch_sealed_parts(lambda _, part, __: replace(part, face_down=False))


@register_leak("cards that are passed on are readable by the seat that drew them")
def recipient_reads_passed_cards() -> AbstractContextManager[Any]:
    def change(event: Event, part: sealed.Part, board: Board | None) -> sealed.Part:
        name, _, seat = part.name.partition("/")
        return replace(part, reader=int(seat)) if name == "hands" and part.reader is None else part

    return _patch_sealed_parts(change)


@register_leak("partners can read each other's submission")
def partner_reads_submission() -> AbstractContextManager[Any]:
    def change(event: Event, part: sealed.Part, board: Board | None) -> sealed.Part:
        partner = board.partner(event.seat) if board and isinstance(event, CardsSubmitted) else None
        return part if partner is None else replace(part, reader=partner)

    return _patch_sealed_parts(change)


@register_leak("all salts are equal")
def constant_salt() -> AbstractContextManager[Any]:
    return patch.object(in_memory_event_log, "salts", lambda name: lambda: "00" * 32)


@register_leak("all salts of a match are equal")
def salt_per_match() -> AbstractContextManager[Any]:
    return patch.object(in_memory_event_log, "salts", lambda name: lambda: sha256(name.encode()).hexdigest())


@register_leak("the clue includes a hash of its card")
def clue_includes_card_hash() -> AbstractContextManager[Any]:
    return _patch_encoded_data(ClueGiven, lambda event: {"picture": sha256(str(event.card).encode()).hexdigest()[:8]})


@register_leak("the vote includes its number of slots")
def vote_includes_slot_count() -> AbstractContextManager[Any]:
    return _patch_encoded_data(VoteCast, lambda event: {"count": len(event.slots)})


@register_leak("the submission includes its sort order")
def submission_includes_sort_order() -> AbstractContextManager[Any]:
    return _patch_encoded_data(CardsSubmitted, lambda event: {"order": min(event.cards) < "card-42"})


@register_leak("the shuffle includes the bottom card")
def shuffle_includes_bottom_card() -> AbstractContextManager[Any]:
    return _patch_encoded_data(DeckShuffled, lambda event: {"bottom": event.order[-1]})


def _patch_encoded_data(
    event_type: type[Event], extra_data: Callable[[Any], dict[str, Any]]
) -> AbstractContextManager[Any]:
    original = codec.encode

    def leaky(event: Event, match: Match | None, version: int, salt: Callable[[], str]) -> Any:
        data, openings = original(event, match, version, salt)
        return (data | extra_data(event) if isinstance(event, event_type) else data), openings

    return patch.object(event_writer, "encode", leaky)


# What views show


def _patch_view(change: Callable[[MatchView, Match, Board, Viewer], MatchView]) -> AbstractContextManager[Any]:
    original = player_view.view

    def leaky(match: Match, viewer: Viewer) -> MatchView:
        view, board = original(match, viewer), board_of(match)
        return view if board is None else change(view, match, board, viewer)

    return patch("games.matches.match_queries.view", leaky)


@register_leak("the tableau includes the owners")
def tableau_names_owners() -> AbstractContextManager[Any]:
    def change(view: MatchView, match: Match, board: Board, viewer: Viewer) -> MatchView:
        if not isinstance(match, Voting):
            return view
        shown = (
            Shown(slot=slot, card=card, seat=voting._owner_of(match, card), votes=())
            for slot, card in enumerate(match.tableau, 1)
        )
        return replace(view, tableau=tuple(shown))

    return _patch_view(change)


@register_leak("the tableau is in the order of the owners")
def tableau_in_owner_order() -> AbstractContextManager[Any]:
    def change(view: MatchView, match: Match, board: Board, viewer: Viewer) -> MatchView:
        if not isinstance(match, Voting):
            return view
        laid: list[Any] = sorted(view.tableau, key=lambda laid: voting._owner_of(match, laid.card))
        return replace(view, tableau=tuple(laid))

    return _patch_view(change)


@register_leak("a view includes the first card of the next hand")
def hand_includes_card_of_next_hand() -> AbstractContextManager[Any]:
    def change(view: MatchView, match: Match, board: Board, viewer: Viewer) -> MatchView:
        if view.you is None or view.you.hand is None:
            return view
        other = board.hands[(view.you.seat + 1) % len(board.hands)]
        return replace(view, you=replace(view.you, hand=(*view.you.hand, *other[:1])))

    return _patch_view(change)


@register_leak("a view includes a hand that lies face down")
def view_includes_face_down_hand() -> AbstractContextManager[Any]:
    def change(view: MatchView, match: Match, board: Board, viewer: Viewer) -> MatchView:
        return replace(view, you=replace(view.you, hand=board.hands[view.you.seat])) if view.you else view

    return _patch_view(change)


@register_leak("all views include the storyteller's card")
def view_includes_storytellers_card() -> AbstractContextManager[Any]:
    def change(view: MatchView, match: Match, board: Board, viewer: Viewer) -> MatchView:
        if not isinstance(match, Submitting | Voting) or view.you is None or board.storyteller is None:
            return view
        return replace(view, you=replace(view.you, submitted=match.submitted_cards[board.storyteller]))

    return _patch_view(change)


@register_leak("scores include pending votes")
def scores_include_pending_votes() -> AbstractContextManager[Any]:
    def change(view: MatchView, match: Match, board: Board, viewer: Viewer) -> MatchView:
        if not isinstance(match, Voting):
            return view
        seats = (replace(seat, score=seat.score + sum(match.votes[seat.seat] or ())) for seat in view.seats)
        return replace(view, seats=tuple(seats))

    return _patch_view(change)


@register_leak("`done` depends on which slot was voted for")
def done_flag_depends_on_vote() -> AbstractContextManager[Any]:
    def change(view: MatchView, match: Match, board: Board, viewer: Viewer) -> MatchView:
        if not isinstance(match, Voting):
            return view
        seats = (replace(seat, done=match.votes[seat.seat] == match.votes[0]) for seat in view.seats)
        return replace(view, seats=tuple(seats))

    return _patch_view(change)


@register_leak("the deck count depends on the order of the deck")
def deck_count_depends_on_order() -> AbstractContextManager[Any]:
    def change(view: MatchView, match: Match, board: Board, viewer: Viewer) -> MatchView:
        low_card_count = sum(card < "card-42" for card in board.deck)
        return replace(view, deck_count=low_card_count)

    return _patch_view(change)


# What may be done, and how it is refused


@register_leak("the storyteller's slot is not offered")
def storytellers_slot_not_offered() -> AbstractContextManager[Any]:
    original = player_view.actions

    def leaky(match: Match, viewer: Viewer) -> Any:
        found = original(match, viewer)
        if not isinstance(match, Voting) or match.board.storyteller is None:
            return found
        storytellers_slot = match.tableau.index(match.submitted_cards[match.board.storyteller][0]) + 1
        return tuple(
            replace(action, slots=tuple(slot for slot in action.slots if slot != storytellers_slot))
            if isinstance(action, MayVote)
            else action
            for action in found
        )

    return patch.object(player_view, "actions", leaky)


def _patch_refusal_message(change: Callable[[Match, Any, Any], str | None]) -> AbstractContextManager[Any]:
    original = decide_module.act

    def leaky(match: Match, command: Any, actor: Any, now: datetime) -> Any:
        try:
            return original(match, command, actor, now)
        except refusals.Refused as refused:
            message = change(match, command, actor)
            raise refusals.Refused(refused.reason, message or str(refused)) from None

    return patch.object(decide_module, "act", leaky)


@register_leak("a refusal reveals that another hand has the card")
def refusal_reveals_other_hand() -> AbstractContextManager[Any]:
    def change(match: Match, command: Any, actor: Any) -> str | None:
        board = board_of(match)
        cards = getattr(command, "cards", None) or ()
        held = board and any(set(cards) & set(hand) for seat, hand in enumerate(board.hands) if seat != actor)
        return "Another has it." if held else None

    return _patch_refusal_message(change)


@register_leak("a refusal reveals that the deck has the card")
def refusal_reveals_deck() -> AbstractContextManager[Any]:
    def change(match: Match, command: Any, actor: Any) -> str | None:
        board = board_of(match)
        card = getattr(command, "card", None)
        return "Nobody has it." if board and card in board.deck else None

    return _patch_refusal_message(change)


@register_leak("a refusal reveals who submitted the card")
def refusal_reveals_submitter() -> AbstractContextManager[Any]:
    def change(match: Match, command: Any, actor: Any) -> str | None:
        cards = getattr(command, "cards", None) or ()
        given = match.submitted_cards if isinstance(match, Submitting | Voting) else ()
        return next(
            (f"Seat {seat} gave it." for seat, submitted in enumerate(given) if set(cards) & set(submitted)), None
        )

    return _patch_refusal_message(change)


@register_leak("a refusal reveals the storyteller's slot")
def refusal_reveals_storytellers_slot() -> AbstractContextManager[Any]:
    def change(match: Match, command: Any, actor: Any) -> str | None:
        if not isinstance(match, Voting) or match.board.storyteller is None or not getattr(command, "slots", None):
            return None
        storytellers_slot = match.tableau.index(match.submitted_cards[match.board.storyteller][0]) + 1
        return "Found!" if storytellers_slot in command.slots else None

    return _patch_refusal_message(change)


# What follows automatically


@register_leak("the tableau is shuffled from the order of submission")
def tableau_shuffled_from_submission_order() -> AbstractContextManager[Any]:
    original: Any = submitting._lay_tableau

    def leaky(match: Submitting, now: datetime, chance: Chance) -> Any:
        submitted_cards = [card for cards in match.submitted_cards for card in cards]
        laid = original(match, now, chance)
        return replace(laid, tableau=chance(f"tableau/{match.board.round}", submitted_cards))

    return patch.object(submitting, "_lay_tableau", leaky)


@register_leak("voting ends when two agree")
def voting_ends_when_two_agree() -> AbstractContextManager[Any]:
    original = voting.waiting_for

    def leaky(match: Voting) -> tuple[int, ...]:
        votes = [vote for vote in match.votes if vote]
        return () if len(votes) > len(set(votes)) else original(match)

    return patch.object(voting, "waiting_for", leaky)
