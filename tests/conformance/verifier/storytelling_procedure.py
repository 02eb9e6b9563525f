"""The storytelling phase: a storyteller is chosen and gives a clue."""

from typing import Any

from tests.conformance.verifier import value_shapes
from tests.conformance.verifier.absence_procedure import follow_command
from tests.conformance.verifier.event_tape import UNKNOWN_CARD
from tests.conformance.verifier.phase_reading import next_seat_event
from tests.conformance.verifier.round_state import RoundState

CLUE_KINDS = ("text", "sound", "song", "mime")


def begin_round(r: RoundState) -> None:
    table, tape = r.table, r.tape
    table.round_number += 1
    table.agreed_seats = set()
    is_drawn = table.round_number == 1 and table.first_storyteller == "luck"
    if is_drawn:
        r.storyteller = r.peek_member("storyteller")
    phase, deadline = r.phase_id("storytelling"), table.deadline_for("clue")
    tape.expect_following_event(
        "round_begun", round=table.round_number, storyteller=r.storyteller, phase=phase, deadline_at=deadline
    )
    if is_drawn:
        _check_drawn_storyteller(r, list(range(table.player_count)))
    table.enter_phase(phase, deadline)


def _check_drawn_storyteller(r: RoundState, seats: list[int]) -> None:
    r.tape.require(r.storyteller in seats, "there is no such seat")
    r.tape.check_shuffle("first", [str(seat) for seat in seats], [str(r.storyteller)])


def run_storytelling_phase(r: RoundState) -> str | None:
    """Run until there is a clue; return the reason if there is none."""
    while True:
        if not r.table.attendance.is_resting:
            r.end_if_time_limit_aborts()
            if r.storyteller is not None and (r.table.is_time_up or not r.is_waited_for(r.storyteller)):
                return r.call_off_round("no_clue")
            if r.table.is_time_up:
                _draw_storyteller(r)
        is_unclaimed = r.storyteller is None
        waiting_for = r.table.active_seats if r.storyteller is None else [r.storyteller]
        event = next_seat_event(
            r.table, "storyteller_claimed", "clue_given", waiting_for=waiting_for, can_be_missed=not is_unclaimed
        )
        if event is not None and event["type"] == "storyteller_claimed":
            _accept_claim(r, event)
        elif event is not None and event["type"] == "clue_given":
            _accept_clue(r, event)
            return None


def _draw_storyteller(r: RoundState) -> None:
    r.storyteller, deadline = r.peek_member("seat"), r.table.deadline_for("clue")
    event = r.tape.expect_following_event(
        "storyteller_claimed", "text", seat=r.storyteller, automatic=True, deadline_at=deadline
    )
    r.tape.require(r.tape.sealed_value(event, "text", None) is None, "luck says nothing")
    _check_drawn_storyteller(r, r.table.active_seats)
    r.table.restart_clock(deadline)


def _accept_claim(r: RoundState, event: Any) -> None:
    r.tape.require(r.storyteller is None, "somebody tells already")
    r.storyteller = event["actor"]
    r.tape.require_members(event, "text", seat=r.storyteller, automatic=False, deadline_at=None)
    text = r.tape.sealed_value(event, "text", None)
    r.tape.require(text is None or (r.ruleset["airship"] and value_shapes.is_text(text)), "nothing to name here")
    r.table.waiting_since = r.tape.now
    follow_command(r.table, event)


def _accept_clue(r: RoundState, event: Any) -> None:
    tape, kind = r.tape, event["data"].get("kind")
    phase, deadline = r.phase_id("submitting"), r.table.deadline_for("submit")
    r.storyteller = event["actor"] if r.storyteller is None else r.storyteller
    tape.require(event["actor"] == r.storyteller, "another one tells")
    if r.ruleset["crowd"]:
        tape.require_members(event, "text", card=None, seat=r.storyteller, kind=kind, phase=phase, deadline_at=deadline)
    else:
        tape.require_members(event, "text", "card", seat=r.storyteller, kind=kind, phase=phase, deadline_at=deadline)
        r.play_cards(r.known_storyteller, [tape.sealed_value(event, "card", UNKNOWN_CARD)])
    tape.require(kind in CLUE_KINDS, "no such kind of clue")
    text = tape.sealed_value(event, "text", "")
    tape.require(value_shapes.is_text(text) or (text is None and kind != "text"), "a clue without words")
    r.table.enter_phase(phase, deadline)
    r.table.attendance.begin_guessing()
    r.table.is_clue_known = True
    follow_command(r.table, event)
