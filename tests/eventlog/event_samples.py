"""One sample of each event."""

from datetime import UTC, datetime

from games.rulebook.board import Board
from games.rulebook.cards import Draw
from games.rulebook.events import (
    AbandonAgreed,
    CardsSubmitted,
    ClueGiven,
    DeadlineExtended,
    DeckReshuffled,
    DeckShuffled,
    Discarded,
    DrawVoided,
    EntropyRevealed,
    Event,
    HandsDealt,
    HandsPassed,
    HandsRefilled,
    HostChanged,
    MatchEnded,
    MatchOpened,
    MatchStarted,
    PlayerIdentity,
    ReservationDropped,
    RoundBegun,
    RoundCalledOff,
    RoundScored,
    SeatLeft,
    SeatMoved,
    SeatReady,
    SeatResigned,
    SeatResumed,
    SeatSkipped,
    SeatTaken,
    SeedCommitted,
    Signalled,
    StorytellerClaimed,
    TableauLaid,
    TimeCalled,
    TimeUp,
    VoteCast,
)
from games.rulebook.match import Drawing
from games.rulebook.round import Award, Shown
from games.rulebook.rulesets import ODYSSEY
from games.rulebook.terms import Clock, Deck, Player, Terms

SAMPLE_TIME = datetime(2026, 11, 27, 12, 0, 30, 125000, tzinfo=UTC)

SAMPLE_PLAYERS = tuple(Player(id=f"u_{seat}", name=f"Ann {seat}", kind="guest") for seat in range(3))
SAMPLE_MATCH_OPENED = MatchOpened(
    ruleset=ODYSSEY,
    rulebook=1,
    decks=(Deck(name="base", digest="d" * 64, cards=("base-001", "base-002")),),
    seats=12,
    visibility="public",
    clock=Clock(vote=60),
    on_timeout="auto",
    first="claim",
    seed_digest="e" * 64,
)
_BOARD = Board(
    terms=Terms(**{name: getattr(SAMPLE_MATCH_OPENED, name) for name in Terms.__dataclass_fields__}),
    players=SAMPLE_PLAYERS,
    host=0,
    draw=Draw(seed_digest="e" * 64),
    scores=(0, 0, 0),
    hands=((), (), ()),
    round=3,
)
SAMPLE_MATCH = Drawing(board=_BOARD, digests=(None,) * 3, next_digests=(None,) * 3, deadline_at=None)
"""The match in which they happened."""

SAMPLE_EVENTS: tuple[Event, ...] = (
    SAMPLE_MATCH_OPENED,
    SeatTaken(seat=1, kind="guest", player=PlayerIdentity(id="u_1", name="Ann")),
    SeatLeft(seat=1),
    SeatMoved(seat=1, to=3),
    ReservationDropped(seat=2),
    HostChanged(seat=2),
    MatchStarted(seats=(0, 2, 3), deadline_at=SAMPLE_TIME),
    EntropyRevealed(seat=0, entropy="1" * 64, next_digest="2" * 64),
    DrawVoided(seed="5" * 64, missing=(1,)),
    SeedCommitted(seed_digest="e" * 64, seats=(0,), phase="0.drawing", deadline_at=SAMPLE_TIME),
    DeckShuffled(count=2, order=("base-002", "base-001")),
    DeckReshuffled(count=1, order=("base-001",)),
    HandsDealt(counts=(1, 1), hands=(("base-001",), ("base-002",))),
    HandsRefilled(counts=(0, 1), hands=((), ("base-002",))),
    HandsPassed(counts=(1, 0), hands=(("base-001",), ())),
    RoundBegun(round=3, storyteller=None, phase="3.storytelling", deadline_at=None),
    StorytellerClaimed(seat=1, automatic=True, deadline_at=SAMPLE_TIME, text="Zeppelin"),
    ClueGiven(seat=1, kind="text", phase="3.submitting", deadline_at=SAMPLE_TIME, text="almost", card="base-001"),
    CardsSubmitted(seat=2, cards=("base-002",)),
    TableauLaid(tableau=("base-001", "base-002"), phase="3.voting", deadline_at=SAMPLE_TIME),
    Signalled(seat=2, word="give"),
    VoteCast(seat=2, slots=(1, 2), trap=4),
    TimeUp(phase="3.voting"),
    DeadlineExtended(phase="3.voting", deadline_at=SAMPLE_TIME, why="outage"),
    TimeCalled(seat=0, phase="3.voting", deadline_at=SAMPLE_TIME),
    SeatSkipped(seat=2),
    SeatResumed(seat=2, deadline_at=None),
    RoundCalledOff(round=3, storyteller=1, why="no_clue"),
    RoundScored(
        round=3,
        storyteller=1,
        tableau=(Shown(slot=1, card="base-001", seat=1, votes=(0, 2)),),
        trap=None,
        awards=(Award(seat=0, points=3, why="found"),),
        scores=(3, 0, 0),
        phase="3.reveal",
        deadline_at=SAMPLE_TIME,
    ),
    SeatReady(seat=0),
    AbandonAgreed(seat=0),
    SeatResigned(seat=1),
    Discarded(count=2),
    MatchEnded(status="over", winners=(0, 2), why="points", seed="5" * 64),
)
