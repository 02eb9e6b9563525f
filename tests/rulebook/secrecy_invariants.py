"""The secrecy invariants: the events alone determine what a viewer may know, and hidden state may change unseen."""

import re
from dataclasses import dataclass, field, fields, replace
from random import Random
from typing import Any

from games.rulebook import Match, Viewer, view
from games.rulebook.audience import key_opened_by
from games.rulebook.board import Board
from games.rulebook.event_names import EVENT_NAME_BY_CLASS
from games.rulebook.events import (
    CardsSubmitted,
    ClueGiven,
    DeckReshuffled,
    DeckShuffled,
    Discarded,
    Event,
    HandsDealt,
    HandsPassed,
    HandsRefilled,
    MatchEnded,
    MatchOpened,
    MatchStarted,
    RoundBegun,
    RoundCalledOff,
    RoundScored,
    StorytellerClaimed,
    TableauLaid,
    VoteCast,
)
from games.rulebook.match import Gathering, Over, Started, Submitting, Voting, board_of
from games.rulebook.rulesets import Crowd
from games.rulebook.sealed import OPENS_AT_END, OPENS_NOW, Part, sealed_parts
from tests.rulebook.random_matches import MatchHistory, require
from tests.rulebook.random_players import GUEST_VIEWER, occupied_seats

SECRET_FIELDS_BY_EVENT: dict[type[Event], set[str]] = {
    DeckShuffled: {"order"},
    DeckReshuffled: {"order"},
    HandsDealt: {"hands"},
    HandsRefilled: {"hands"},
    ClueGiven: {"card"},
    CardsSubmitted: {"cards"},
    HandsPassed: {"hands"},
    VoteCast: {"slots", "trap"},
}
"""The fields that say what a player must not know."""


@dataclass(kw_only=True)
class KnownCards:
    """The cards that each viewer has been shown, derived from the events only."""

    all_cards: frozenset[str] = frozenset()
    crowd: Crowd | None = None
    seats: frozenset[int] = frozenset()
    storyteller: int | None = None
    unseen_by_holder: dict[int, set[str]] = field(default_factory=dict)
    """Cards in a hand that its holder hasn't been shown."""
    face_down_seats: frozenset[int] = frozenset()
    """Whose hand lies face down to themselves."""
    hands: dict[int, set[str]] = field(default_factory=dict)
    submitted: dict[int, set[str]] = field(default_factory=dict)
    face_up: set[str] = field(default_factory=set)
    last_round: set[str] = field(default_factory=set)

    def apply_event(self, event: Event) -> None:  # noqa: C901, PLR0912
        match event:
            case MatchOpened():
                self.all_cards = frozenset(card for deck in event.decks for card in deck.cards)
                self.crowd = event.ruleset.crowd
            case MatchStarted():
                self.seats = frozenset(range(len(event.seats)))
            case HandsDealt() | HandsRefilled():
                will_be_passed = self.crowd and self.crowd.pass_hands
                self.face_down_seats = self.seats if will_be_passed else self._next_face_down_seats()
                self._deal_hands(event.hands)
            case HandsPassed():
                self.hands, self.unseen_by_holder, self.face_down_seats = {}, {}, self._next_face_down_seats()
                self._deal_hands(event.hands)
            case RoundBegun():
                self.face_down_seats |= self._next_face_down_seats()
                self.storyteller = event.storyteller
            case StorytellerClaimed():
                self.storyteller = event.seat
            case ClueGiven():
                self.storyteller = event.seat
                self._turn_hands_up()
                if event.card is not None:
                    self._submit_cards(event.seat, (event.card,))
            case CardsSubmitted():
                self._submit_cards(event.seat, event.cards)
            case TableauLaid():
                self.face_up = set(event.tableau)
            case RoundScored():
                self.last_round = {shown.card for shown in event.tableau}
            case Discarded():
                self.face_up, self.submitted = set(), {}
            case MatchEnded():
                self._turn_hands_up()
            case _:
                pass

    def _next_face_down_seats(self) -> frozenset[int]:
        if self.crowd is None:
            return frozenset()
        if self.crowd.blind == "everyone" or self.storyteller is None:
            return self.seats
        return frozenset({(self.storyteller + 1) % len(self.seats)})

    def _deal_hands(self, hands: tuple[tuple[str, ...], ...]) -> None:
        for seat, cards in enumerate(hands):
            self.hands.setdefault(seat, set())
            (self.unseen_by_holder if seat in self.face_down_seats else self.hands).setdefault(seat, set()).update(
                cards
            )

    def _turn_hands_up(self) -> None:
        for seat, cards in self.unseen_by_holder.items():
            self.hands[seat] |= cards
        self.unseen_by_holder, self.face_down_seats = {}, frozenset()

    def _submit_cards(self, seat: int, cards: tuple[str, ...]) -> None:
        self.hands[seat] -= set(cards)
        self.submitted.setdefault(seat, set()).update(cards)

    def public_cards(self) -> set[str]:
        return self.face_up | self.last_round

    def known_to(self, seat: int | None) -> set[str]:
        own = set() if seat is None else self.hands.get(seat, set()) | self.submitted.get(seat, set())
        return own | self.public_cards()


