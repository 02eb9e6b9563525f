"""The view of a match for one viewer, built up from what this viewer may know (never a state with parts removed)."""

from datetime import datetime
from typing import assert_never

from games.rulebook import absence, host_actions
from games.rulebook.actions import Action, MayAbandon, MayRematch, MayResign
from games.rulebook.calling_time import call_time_actions
from games.rulebook.cards import Pile
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
    board_of,
    deadline_of,
    phase_id,
    terms_of,
)
from games.rulebook.phases import drawing, gathering, reveal, storytelling, submitting, voting
from games.rulebook.round import Clue, Laid, ScoredRound, Shown
from games.rulebook.rulesets import Ruleset
from games.rulebook.terms import Terms
from games.rulebook.view_types import MatchStatus, MatchView, PhaseView, ReservedSeat, SeatView, TermsView, Viewer, You
from games.rulebook.waiting import seats_to_move, waiting_for


def view(match: Match, viewer: Viewer) -> MatchView:
    """Return the match as this viewer may see it; for a lobby as it is now, pass `at_time(match, now)`."""
    phase = match.last_phase if isinstance(match, Over) else match
    board = board_of(match)
    # A match that is over is still shown as its last phase left it: seats, scores, clue and tableau.
    terms, owing_seats = terms_of(match), seats_to_move(match)
    return MatchView(
        status=match_status(match),
        ruleset=terms.ruleset,
        terms=_terms_view(terms),
        places=terms.seats,
        start=terms.start,
        host=host_actions.host_of(match),
        round=board.round if board else 0,
        storyteller=board.storyteller if board else None,
        phase=PhaseView(
            id=phase_id(match),
            name=match.name,
            deadline_at=deadline_of(match),
            waiting_for=waiting_for(match),
            waiting_since=_waiting_since(match),
        ),
        seats=_lobby_seats(phase, owing_seats) if isinstance(phase, Gathering) else _started_seats(phase, owing_seats),
        reserved=_reserved_seats(match),
        deck_count=len(board.deck) if board else 0,
        discard_count=len(board.discard) if board else 0,
        clue=_visible_clue(phase),
        tableau=tableau(match),
        you=_you(match, viewer.seat),
        actions=actions(match, viewer),
        last_round=board.last_round if board else None,
        winners=match.winners if isinstance(match, Over) else None,
        kicked=viewer.kicked,
    )


def _terms_view(terms: Terms) -> TermsView:
    return TermsView(
        decks=tuple(deck.name for deck in terms.decks),
        clock=terms.clock,
        on_timeout=terms.on_timeout,
        visibility=terms.visibility,
        first=terms.first,
        laps=terms.ruleset.end.laps,
        call_after=terms.call_after,
        call_grace=terms.call_grace,
    )


def _waiting_since(match: Match) -> datetime | None:
    if isinstance(match, Over) or not terms_of(match).handles_absence:
        return None
    if isinstance(match, Gathering):
        return match.changed_at
    return match.board.attendance.phase_began_at if match.board.attendance else None


def _reserved_seats(match: Match) -> tuple[ReservedSeat, ...]:
    if not isinstance(match, Gathering) or match.reservations is None:
        return ()
    until = match.reservations.until
    return tuple(
        ReservedSeat(seat=seat, player=player, until=until)
        for seat, player in enumerate(match.reservations.players)
        if player
    )


def match_status(match: Match) -> MatchStatus:
    match match:
        case Gathering():
            return "gathering"
        case Over():
            return match.status
        case _:
            return "playing"


def actions(match: Match, viewer: Viewer) -> tuple[Action, ...]:
    """Return every command that is legal for this viewer now; any other would be refused."""
    seat = viewer.seat
    if isinstance(match, Over):
        return (MayRematch(),) if viewer.may_rematch else ()
    if seat is None and not viewer.may_join:
        return ()
    if isinstance(match, Gathering):
        return () if viewer.kicked else gathering.actions(match, seat, viewer.reserved_seat)
    if seat is None or seat in match.board.resigned:
        return ()
    abandon = () if seat in match.board.agreed_to_abandon else (MayAbandon(),)
    return (
        *(() if match.board.is_resting else _phase_actions(match, seat)),
        *absence.resume_actions(match, seat),
        *call_time_actions(match, seat),
        *host_actions.hand_over_actions(match, seat),
        *abandon,
        MayResign(),
    )


