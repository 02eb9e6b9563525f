"""`evolve` returns the state after an event. It never refuses, because an event is a fact."""

from collections.abc import Iterable
from datetime import datetime
from typing import TypeVar, assert_never

from games.rulebook.board import Board
from games.rulebook.cards import Draw, Pile, intern_cards, with_item, without_cards
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
from games.rulebook.evolve_attendance import evolve_attendance
from games.rulebook.evolve_lobby import evolve_lobby, open_lobby
from games.rulebook.fast_replace import replace
from games.rulebook.match import (
    Drawing,
    Gathering,
    Match,
    Over,
    Reveal,
    Started,
    Storytelling,
    Submitting,
    Voting,
    at_time,
)
from games.rulebook.round import Clue, RoundOutcome, ScoredRound

Phase = TypeVar("Phase")


def fold(log: Iterable[tuple[Event, int | str | None, datetime]]) -> Match:
    """Return the state that these events have led to, each with its actor and time, from the match's first event on."""
    match: Match | None = None
    for event, actor, at in log:
        match = evolve(match, event, actor, at)
    assert match is not None, "a match begins with an event"
    return match


def evolve(match: Match | None, event: Event, actor: int | str | None, at: datetime) -> Match:
    """Return the state after the event; an event that can't follow this state is a broken log and fails an assertion.

    Args:
        match: the state before; None before the first event.
        event: what happened.
        actor: who caused it: the player on a seat, the clock, the staff, or None for what followed automatically.
        at: when it happened.
    """
    after = _evolve(match and at_time(match, at), event, actor, at)
    # The start itself is nobody's move: its actor is a seat of the lobby, which may have another number by now.
    if match is None or isinstance(match, Gathering) or isinstance(after, Gathering | Over):
        return after
    return evolve_attendance(match, event, actor, at, after)


def _evolve(match: Match | None, event: Event, actor: int | str | None, at: datetime) -> Match:
    match event:
        case MatchOpened():
            return open_lobby(event, actor, at)
        case HostChanged() if not isinstance(match, Gathering):
            # The only event of the lobby that can also happen after the start.
            started = _expect_started(match)
            return replace(started, board=replace(started.board, host=event.seat))
        case SeatTaken() | SeatLeft() | SeatMoved() | ReservationDropped() | HostChanged() | MatchStarted():
            return evolve_lobby(_expect_phase(match, Gathering), event, actor, at)
        case EntropyRevealed() | DrawVoided() | SeedCommitted():
            return _evolve_draw(_expect_phase(match, Drawing), event)
        case VoteCast():
            voting = _expect_phase(match, Voting)
            return replace(
                voting,
                votes=with_item(voting.votes, event.seat, event.slots),
                trap=voting.trap if event.trap is None else event.trap,
                automatic_votes=(*voting.automatic_votes, event.seat) if event.automatic else voting.automatic_votes,
            )
        case CardsSubmitted():
            return _submit_cards(_expect_phase(match, Submitting), event)
        case Signalled():
            submitting = _expect_phase(match, Submitting)
            seat_signals = (*submitting.signals[event.seat], event.word)
            return replace(submitting, signals=with_item(submitting.signals, event.seat, seat_signals))
        case SeatReady():
            reveal = _expect_phase(match, Reveal)
            deadline_at = reveal.deadline_at if event.deadline_at is None else event.deadline_at
            return replace(reveal, ready=tuple(sorted((*reveal.ready, event.seat))), deadline_at=deadline_at)
        case StorytellerClaimed():
            storytelling = _expect_phase(match, Storytelling)
            board = replace(storytelling.board, storyteller=event.seat)
            # A player's claim has no deadline of its own and leaves the phase's alone, as in logs from before
            # `automatic` existed. Only a storyteller chosen on timeout gets a new one.
            deadline_at = event.deadline_at if event.automatic else storytelling.deadline_at
            return replace(storytelling, board=board, deadline_at=deadline_at, time_is_up=False)
        case ClueGiven():
            return _start_submitting(_expect_phase(match, Storytelling), event)
        case TableauLaid():
            return _start_voting(_expect_phase(match, Submitting), event)
        case RoundScored():
            return _start_reveal(_expect_phase(match, Voting), event)
        case RoundCalledOff():
            return _call_off_round(_expect_started(match), event)
        case TimeUp():
            return replace(_expect_started(match), time_is_up=True)
        case DeadlineExtended():
            return replace(_expect_started(match), deadline_at=event.deadline_at, extended=True)
        case TimeCalled():
            return replace(_expect_played_phase(match), deadline_at=event.deadline_at)
        case SeatResumed():
            return _resume_phase(_expect_started(match), event)
        case SeatSkipped():
            return _expect_started(match)
        case HandsPassed():
            reveal = _expect_phase(match, Reveal)
            face_down = reveal.board.next_face_down_seats
            # A passed hand comes from a neighbor, so a seat whose hand lies face down has seen none of it.
            unseen = tuple(count if seat in face_down else 0 for seat, count in enumerate(event.counts))
            board = replace(reveal.board, hands=event.hands, face_down_seats=face_down, unseen_counts=unseen)
            return replace(reveal, board=board, hands_passed=True)
        case Discarded():
            reveal = _expect_phase(match, Reveal)
            return replace(
                reveal,
                cards_on_table=(),
                board=replace(reveal.board, discard=reveal.board.discard + reveal.cards_on_table),
            )
        case DeckShuffled() | DeckReshuffled() | HandsDealt() | HandsRefilled() | AbandonAgreed() | SeatResigned():
            started = _expect_started(match)
            return replace(started, board=_evolve_board(started.board, event))
        case RoundBegun():
            return _start_storytelling(_expect_started(match).board, event)
        case MatchEnded():
            assert match is not None and not isinstance(match, Over)
            return Over(last_phase=match, status=event.status, winners=event.winners, end_reason=event.why)
        case _:
            assert_never(event)