def cards_in(record: Any, all_cards: frozenset[str]) -> frozenset[str]:
    """Return every card named anywhere in a record, at any depth of its text."""
    return all_cards.intersection(re.findall(r"'([^']*)'", repr(record)))


def all_viewers(match: Match) -> tuple[Viewer, ...]:
    return (Viewer(), GUEST_VIEWER, *(Viewer(seat=seat) for seat in occupied_seats(match)))


def sample_viewers(match: Match, rng: Random) -> list[Viewer]:
    viewers = all_viewers(match)
    return rng.sample(viewers, min(3, len(viewers)))


def check_no_view_shows_a_hidden_card(history: MatchHistory) -> None:
    """Every card in a view has been dealt to its viewer or has lain face up; and the view shows the whole hand."""
    known, rng = KnownCards(), Random(history.seed)
    for _, event, after in history.transitions:
        known.apply_event(event)
        for viewer in sample_viewers(after, rng):
            shown_view = view(after, viewer)
            require(
                cards_in(shown_view, known.all_cards) <= known.known_to(viewer.seat),
                f"no view shows a hidden card: {viewer} after {event}",
            )
            if viewer.seat is not None:
                assert shown_view.you is not None
                hand = None if shown_view.you.hand is None else set(shown_view.you.hand)
                expected = None if viewer.seat in known.face_down_seats else known.hands.get(viewer.seat, set())
                require(hand == expected, f"a player sees the whole hand or none of it: {viewer}, {event}")
                remembered_cards = known.hands.get(viewer.seat, set()) if hand is None else set()
                require(
                    set(shown_view.you.kept) == remembered_cards,
                    f"`kept` lists cards seen before: {viewer}, {event}",
                )


def scramble_hidden_state(match: Match, viewer: Viewer, rng: Random) -> Match:
    """Return the match with everything changed that this viewer can't know."""
    if isinstance(match, Over):
        return replace(match, last_phase=_scramble_phase(_with_hands_face_up(match.last_phase), viewer.seat, rng))
    return _scramble_phase(match, viewer.seat, rng)


def _with_hands_face_up(match: Gathering | Started) -> Gathering | Started:
    """At the end all viewers see their hands."""
    return match if isinstance(match, Gathering) else replace(match, board=replace(match.board, face_down_seats=()))


def _scramble_phase(match: Gathering | Started, seat: int | None, rng: Random) -> Gathering | Started:
    match match:
        case Gathering():
            return match
        case Submitting():
            board, submitted_cards = _redeal_hidden_cards(match.board, match.submitted_cards, seat, rng)
            return replace(match, board=board, submitted_cards=submitted_cards)
        case Voting():
            other_submitted_cards = [
                card for other, cards in enumerate(match.submitted_cards) if other != seat for card in cards
            ]
            board, _ = _redeal_hidden_cards(match.board, ((),) * len(match.submitted_cards), seat, rng)
            submitted_cards = _redeal_submitted_cards(match.submitted_cards, seat, other_submitted_cards, rng)
            trap = match.trap if seat == match.board.storyteller else rng.randint(1, len(match.tableau))
            return replace(
                match, board=board, submitted_cards=submitted_cards, votes=_scramble_votes(match, seat, rng), trap=trap
            )
        case _:
            board, _ = _redeal_hidden_cards(match.board, ((),) * len(match.board.players), seat, rng)
            return replace(match, board=board)


def _redeal_hidden_cards(
    board: Board, submitted_cards: tuple[tuple[str, ...], ...], seat: int | None, rng: Random
) -> tuple[Board, Any]:
    """Mix the deck, the other hands and the others' face-down cards, and deal them out again."""
    known_hands = [
        () if other != seat else board.known_cards(other) if other in board.face_down_seats else board.hands[other]
        for other in board.seats
    ]
    hidden = [hand[len(known_hands[other]) :] for other, hand in enumerate(board.hands)]
    hidden += [cards for other, cards in enumerate(submitted_cards) if other != seat]
    pool = [*board.deck, *(card for cards in hidden for card in cards)]
    rng.shuffle(pool)
    hands = tuple(
        (*known_hands[row], *(pool.pop() for _ in hand[len(known_hands[row]) :]))
        for row, hand in enumerate(board.hands)
    )
    submitted_cards = tuple(
        cards if row == seat else tuple(pool.pop() for _ in cards) for row, cards in enumerate(submitted_cards)
    )
    discard = tuple(rng.sample(board.discard, len(board.discard)))
    return replace(board, hands=hands, deck=tuple(pool), discard=discard), submitted_cards


def _redeal_submitted_cards(
    submitted_cards: tuple[Any, ...], seat: int | None, pool: list[str], rng: Random
) -> tuple[Any, ...]:
    rng.shuffle(pool)
    return tuple(
        cards if other == seat else tuple(pool.pop() for _ in cards) for other, cards in enumerate(submitted_cards)
    )