def _phase_actions(match: Started, seat: int) -> tuple[Action, ...]:
    match match:
        case Drawing():
            return drawing.actions(match, seat)
        case Storytelling():
            return storytelling.actions(match, seat)
        case Submitting():
            return submitting.actions(match, seat)
        case Voting():
            return voting.actions(match, seat)
        case Reveal():
            return reveal.actions(match, seat)
        case _:
            assert_never(match)


def _lobby_seats(match: Gathering, owing_seats: tuple[int, ...]) -> tuple[SeatView, ...]:
    return tuple(
        SeatView(
            seat=seat,
            player=player,
            team=_team_of(match.terms.ruleset, seat, len(match.seats)),
            score=0,
            hand_count=0,
            done=seat not in owing_seats,
            entropy_digest=match.digests[seat],
        )
        for seat, player in enumerate(match.seats)
        if player
    )


def _started_seats(match: Started, owing_seats: tuple[int, ...]) -> tuple[SeatView, ...]:
    board = match.board
    return tuple(
        SeatView(
            seat=seat,
            player=player,
            team=_team_of(board.rules, seat, len(board.players)),
            score=board.scores[seat],
            hand_count=len(board.hands[seat]),
            done=seat not in owing_seats,
            resigned=seat in board.resigned,
            skipped=seat in board.skipped_seats,
            entropy_digest=drawing.digest_to_reveal(match, seat) if isinstance(match, Drawing) else None,
            signal=match.signals[seat][-1] if isinstance(match, Submitting) and match.signals[seat] else None,
        )
        for seat, player in enumerate(board.players)
    )


def _team_of(rules: Ruleset, seat: int, seats: int) -> int | None:
    # Partners sit opposite each other, so seat i and seat i + n/2 get the same number.
    return seat % (seats // 2) if rules.teams else None


def _visible_clue(match: Gathering | Started) -> Clue | None:
    match match:
        case Submitting() | Voting():
            return match.clue
        case Reveal() if result := _shown_round(match):
            return result.clue
        case _:
            return None


def tableau(match: Match) -> tuple[Laid, ...] | tuple[Shown, ...]:
    """Return the cards that lie face up, the same for every viewer."""
    match match:
        case Over():
            return tableau(match.last_phase)
        case Voting():
            return tuple(Laid(slot=slot, card=card) for slot, card in enumerate(match.tableau, start=1))
        case Reveal() if match.cards_on_table and (result := _shown_round(match)):
            # Once the table has been cleared, only `last_round` shows the cards.
            return result.tableau
        case _:
            return ()


def _shown_round(match: Reveal) -> ScoredRound | None:
    """Return the round whose scores are shown, or None when it was called off."""
    result = match.board.last_round
    return result if result and result.round == match.board.round else None


def _you(match: Match, seat: int | None) -> You | None:
    if seat is None:
        return None
    phase = match.last_phase if isinstance(match, Over) else match
    submitted: Pile = ()
    votes: tuple[int, ...] = ()
    trap: int | None = None
    match phase:
        case Submitting():
            submitted = phase.submitted_cards[seat]
        case Voting():
            submitted, votes = phase.submitted_cards[seat], phase.votes[seat] or ()
            trap = phase.trap if seat == phase.board.storyteller else None
        case Reveal() if phase.cards_on_table and (result := _shown_round(phase)):
            submitted = tuple(shown.card for shown in result.tableau if shown.seat == seat)
            votes = tuple(shown.slot for shown in result.tableau if seat in shown.votes)
            trap = result.trap if seat == result.storyteller else None
        case _:
            pass
    hand, board = _visible_hand(match, seat), board_of(match)
    known_cards = board.known_cards(seat) if board and hand is None else ()
    return You(seat=seat, hand=hand, kept=known_cards, submitted=submitted, votes=votes, trap=trap)


def _visible_hand(match: Match, seat: int) -> Pile | None:
    """Return the hand, or None while it lies face down; at the end every hand is open."""
    board = board_of(match)
    if board is None:
        return ()
    return None if seat in board.face_down_seats and not isinstance(match, Over) else board.hands[seat]
