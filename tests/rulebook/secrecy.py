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
from games.rulebook.sealed import OPENS_AT_END, OPENS_NOW, Part, key_opened_by, reveals_face_down_hands, sealed_parts
from tests.rulebook.players import GUEST, seats_of
from tests.rulebook.playing import Story, holds

SEALED: dict[type[Event], set[str]] = {
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
class Known:
    """What has been shown to whom, read off the events one by one and nothing else."""

    box: frozenset[str] = frozenset()
    crowd: Crowd | None = None
    seats: frozenset[int] = frozenset()
    storyteller: int | None = None
    unseen: dict[int, set[str]] = field(default_factory=dict)
    """Cards in a hand that its holder hasn't been shown."""
    down: frozenset[int] = frozenset()
    """Whose hand lies face down to themselves."""
    hands: dict[int, set[str]] = field(default_factory=dict)
    submitted: dict[int, set[str]] = field(default_factory=dict)
    face_up: set[str] = field(default_factory=set)
    last_round: set[str] = field(default_factory=set)

    def learn(self, event: Event) -> None:  # noqa: C901, PLR0912
        match event:
            case MatchOpened():
                self.box = frozenset(card for deck in event.decks for card in deck.cards)
                self.crowd = event.ruleset.crowd
            case MatchStarted():
                self.seats = frozenset(range(len(event.seats)))
            case HandsDealt() | HandsRefilled():
                on_their_way = self.crowd and self.crowd.pass_hands
                self.down = self.seats if on_their_way else self._next_down()
                self._draw(event.hands)
            case HandsPassed():
                self.hands, self.unseen, self.down = {}, {}, self._next_down()
                self._draw(event.hands)
            case RoundBegun():
                self.down |= self._next_down()
                self.storyteller = event.storyteller
            case StorytellerClaimed():
                self.storyteller = event.seat
            case ClueGiven():
                self.storyteller = event.seat
                self._turn_up()
                if event.card is not None:
                    self._give(event.seat, (event.card,))
            case CardsSubmitted():
                self._give(event.seat, event.cards)
            case TableauLaid():
                self.face_up = set(event.tableau)
            case RoundScored():
                self.last_round = {shown.card for shown in event.tableau}
            case Discarded():
                self.face_up, self.submitted = set(), {}
            case MatchEnded():
                self._turn_up()
            case _:
                pass

    def _next_down(self) -> frozenset[int]:
        if self.crowd is None:
            return frozenset()
        if self.crowd.blind == "everyone" or self.storyteller is None:
            return self.seats
        return frozenset({(self.storyteller + 1) % len(self.seats)})

    def _draw(self, hands: tuple[tuple[str, ...], ...]) -> None:
        for seat, cards in enumerate(hands):
            self.hands.setdefault(seat, set())
            (self.unseen if seat in self.down else self.hands).setdefault(seat, set()).update(cards)

    def _turn_up(self) -> None:
        for seat, cards in self.unseen.items():
            self.hands[seat] |= cards
        self.unseen, self.down = {}, frozenset()

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
                assert seen.you is not None
                hand = None if seen.you.hand is None else set(seen.you.hand)
                expected = None if viewer.seat in known.down else known.hands.get(viewer.seat, set())
                holds(hand == expected, f"a player sees the whole hand or none of it: {viewer}, {event}")
                held = known.hands.get(viewer.seat, set()) if hand is None else set()
                holds(set(seen.you.kept) == held, f"what is kept has been seen: {viewer}, {event}")


def scrambled(match: Match, viewer: Viewer, rng: Random) -> Match:
    """The match with everything changed that this viewer can't know."""
    if isinstance(match, Over):
        return replace(match, last_phase=_scrambled(_turned_up(match.last_phase), viewer.seat, rng))
    return _scrambled(match, viewer.seat, rng)


def _turned_up(match: Gathering | Started) -> Gathering | Started:
    """At the end everybody sees their hands."""
    return match if isinstance(match, Gathering) else replace(match, board=replace(match.board, face_down_seats=()))


def _scrambled(match: Gathering | Started, seat: int | None, rng: Random) -> Gathering | Started:
    match match:
        case Gathering():
            return match
        case Submitting():
            board, given = _redealt(match.board, match.submitted_cards, seat, rng)
            return replace(match, board=board, submitted_cards=given)
        case Voting():
            lying = [card for other, cards in enumerate(match.submitted_cards) if other != seat for card in cards]
            board, _ = _redealt(match.board, ((),) * len(match.submitted_cards), seat, rng)
            given = _dealt(match.submitted_cards, seat, lying, rng)
            trap = match.trap if seat == match.board.storyteller else rng.randint(1, len(match.tableau))
            return replace(match, board=board, submitted_cards=given, votes=_votes(match, seat, rng), trap=trap)
        case _:
            board, _ = _redealt(match.board, ((),) * len(match.board.players), seat, rng)
            return replace(match, board=board)


def _redealt(board: Board, given: tuple[tuple[str, ...], ...], seat: int | None, rng: Random) -> tuple[Board, Any]:
    """The deck, the other hands and what the others gave face down, all mixed up and dealt out anew."""
    seen = [
        () if other != seat else board.known_cards(other) if other in board.face_down_seats else board.hands[other]
        for other in board.seats
    ]
    hidden = [hand[len(seen[other]) :] for other, hand in enumerate(board.hands)]
    hidden += [cards for other, cards in enumerate(given) if other != seat]
    pool = [*board.deck, *(card for cards in hidden for card in cards)]
    rng.shuffle(pool)
    hands = tuple((*seen[row], *(pool.pop() for _ in hand[len(seen[row]) :])) for row, hand in enumerate(board.hands))
    given = tuple(cards if row == seat else tuple(pool.pop() for _ in cards) for row, cards in enumerate(given))
    discard = tuple(rng.sample(board.discard, len(board.discard)))
    return replace(board, hands=hands, deck=tuple(pool), discard=discard), given


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
            own = row.pop(int(seat)) == part.value and part.reader in (None, int(seat))
            holds(own, f"a part is the reader's own: {part}")
            data[name] = row
        else:
            holds(data.pop(name) == part.value, f"a part is a field of the event: {part}")
    return data


def seals_hold(story: Story) -> None:
    """The public part of an event names no card that is hidden then, and a seal opens only on what everybody sees."""
    known = Known()
    waiting: dict[str, list[Part]] = {}
    face_down: list[Part] = []
    for before, event, after in story.happened:
        known.learn(event)
        board = board_of(before) if before else None
        parts = list(sealed_parts(event, board))
        data = public_part(event, parts)
        data.pop("decks", None)  # which cards there are is no secret; where they lie is
        leaked = cards_in(data, known.box) - known.public()
        holds(not leaked, f"seals hold: {leaked} in {event}")
        bare = {name for name in SEALED.get(type(event), set()) if data.get(name)}
        holds(not bare, f"secrets are sealed: {bare} of {event}")
        for part in parts:
            holds(
                part.opens == OPENS_NOW or part.reader in (None, getattr(event, "seat", part.reader)),
                f"own part: {part}",
            )
            waiting.setdefault(part.opens, []).append(part)
        face_down = _read(face_down + parts, known, event, turned_up=reveals_face_down_hands(event, board))
        if isinstance(event, RoundCalledOff):
            waiting.setdefault(OPENS_AT_END, []).extend(waiting.pop(f"scoring/{event.round}", []))
        _opened(waiting, key_opened_by(event), known, event)
        holds(isinstance(event, MatchEnded) == isinstance(after, Over), f"the end is the end: {event}")
    holds(not set(waiting) - {OPENS_NOW, OPENS_AT_END}, f"every seal opens: {set(waiting)}")


def _read(parts: list[Part], known: Known, event: Event, *, turned_up: bool) -> list[Part]:
    """Readers read what doesn't lie face down; gives the parts that still do."""
    for part in parts:
        if part.reader is not None and (turned_up or not part.face_down):
            early = cards_in(part.value, known.box) - known.by(part.reader)
            holds(not early, f"a reader reads what was shown to them: {early} of {part} at {event}")
    return [] if turned_up else [part for part in parts if part.face_down]


def _opened(waiting: dict[str, list[Part]], key: str | None, known: Known, event: Event) -> None:
    if isinstance(event, MatchEnded):
        holds(key == OPENS_AT_END, f"everything opens at the end: {event}")
        waiting.clear()
        return
    for name in {OPENS_NOW, key} - {None}:
        for part in waiting.pop(str(name), []):
            early = cards_in(part.value, known.box) - known.public()
            holds(not early, f"a seal opens on what everybody sees: {early} of {part} at {event}")
    if isinstance(event, RoundBegun):
        holds(not [name for name in waiting if name.startswith("scoring/")], f"a scored round is open: {set(waiting)}")


SECRECY = (no_view_shows_a_hidden_card, hidden_things_change_nothing_seen, seals_hold)