def _scramble_votes(match: Voting, seat: int | None, rng: Random) -> tuple[tuple[int, ...] | None, ...]:
    slots = range(1, len(match.tableau) + 1)
    return tuple(
        own_slots if own_slots is None or other == seat else tuple(rng.sample(slots, rng.randint(1, 2)))
        for other, own_slots in enumerate(match.votes)
    )


def check_views_ignore_hidden_state(history: MatchHistory) -> None:
    """A viewer's view doesn't depend on hidden state."""
    rng = Random(history.seed)
    for match in history.resting_states:
        if isinstance(match, Gathering):
            continue
        for viewer in sample_viewers(match, rng):
            scrambled_match = scramble_hidden_state(match, viewer, rng)
            is_same_view = view(scrambled_match, viewer) == view(match, viewer)
            require(is_same_view, f"hidden state changes no view: by {viewer} in {view(match, viewer).phase.id}")


def public_fields(event: Event, parts: list[Part]) -> dict[str, Any]:
    """Return all fields except the sealed parts; check that every part is of its declared kind."""
    data: dict[str, Any] = {part.name: getattr(event, part.name) for part in fields(event)}
    for part in parts:
        name, _, seat = part.name.partition("/")
        if seat:
            row = dict(enumerate(data[name])) if not isinstance(data[name], dict) else data[name]
            is_readers_own = row.pop(int(seat)) == part.value and part.reader in (None, int(seat))
            require(is_readers_own, f"a part is the reader's own: {part}")
            data[name] = row
        else:
            require(data.pop(name) == part.value, f"a part is a field of the event: {part}")
    return data


def check_secrets_stay_sealed(history: MatchHistory) -> None:
    """The public data of an event names no card that is hidden at that time. A part that opens to all contains only
    cards that everybody has seen."""
    known = KnownCards()
    unopened_parts: dict[str, list[Part]] = {}
    face_down_parts: list[Part] = []
    for before, event, after in history.transitions:
        known.apply_event(event)
        board = board_of(before) if before else None
        parts = list(sealed_parts(event, board))
        data = public_fields(event, parts)
        data.pop("decks", None)  # The set of cards is public; where they lie is secret
        leaked = cards_in(data, known.all_cards) - known.public_cards()
        require(not leaked, f"public data names no hidden card: {leaked} in {event}")
        unsealed_fields = {name for name in SECRET_FIELDS_BY_EVENT.get(type(event), set()) if data.get(name)}
        require(not unsealed_fields, f"secrets are sealed: {unsealed_fields} of {event}")
        for part in parts:
            require(
                part.opens == OPENS_NOW or part.reader in (None, getattr(event, "seat", part.reader)),
                f"only the acting seat reads its part early: {part}",
            )
            unopened_parts.setdefault(part.opens, []).append(part)
        face_down_parts = _check_readers(
            face_down_parts + parts, known, event, are_hands_turned_up=isinstance(event, ClueGiven)
        )
        if isinstance(event, RoundCalledOff):
            unopened_parts.setdefault(OPENS_AT_END, []).extend(unopened_parts.pop(f"scoring/{event.round}", []))
        key = key_opened_by(EVENT_NAME_BY_CLASS[type(event)], getattr(event, "round", None))
        _check_openings(unopened_parts, key, known, event)
        require(isinstance(event, MatchEnded) == isinstance(after, Over), f"only `MatchEnded` ends a match: {event}")
    require(not set(unopened_parts) - {OPENS_NOW, OPENS_AT_END}, f"every part opens: {set(unopened_parts)}")


def _check_readers(parts: list[Part], known: KnownCards, event: Event, *, are_hands_turned_up: bool) -> list[Part]:
    """Check that parts that don't lie face down have only cards known to their readers; return the parts that do."""
    for part in parts:
        if part.reader is not None and (are_hands_turned_up or not part.face_down):
            unknown_cards = cards_in(part.value, known.all_cards) - known.known_to(part.reader)
            require(not unknown_cards, f"readers have been shown what they read: {unknown_cards} of {part} at {event}")
    return [] if are_hands_turned_up else [part for part in parts if part.face_down]


def _check_openings(unopened_parts: dict[str, list[Part]], key: str | None, known: KnownCards, event: Event) -> None:
    if isinstance(event, MatchEnded):
        require(key == OPENS_AT_END, f"everything opens at the end: {event}")
        unopened_parts.clear()
        return
    for name in {OPENS_NOW, key} - {None}:
        for part in unopened_parts.pop(str(name), []):
            unknown_cards = cards_in(part.value, known.all_cards) - known.public_cards()
            require(
                not unknown_cards,
                f"a part opened to all shows known cards: {unknown_cards} of {part} at {event}",
            )
    if isinstance(event, RoundBegun):
        require(
            not [name for name in unopened_parts if name.startswith("scoring/")],
            f"the parts of a scored round are open: {set(unopened_parts)}",
        )


SECRECY_INVARIANTS = (check_no_view_shows_a_hidden_card, check_views_ignore_hidden_state, check_secrets_stay_sealed)
