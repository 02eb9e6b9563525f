"""Evolve: what a match is after an event. It never refuses: an event is a fact."""

from collections.abc import Iterable
from functools import reduce
from typing import TypeVar, assert_never

from games.rulebook.cards import Pile, put, without
from games.rulebook.changed import replace
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
    RoundBegun,
    RoundScored,
    SeatLeft,
    SeatReady,
    SeatTaken,
    StorytellerClaimed,
    TableauLaid,
    VoteCast,
)
from games.rulebook.match import (
    Board,
    Clue,
    Drawing,
    Gathering,
    Match,
    Over,
    Player,
    Reveal,
    ScoredRound,
    Started,
    Storytelling,
    Submitting,
    Terms,
    Voting,
)

Phase = TypeVar("Phase")


def fold(events: Iterable[Event]) -> Match:
    """The match that these events have made, from its first one on."""
    match = reduce(evolve, events, None)
    assert match is not None, "a match begins with an event"
    return match


def evolve(match: Match | None, event: Event) -> Match:
    """The match after the event; `match` is None before the first one."""
    match event:
        case MatchOpened():
            terms = Terms(**{name: getattr(event, name) for name in Terms.__dataclass_fields__})
            return Gathering(terms=terms, seats=(None,) * terms.seats)
        case SeatTaken() | SeatLeft() | HostChanged() | MatchStarted():
            return _lobby(_in(match, Gathering), event)
        case VoteCast():
            voting = _in(match, Voting)
            return replace(voting, votes=put(voting.votes, event.seat, event.slots))
        case CardsSubmitted():
            submitting = _in(match, Submitting)
            given = put(submitting.given, event.seat, event.cards)
            return replace(submitting, board=_played(submitting.board, event.seat, event.cards), given=given)
        case SeatReady():
            reveal = _in(match, Reveal)
            return replace(reveal, ready=tuple(sorted((*reveal.ready, event.seat))))
        case StorytellerClaimed():
            storytelling = _in(match, Storytelling)
            return replace(storytelling, board=replace(storytelling.board, storyteller=event.seat))
        case ClueGiven():
            return _clue(_in(match, Storytelling), event)
        case TableauLaid():
            return _tableau(_in(match, Submitting), event)
        case RoundScored():
            return _scored(_in(match, Voting), event)
        case Discarded():
            reveal = _in(match, Reveal)
            return replace(reveal, lying=(), board=replace(reveal.board, discard=reveal.board.discard + reveal.lying))
        case DeckShuffled() | DeckReshuffled() | HandsDealt() | HandsRefilled() | AbandonAgreed():
            started = _started(match)
            return replace(started, board=_board(started.board, event))
        case RoundBegun():
            board = replace(_started(match).board, round=event.round, storyteller=event.storyteller, abandoning=())
            return Storytelling(board=board, deadline_at=event.deadline_at)
        case MatchEnded():
            assert match is not None and not isinstance(match, Over)
            return Over(last=match, status=event.status, winners=event.winners, why=event.why)
        case _:
            assert_never(event)


def _in(match: Match | None, phase: type[Phase]) -> Phase:
    """The match in the phase that the event belongs to: anything else is a broken log, which the chain would show."""
    assert isinstance(match, phase), f"the log is broken: no such event in {match}"
    return match


def _started(match: Match | None) -> Started:
    assert match is not None and not isinstance(match, Gathering | Over), f"the log is broken: no such event in {match}"
    return match


def _lobby(match: Gathering, event: SeatTaken | SeatLeft | HostChanged | MatchStarted) -> Match:
    match event:
        case SeatTaken(player=person):
            player = Player(id=person.id if person else None, name=person.name if person else None, kind=event.kind)
            return replace(match, seats=put(match.seats, event.seat, player))
        case SeatLeft():
            return replace(match, seats=put(match.seats, event.seat, None))
        case HostChanged():
            return replace(match, host=event.seat)
        case MatchStarted():
            players = tuple(seated for seat in event.seats if (seated := match.seats[seat]))
            return Drawing(
                board=Board(
                    terms=match.terms,
                    players=players,
                    host=event.seats.index(match.host),
                    scores=(0,) * len(players),
                    hands=((),) * len(players),
                )
            )
        case _:
            assert_never(event)


def _board(board: Board, event: DeckShuffled | DeckReshuffled | HandsDealt | HandsRefilled | AbandonAgreed) -> Board:
    match event:
        case DeckShuffled():
            return replace(board, deck=event.order)
        case DeckReshuffled():
            return replace(board, deck=event.order, discard=(), reshuffles=board.reshuffles + 1)
        case HandsDealt() | HandsRefilled():
            hands = tuple(hand + drawn for hand, drawn in zip(board.hands, event.hands, strict=True))
            return replace(board, hands=hands, deck=board.deck[sum(event.counts) :])
        case AbandonAgreed():
            return replace(board, abandoning=tuple(sorted((*board.abandoning, event.seat))))
        case _:
            assert_never(event)


def _played(board: Board, seat: int, cards: Pile) -> Board:
    return replace(board, hands=put(board.hands, seat, without(board.hands[seat], cards)))


def _clue(match: Storytelling, event: ClueGiven) -> Match:
    board = _played(replace(match.board, storyteller=event.seat), event.seat, (event.card,))
    given: tuple[Pile, ...] = ((),) * len(board.players)
    return Submitting(
        board=board,
        clue=Clue(kind=event.kind, text=event.text),
        given=put(given, event.seat, (event.card,)),
        deadline_at=event.deadline_at,
    )


def _tableau(match: Submitting, event: TableauLaid) -> Match:
    return Voting(
        board=match.board,
        clue=match.clue,
        given=match.given,
        tableau=event.tableau,
        votes=(None,) * len(match.board.players),
        deadline_at=event.deadline_at,
    )


def _scored(match: Voting, event: RoundScored) -> Match:
    result = ScoredRound(
        round=event.round,
        storyteller=event.storyteller,
        clue=match.clue,
        tableau=event.tableau,
        trap=event.trap,
        awards=event.awards,
        scores=event.scores,
    )
    board = replace(match.board, scores=event.scores, last_round=result)
    return Reveal(board=board, lying=match.tableau, ready=(), deadline_at=event.deadline_at)
