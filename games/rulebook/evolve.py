"""Evolve: what a match is after an event. It never refuses: an event is a fact."""

from collections.abc import Iterable
from functools import reduce
from typing import TypeVar, assert_never

from games.rulebook.board import Board
from games.rulebook.cards import Draw, Pile, put, without
from games.rulebook.changed import replace
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
    RoundBegun,
    RoundCalledOff,
    RoundScored,
    SeatLeft,
    SeatMoved,
    SeatReady,
    SeatResigned,
    SeatTaken,
    SeedCommitted,
    Signalled,
    StorytellerClaimed,
    TableauLaid,
    TimeUp,
    VoteCast,
)
from games.rulebook.match import Drawing, Gathering, Match, Over, Reveal, Started, Storytelling, Submitting, Voting
from games.rulebook.round import Clue, ScoredRound
from games.rulebook.terms import Player, Terms

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
            return Gathering(terms=terms, seats=(None,) * terms.seats, digests=(None,) * terms.seats)
        case HostChanged() if not isinstance(match, Gathering):
            started = _started(match)
            return replace(started, board=replace(started.board, host=event.seat))
        case SeatTaken() | SeatLeft() | SeatMoved() | HostChanged() | MatchStarted():
            return _lobby(_in(match, Gathering), event)
        case EntropyRevealed() | DrawVoided() | SeedCommitted():
            return _draw(_in(match, Drawing), event)
        case VoteCast():
            voting = _in(match, Voting)
            trap = voting.trap if event.trap is None else event.trap
            return replace(voting, votes=put(voting.votes, event.seat, event.slots), trap=trap)
        case CardsSubmitted():
            submitting = _in(match, Submitting)
            given = put(submitting.given, event.seat, event.cards)
            return replace(submitting, board=_played(submitting.board, event.seat, event.cards), given=given)
        case Signalled():
            submitting = _in(match, Submitting)
            said = (*submitting.signals[event.seat], event.word)
            return replace(submitting, signals=put(submitting.signals, event.seat, said))
        case SeatReady():
            reveal = _in(match, Reveal)
            return replace(reveal, ready=tuple(sorted((*reveal.ready, event.seat))))
        case StorytellerClaimed():
            storytelling = _in(match, Storytelling)
            board = replace(storytelling.board, storyteller=event.seat)
            deadline_at = event.deadline_at if event.automatic else storytelling.deadline_at
            return replace(storytelling, board=board, deadline_at=deadline_at, up=False)
        case ClueGiven():
            return _clue(_in(match, Storytelling), event)
        case TableauLaid():
            return _tableau(_in(match, Submitting), event)
        case RoundScored():
            return _scored(_in(match, Voting), event)
        case RoundCalledOff():
            return _called_off(_started(match), event)
        case TimeUp():
            return replace(_started(match), up=True)
        case DeadlineExtended():
            return replace(_started(match), deadline_at=event.deadline_at, extended=True)
        case HandsPassed():
            reveal = _in(match, Reveal)
            face_down = reveal.board.next_face_down
            unseen = tuple(count if seat in face_down else 0 for seat, count in enumerate(event.counts))
            board = replace(reveal.board, hands=event.hands, face_down=face_down, unseen=unseen)
            return replace(reveal, board=board, passed=True)
        case Discarded():
            reveal = _in(match, Reveal)
            return replace(reveal, lying=(), board=replace(reveal.board, discard=reveal.board.discard + reveal.lying))
        case DeckShuffled() | DeckReshuffled() | HandsDealt() | HandsRefilled() | AbandonAgreed() | SeatResigned():
            started = _started(match)
            return replace(started, board=_board(started.board, event))
        case RoundBegun():
            return _round(_started(match).board, event)
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


def _lobby(match: Gathering, event: SeatTaken | SeatLeft | SeatMoved | HostChanged | MatchStarted) -> Match:
    match event:
        case SeatTaken(player=person):
            player = Player(id=person.id if person else None, name=person.name if person else None, kind=event.kind)
            seats, digests = (
                put(match.seats, event.seat, player),
                put(match.digests, event.seat, event.entropy_digest),
            )
            return replace(match, seats=seats, digests=digests)
        case SeatLeft():
            seats, digests = put(match.seats, event.seat, None), put(match.digests, event.seat, None)
            return replace(match, seats=seats, digests=digests)
        case SeatMoved():
            return _moved(match, event)
        case HostChanged():
            return replace(match, host=event.seat)
        case MatchStarted():
            return _closed(match, event)
        case _:
            assert_never(event)


def _moved(match: Gathering, event: SeatMoved) -> Gathering:
    player, digest = match.seats[event.seat], match.digests[event.seat]
    return replace(
        match,
        seats=put(put(match.seats, event.seat, None), event.to, player),
        digests=put(put(match.digests, event.seat, None), event.to, digest),
        host=event.to if match.host == event.seat else match.host,
    )