def _expect_phase(match: Match | None, phase: type[Phase]) -> Phase:
    """Return the match if it is in the phase that the event belongs to; anything else is a broken log.

    An assertion is enough: the hash chain detects tampering before this code does.
    """
    assert isinstance(match, phase), f"the log is broken: no such event in {match}"
    return match


def _expect_started(match: Match | None) -> Started:
    assert match is not None and not isinstance(match, Gathering | Over), f"the log is broken: no such event in {match}"
    return match


def _expect_played_phase(match: Match | None) -> Storytelling | Submitting | Voting | Reveal:
    started = _expect_started(match)
    assert not isinstance(started, Drawing), f"the log is broken: no such event in {match}"
    return started


def _resume_phase(match: Started, event: SeatResumed) -> Started:
    """Return the phase after somebody has come back; if the match rested, its time begins anew unless it was up."""
    if not match.board.is_resting or isinstance(match, Drawing):
        return match
    return replace(match, deadline_at=event.deadline_at, extended=False)


def _evolve_draw(match: Drawing, event: EntropyRevealed | DrawVoided | SeedCommitted) -> Drawing:
    draw = match.board.draw
    match event:
        case EntropyRevealed():
            draw = replace(draw, entropy=with_item(draw.entropy, event.seat, event.entropy))
            next_digests = with_item(match.next_digests, event.seat, event.next_digest)
            return replace(match, board=replace(match.board, draw=draw), next_digests=next_digests)
        case DrawVoided():
            resigned = match.board.resigned
            # A seat that didn't reveal has committed to nothing further, so it drops out of the next draw by itself.
            digests = (None if seat in resigned else digest for seat, digest in enumerate(match.next_digests))
            return replace(match, digests=tuple(digests), void=True, time_is_up=False)
        case SeedCommitted():
            no_entropy = (None,) * len(match.digests)
            draw = Draw(seed_digest=event.seed_digest, entropy=no_entropy, number=draw.number + 1)
            return Drawing(
                board=replace(match.board, draw=draw),
                # DrawVoided has already put the next digests here.
                digests=match.digests,
                next_digests=no_entropy,
                deadline_at=event.deadline_at,
            )
        case _:
            assert_never(event)


def _evolve_board(
    board: Board, event: DeckShuffled | DeckReshuffled | HandsDealt | HandsRefilled | AbandonAgreed | SeatResigned
) -> Board:
    match event:
        case DeckShuffled():
            return replace(board, deck=intern_cards(event.order))
        case DeckReshuffled():
            return replace(board, deck=intern_cards(event.order), discard=(), reshuffles=board.reshuffles + 1)
        case HandsDealt() | HandsRefilled():
            hands = tuple(hand + intern_cards(drawn) for hand, drawn in zip(board.hands, event.hands, strict=True))
            board = replace(
                board,
                hands=hands,
                deck=board.deck[sum(event.counts) :],
                unseen_counts=_count_unseen_cards(board, event),
            )
            return replace(board, face_down_seats=board.face_down_seats_after_draw)
        case AbandonAgreed():
            return replace(board, agreed_to_abandon=tuple(sorted((*board.agreed_to_abandon, event.seat))))
        case SeatResigned():
            return replace(board, resigned=tuple(sorted((*board.resigned, event.seat))))
        case _:
            assert_never(event)


def _count_unseen_cards(board: Board, event: HandsDealt | HandsRefilled) -> tuple[int, ...]:
    """Return how many unseen cards each hand has; cards drawn to a hand that lies face down count as unseen."""
    previous_counts = board.unseen_counts or (0,) * len(board.players)
    face_down_seats = board.face_down_seats_after_draw
    counts_by_seat = zip(previous_counts, event.counts, strict=True)
    return tuple(
        previous + count if seat in face_down_seats else 0 for seat, (previous, count) in enumerate(counts_by_seat)
    )


