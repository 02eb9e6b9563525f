"""The laws of secrecy: what a viewer may know is derived from the events alone, and hidden things may change unseen."""

import re
from dataclasses import dataclass, field, fields, replace
from random import Random
from typing import Any

from games.rulebook import Match, Viewer, view
from games.rulebook.board import Board
from games.rulebook.events import (
    CardsSubmitted,
    ClueGiven,
    DeckReshuffled,
    DeckShuffled,
    Discarded,
    Event,
    HandsDealt,
    HandsRefilled,
    MatchEnded,
    MatchOpened,
    RoundBegun,
    RoundScored,
    TableauLaid,
    VoteCast,
)
from games.rulebook.match import Gathering, Over, Started, Submitting, Voting, board_of
from games.rulebook.sealed import END, NOW, Part, opens, sealed
from tests.rulebook.players import GUEST, seats_of
from tests.rulebook.playing import Story, holds

SEALED: dict[type[Event], set[str]] = {
    DeckShuffled: {"order"},
    DeckReshuffled: {"order"},
    HandsDealt: {"hands"},
    HandsRefilled: {"hands"},
    ClueGiven: {"card"},
    CardsSubmitted: {"cards"},
    VoteCast: {"slots"},
}
"""The fields that say what a player must not know."""


@dataclass(kw_only=True)
class Known:
    """What has been shown to whom, read off the events one by one and nothing else."""

    box: frozenset[str] = frozenset()
    hands: dict[int, set[str]] = field(default_factory=dict)
    submitted: dict[int, set[str]] = field(default_factory=dict)
    face_up: set[str] = field(default_factory=set)
    last_round: set[str] = field(default_factory=set)

    def learn(self, event: Event) -> None:
        match event:
            case MatchOpened():
                self.box = frozenset(card for deck in event.decks for card in deck.cards)
            case HandsDealt() | HandsRefilled():
                for seat, cards in enumerate(event.hands):
                    self.hands.setdefault(seat, set()).update(cards)
            case ClueGiven():
                self._give(event.seat, (event.card,))
            case CardsSubmitted():
                self._give(event.seat, event.cards)
            case TableauLaid():
                self.face_up = set(event.tableau)
            case RoundScored():
                self.last_round = {shown.card for shown in event.tableau}
            case Discarded():
                self.face_up, self.submitted = set(), {}
            case _:
                pass

    def _give(self, seat: int, cards: tuple[str, ...]) -> None:
        self.hands[seat] -= set(cards)
        self.submitted.setdefault(seat, set()).update(cards)

    def public(self) -> set[str]:
        return self.face_up | self.last_round

    def by(self, seat: int | None) -> set[str]:
        own = set() if seat is None else self.hands.get(seat, set()) | self.submitted.get(seat, set())
        return own | self.public()


def cards_in(record: Any, box: frozenset[str]) -> frozenset[str]:
    """Every card named anywhere in a record: its text holds all of it, however deep."""
    return box.intersection(re.findall(r"'([^']*)'", repr(record)))


def viewers(match: Match) -> tuple[Viewer, ...]:
    return (Viewer(), GUEST, *(Viewer(seat=seat) for seat in seats_of(match)))


def some_viewers(match: Match, rng: Random) -> list[Viewer]:
    everybody = viewers(match)
    return rng.sample(everybody, min(3, len(everybody)))


def no_view_shows_a_hidden_card(story: Story) -> None:
    """Whatever card a view names, its viewer has been dealt it or it has lain face up; and it shows the whole hand."""
    known, rng = Known(), Random(story.seed)
    for _, event, after in story.happened:
        known.learn(event)
        for viewer in some_viewers(after, rng):
            seen = view(after, viewer)
            holds(
                cards_in(seen, known.box) <= known.by(viewer.seat),
                f"no view shows a hidden card: {viewer} after {event}",
            )
            if viewer.seat is not None:
                hand = set(seen.you.hand or ()) if seen.you else set()
                holds(hand == known.hands.get(viewer.seat, set()), f"a player sees the whole hand: {viewer}, {event}")


def scrambled(match: Match, viewer: Viewer, rng: Random) -> Match:
    """The match with everything changed that this viewer can't know."""
    if isinstance(match, Over):
        return replace(match, last=_scrambled(match.last, viewer.seat, rng))
    return _scrambled(match, viewer.seat, rng)


def _scrambled(match: Gathering | Started, seat: int | None, rng: Random) -> Gathering | Started:
    match match:
        case Gathering():
            return match
        case Submitting():
            board, given = _redealt(match.board, match.given, seat, rng)
            return replace(match, board=board, given=given)
        case Voting():
            lying = [card for other, cards in enumerate(match.given) if other != seat for card in cards]
            board, _ = _redealt(match.board, ((),) * len(match.given), seat, rng)
            return replace(
                match, board=board, given=_dealt(match.given, seat, lying, rng), votes=_votes(match, seat, rng)
            )
        case _:
            board, _ = _redealt(match.board, ((),) * len(match.board.players), seat, rng)
            return replace(match, board=board)


