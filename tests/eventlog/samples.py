"""One of each event."""

from datetime import UTC, datetime

from games.rulebook.events import (
    AbandonAgreed,
    CardsSubmitted,
    ClueGiven,
    DeckReshuffled,
    DeckShuffled,
    Discarded,
    Event,
    HandsDealt,
    HandsRefilled,
    HostChanged,
    MatchEnded,
    MatchOpened,
    MatchStarted,
    Person,
    RoundBegun,
    RoundScored,
    SeatLeft,
    SeatReady,
    SeatTaken,
    StorytellerClaimed,
    TableauLaid,
    VoteCast,
)
from games.rulebook.round import Award, Shown
from games.rulebook.rulesets import ODYSSEY
from games.rulebook.terms import Clock, Deck

AT = datetime(2026, 11, 27, 12, 0, 30, 125000, tzinfo=UTC)

EVERY_EVENT: tuple[Event, ...] = (
    MatchOpened(
        ruleset=ODYSSEY,
        rulebook=1,
        decks=(Deck(name="base", digest="d" * 64, cards=("base-001", "base-002")),),
        seats=12,
        visibility="public",
        clock=Clock(vote=60),
        on_timeout="auto",
        first="claim",
        seed_digest="e" * 64,
    ),
    SeatTaken(seat=1, kind="guest", player=Person(id="u_1", name="Ann")),
    SeatLeft(seat=1),
    HostChanged(seat=2),
    MatchStarted(seats=(0, 2, 3)),
    DeckShuffled(count=2, order=("base-002", "base-001")),
    DeckReshuffled(count=1, order=("base-001",)),
    HandsDealt(counts=(1, 1), hands=(("base-001",), ("base-002",))),
    HandsRefilled(counts=(0, 1), hands=((), ("base-002",))),
    RoundBegun(round=3, storyteller=None, phase="3.storytelling", deadline_at=None),
    StorytellerClaimed(seat=1),
    ClueGiven(seat=1, kind="text", phase="3.submitting", deadline_at=AT, text="almost", card="base-001"),
    CardsSubmitted(seat=2, cards=("base-002",)),
    TableauLaid(tableau=("base-001", "base-002"), phase="3.voting", deadline_at=AT),
    VoteCast(seat=2, slots=(1, 2)),
    RoundScored(
        round=3,
        storyteller=1,
        tableau=(Shown(slot=1, card="base-001", seat=1, votes=(0, 2)),),
        trap=None,
        awards=(Award(seat=0, points=3, why="found"),),
        scores=(3, 0, 0),
        phase="3.reveal",
        deadline_at=AT,
    ),
    SeatReady(seat=0),
    AbandonAgreed(seat=0),
    Discarded(count=2),
    MatchEnded(status="over", winners=(0, 2), why="points"),
)