def _start_storytelling(board: Board, event: RoundBegun) -> Match:
    # Only a clue turns hands up. Hands that lay face down in a round without one still do.
    face_down_seats = tuple(sorted({*board.face_down_seats, *board.next_face_down_seats}))
    # An agreement to end the match has to be reached within one round, so it starts again here.
    board = replace(
        board, round=event.round, storyteller=event.storyteller, agreed_to_abandon=(), face_down_seats=face_down_seats
    )
    return Storytelling(board=board, deadline_at=event.deadline_at)


def _remove_from_hand(board: Board, seat: int, cards: Pile) -> Board:
    return replace(board, hands=with_item(board.hands, seat, without_cards(board.hands[seat], cards)))


def _start_submitting(match: Storytelling, event: ClueGiven) -> Match:
    """Start submitting: the clue allows everybody to look at their hand, and takes the storyteller's card."""
    cards = () if event.card is None else (event.card,)
    board = replace(match.board, storyteller=event.seat, face_down_seats=(), unseen_counts=())
    if not board.terms.handles_absence:
        board = replace(board, rounds_without_points=0)
    board = _remove_from_hand(board, event.seat, cards)
    no_cards: tuple[Pile, ...] = ((),) * len(board.players)
    return Submitting(
        board=board,
        clue=Clue(kind=event.kind, text=event.text),
        # The storyteller's card counts as submitted with the clue.
        submitted_cards=with_item(no_cards, event.seat, cards),
        signals=((),) * len(board.players),
        deadline_at=event.deadline_at,
    )


def _submit_cards(match: Submitting, event: CardsSubmitted) -> Submitting:
    automatic = (*match.automatic_submissions, event.seat) if event.automatic else match.automatic_submissions
    return replace(
        match,
        board=_remove_from_hand(match.board, event.seat, event.cards),
        submitted_cards=with_item(match.submitted_cards, event.seat, event.cards),
        automatic_submissions=automatic,
    )


def _start_voting(match: Submitting, event: TableauLaid) -> Match:
    return Voting(
        board=match.board,
        clue=match.clue,
        submitted_cards=match.submitted_cards,
        tableau=event.tableau,
        votes=(None,) * len(match.board.players),
        trap=None,
        deadline_at=event.deadline_at,
        automatic_submissions=match.automatic_submissions,
    )


def _start_reveal(match: Voting, event: RoundScored) -> Match:
    result = ScoredRound(
        round=event.round,
        storyteller=event.storyteller,
        clue=match.clue,
        tableau=event.tableau,
        trap=event.trap,
        awards=event.awards,
        scores=event.scores,
    )
    history = (*match.board.history, _round_outcome(match, event))
    board = replace(match.board, scores=event.scores, last_round=result, history=history, rounds_without_points=0)
    return Reveal(board=board, cards_on_table=match.tableau, ready=(), deadline_at=event.deadline_at)


def _round_outcome(match: Voting, event: RoundScored) -> RoundOutcome:
    return RoundOutcome(
        storyteller=event.storyteller,
        tableau=intern_cards(match.tableau),
        owners=tuple([shown.seat for shown in event.tableau]),
        votes=tuple([shown.votes for shown in event.tableau]),
        scores=event.scores,
        is_well_told=any(award.why == "well_told" for award in event.awards),
        automatic_submissions=match.automatic_submissions,
        automatic_votes=match.automatic_votes,
        resigned=match.board.resigned,
        skipped=match.board.attendance.skipped_in_round if match.board.attendance else (),
    )


def _call_off_round(match: Started, event: RoundCalledOff) -> Match:
    """Go to the reveal of a round without a result, which nobody has to acknowledge.

    Hands that have all lain face down are not passed on, because nobody knows any of them. Rulebook 1 passes none on
    after a round without a clue, so that the next storyteller knows the whole hand (in O1-ru's Party).
    """
    board, without_clue, handles_absence = match.board, event.why == "no_clue", match.board.terms.handles_absence
    counts = handles_absence or without_clue
    all_face_down = len(board.face_down_seats) == len(board.players)
    cards_on_table = (
        tuple(card for cards in match.submitted_cards for card in cards) if isinstance(match, Submitting) else ()
    )
    board = replace(
        board, storyteller=event.storyteller, rounds_without_points=board.rounds_without_points + 1 if counts else 0
    )
    return Reveal(
        board=board,
        cards_on_table=cards_on_table,
        ready=(),
        deadline_at=None,
        time_is_up=True,
        hands_passed=all_face_down if handles_absence else without_clue,
    )