def _closed(match: Gathering, event: MatchStarted) -> Drawing:
    players = tuple(seated for seat in event.seats if (seated := match.seats[seat]))
    nothing = (None,) * len(players)
    board = Board(
        terms=match.terms,
        players=players,
        host=event.seats.index(match.host),
        draw=Draw(seed_digest=match.terms.seed_digest, entropy=nothing),
        scores=(0,) * len(players),
        hands=((),) * len(players),
    )
    digests = tuple(match.digests[seat] for seat in event.seats)
    return Drawing(board=board, digests=digests, next_digests=nothing, deadline_at=event.deadline_at)


def _draw(match: Drawing, event: EntropyRevealed | DrawVoided | SeedCommitted) -> Drawing:
    draw = match.board.draw
    match event:
        case EntropyRevealed():
            draw = replace(draw, entropy=put(draw.entropy, event.seat, event.entropy))
            next_digests = put(match.next_digests, event.seat, event.next_digest)
            return replace(match, board=replace(match.board, draw=draw), next_digests=next_digests)
        case DrawVoided():
            resigned = match.board.resigned
            digests = (None if seat in resigned else digest for seat, digest in enumerate(match.next_digests))
            return replace(match, digests=tuple(digests), void=True, up=False)
        case SeedCommitted():
            nothing = (None,) * len(match.digests)
            draw = Draw(seed_digest=event.seed_digest, entropy=nothing, number=draw.number + 1)
            return Drawing(
                board=replace(match.board, draw=draw),
                digests=match.digests,
                next_digests=nothing,
                deadline_at=event.deadline_at,
            )
        case _:
            assert_never(event)


def _board(
    board: Board, event: DeckShuffled | DeckReshuffled | HandsDealt | HandsRefilled | AbandonAgreed | SeatResigned
) -> Board:
    match event:
        case DeckShuffled():
            return replace(board, deck=event.order)
        case DeckReshuffled():
            return replace(board, deck=event.order, discard=(), reshuffles=board.reshuffles + 1)
        case HandsDealt() | HandsRefilled():
            hands = tuple(hand + drawn for hand, drawn in zip(board.hands, event.hands, strict=True))
            board = replace(board, hands=hands, deck=board.deck[sum(event.counts) :], unseen=_unseen(board, event))
            return replace(board, face_down=board.drawn_face_down)
        case AbandonAgreed():
            return replace(board, abandoning=tuple(sorted((*board.abandoning, event.seat))))
        case SeatResigned():
            return replace(board, resigned=tuple(sorted((*board.resigned, event.seat))))
        case _:
            assert_never(event)


def _unseen(board: Board, event: HandsDealt | HandsRefilled) -> tuple[int, ...]:
    """What is drawn to a hand that lies face down isn't looked at."""
    before = board.unseen or (0,) * len(board.players)
    face_down = board.drawn_face_down
    drawn = zip(before, event.counts, strict=True)
    return tuple(was + count if seat in face_down else 0 for seat, (was, count) in enumerate(drawn))


def _round(board: Board, event: RoundBegun) -> Match:
    face_down = tuple(sorted({*board.face_down, *board.next_face_down}))
    board = replace(board, round=event.round, storyteller=event.storyteller, abandoning=(), face_down=face_down)
    return Storytelling(board=board, deadline_at=event.deadline_at)


def _played(board: Board, seat: int, cards: Pile) -> Board:
    return replace(board, hands=put(board.hands, seat, without(board.hands[seat], cards)))


def _clue(match: Storytelling, event: ClueGiven) -> Match:
    """From the clue on everybody looks at their hands."""
    cards = () if event.card is None else (event.card,)
    board = replace(match.board, storyteller=event.seat, face_down=(), unseen=(), silent=0)
    board = _played(board, event.seat, cards)
    given: tuple[Pile, ...] = ((),) * len(board.players)
    return Submitting(
        board=board,
        clue=Clue(kind=event.kind, text=event.text),
        given=put(given, event.seat, cards),
        signals=((),) * len(board.players),
        deadline_at=event.deadline_at,
    )


def _tableau(match: Submitting, event: TableauLaid) -> Match:
    return Voting(
        board=match.board,
        clue=match.clue,
        given=match.given,
        tableau=event.tableau,
        votes=(None,) * len(match.board.players),
        trap=None,
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


def _called_off(match: Started, event: RoundCalledOff) -> Match:
    """Nobody looks at anything. Without a clue no hand has been looked at either, and none is passed on."""
    board, silent = match.board, event.why == "no_clue"
    lying = tuple(card for cards in match.given for card in cards) if isinstance(match, Submitting) else ()
    board = replace(board, storyteller=event.storyteller, silent=board.silent + 1 if silent else 0)
    return Reveal(board=board, lying=lying, ready=(), deadline_at=None, up=True, passed=silent)