def _redealt(board: Board, given: tuple[tuple[str, ...], ...], seat: int | None, rng: Random) -> tuple[Board, Any]:
    """The deck, the other hands and what the others gave face down, all mixed up and dealt out anew."""
    others = [other for other in board.seats if other != seat]
    pool = [*board.deck, *(card for other in others for card in board.hands[other] + given[other])]
    rng.shuffle(pool)
    rows = tuple(
        cards if row == seat else tuple(pool.pop() for _ in cards)
        for row, cards in [*enumerate(board.hands), *enumerate(given)]
    )
    discard = tuple(rng.sample(board.discard, len(board.discard)))
    count = len(board.players)
    return replace(board, hands=rows[:count], deck=tuple(pool), discard=discard), rows[count:]


def _dealt(given: tuple[Any, ...], seat: int | None, pool: list[str], rng: Random) -> tuple[Any, ...]:
    rng.shuffle(pool)
    return tuple(cards if other == seat else tuple(pool.pop() for _ in cards) for other, cards in enumerate(given))


def _votes(match: Voting, seat: int | None, rng: Random) -> tuple[tuple[int, ...] | None, ...]:
    slots = range(1, len(match.tableau) + 1)
    return tuple(
        chosen if chosen is None or other == seat else tuple(rng.sample(slots, rng.randint(1, 2)))
        for other, chosen in enumerate(match.votes)
    )


def hidden_things_change_nothing_seen(story: Story) -> None:
    """A viewer's view is the same however the hidden things lie."""
    rng = Random(story.seed)
    for match in story.rests:
        if isinstance(match, Gathering):
            continue
        for viewer in some_viewers(match, rng):
            other = scrambled(match, viewer, rng)
            same = view(other, viewer) == view(match, viewer)
            holds(same, f"hidden things change nothing seen: by {viewer} in {view(match, viewer).phase.id}")


def public_part(event: Event, parts: list[Part]) -> dict[str, Any]:
    """All fields minus the sealed parts; every part must be what it says it is."""
    data: dict[str, Any] = {part.name: getattr(event, part.name) for part in fields(event)}
    for part in parts:
        name, _, seat = part.name.partition("/")
        if seat:
            row = dict(enumerate(data[name])) if not isinstance(data[name], dict) else data[name]
            holds(row.pop(int(seat)) == part.value and part.reader == int(seat), f"a part is the reader's own: {part}")
            data[name] = row
        else:
            holds(data.pop(name) == part.value, f"a part is a field of the event: {part}")
    return data


def seals_hold(story: Story) -> None:
    """The public part of an event names no card that is hidden then, and a seal opens only on what everybody sees."""
    known = Known()
    waiting: dict[str, list[Part]] = {}
    for before, event, after in story.happened:
        known.learn(event)
        board = board_of(before) if before else None
        parts = list(sealed(event, board.round if board else 0))
        data = public_part(event, parts)
        data.pop("decks", None)  # which cards there are is no secret; where they lie is
        leaked = cards_in(data, known.box) - known.public()
        holds(not leaked, f"seals hold: {leaked} in {event}")
        bare = {name for name in SEALED.get(type(event), set()) if data.get(name)}
        holds(not bare, f"secrets are sealed: {bare} of {event}")
        for part in parts:
            holds(part.opens == NOW or part.reader in (None, getattr(event, "seat", part.reader)), f"own part: {part}")
            waiting.setdefault(part.opens, []).append(part)
        _opened(waiting, opens(event), known, event)
        holds(isinstance(event, MatchEnded) == isinstance(after, Over), f"the end is the end: {event}")
    holds(not set(waiting) - {NOW, END}, f"every seal opens: {set(waiting)}")


def _opened(waiting: dict[str, list[Part]], key: str | None, known: Known, event: Event) -> None:
    if isinstance(event, MatchEnded):
        holds(key == END, f"everything opens at the end: {event}")
        waiting.clear()
        return
    for name in {NOW, key} - {None}:
        for part in waiting.pop(str(name), []):
            early = cards_in(part.value, known.box) - known.public()
            holds(not early, f"a seal opens on what everybody sees: {early} of {part} at {event}")
    if isinstance(event, RoundBegun):
        holds(not [name for name in waiting if name.startswith("scoring/")], f"a scored round is open: {set(waiting)}")


SECRECY = (no_view_shows_a_hidden_card, hidden_things_change_nothing_seen, seals_hold)
