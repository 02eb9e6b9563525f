"""The submitting phase: cards are submitted face down, then shown as the tableau."""

from typing import Any

from tests.conformance.verifier.absence_procedure import follow_command
from tests.conformance.verifier.event_tape import UNKNOWN_CARD
from tests.conformance.verifier.phase_reading import next_seat_event
from tests.conformance.verifier.round_scorer import step_value
from tests.conformance.verifier.round_state import RoundState

SIGNAL_WORDS = ("give", "pass")


def run_submitting_phase(r: RoundState) -> str | None:
    """Run until the tableau is built; return the reason if it is not."""
    while (pending_groups := r.pending_groups()) or r.table.attendance.is_resting:
        waited_for = [seat for group in pending_groups for seat in group if r.is_waited_for(seat)]
        if not r.table.attendance.is_resting:
            r.end_if_time_limit_aborts()
            if group := _first_automatic_group(r, pending_groups):
                _submit_automatically(r, group)
                continue
            if r.table.is_time_up or not waited_for:
                break
        event = next_seat_event(r.table, "cards_submitted", "signalled", waiting_for=waited_for, can_be_missed=True)
        if event is None or event["type"] == "seat_resigned":
            continue
        group = next((group for group in pending_groups if event["actor"] in group), ())
        r.tape.require(group, "it owes nothing")
        if event["type"] == "signalled":
            _accept_signal(r, event, group)
        else:
            _accept_submission(r, event, event["actor"], automatic=False)
        follow_command(r.table, event)
    voters = r.eligible_voters()
    if not voters or min(len(r.votable_slots(seat)) for seat in voters) < 2:
        return r.call_off_round("too_few_cards")
    _lay_tableau(r)
    return None


def _first_automatic_group(r: RoundState, pending_groups: list[tuple[int, ...]]) -> tuple[int, ...]:
    """Return the first group that submits automatically, with the partner if theirs is automatic, too."""
    automatic_groups = [tuple(seat for seat in group if r.is_automatic(seat)) for group in pending_groups]
    return min((group for group in automatic_groups if group), default=())


def _accept_signal(r: RoundState, event: Any, group: tuple[int, ...]) -> None:
    r.tape.require(len(group) == 2 and event["data"].get("word") in SIGNAL_WORDS, "there is nothing to agree on")
    r.tape.require_members(event, seat=event["actor"], word=event["data"]["word"])
    signal = event["actor"], event["data"]["word"]
    r.tape.require(signal not in r.signals, "each says each word once")
    r.signals.add(signal)


def _accept_submission(r: RoundState, event: Any, seat: int, *, automatic: bool) -> None:
    count = step_value(r.ruleset["submits"], r.table.player_count)
    r.tape.require_members(event, "cards", seat=seat, automatic=automatic)
    cards = r.tape.sealed_value(event, "cards", [UNKNOWN_CARD] * count)
    known = [card for card in cards if card != UNKNOWN_CARD]
    r.tape.require(len(cards) == count and len(set(known)) == len(known), f"{count} cards are asked for")
    r.play_cards(seat, cards)


def _submit_automatically(r: RoundState, group: tuple[int, ...]) -> None:
    hands = [card for seat in group for card in r.table.hands[seat]]
    seat = r.peek_member("seat")
    event = r.tape.expect_following_event("cards_submitted", "cards", seat=seat, automatic=True)
    r.tape.require(seat in group, "it owes nothing, or is not the first that does")
    if UNKNOWN_CARD not in hands:
        own, cards = set(r.table.hands[seat]), r.tape.sealed_value(event, "cards", [])
        label = f"auto/{r.phase_id('submitting')}/{group[0]}"
        r.tape.check_shuffle(label, hands, cards, eligible=own)
    _accept_submission(r, event, seat, automatic=True)


def _lay_tableau(r: RoundState) -> None:
    on_table, tableau = r.cards_on_table(), r.peek_member("tableau")
    phase, deadline = r.phase_id("voting"), r.table.deadline_for("vote")
    r.tape.expect_following_event("tableau_laid", tableau=tableau, phase=phase, deadline_at=deadline)
    known = [card for card in on_table if card != UNKNOWN_CARD]
    is_complete = isinstance(tableau, list) and len(set(tableau)) == len(on_table) and set(known) <= set(tableau)
    r.tape.require(is_complete, "the cards that were given lie there, and no others")
    r.tape.check_shuffle(f"tableau/{r.table.round_number}", sorted(tableau), tableau)
    r.tableau = tableau
    r.table.enter_phase(phase, deadline)
