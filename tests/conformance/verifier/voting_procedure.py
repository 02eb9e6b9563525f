"""The voting phase: votes are cast and counted."""

from typing import Any

from tests.conformance.verifier import value_shapes
from tests.conformance.verifier.absence_procedure import follow_command
from tests.conformance.verifier.phase_reading import next_seat_event
from tests.conformance.verifier.round_end_procedure import win_reason
from tests.conformance.verifier.round_scorer import RoundScorer, add_awards, step_value
from tests.conformance.verifier.round_state import RoundState


def run_voting_phase(r: RoundState) -> None:
    """Run until the round is scored."""
    while (missing_voters := _missing_voters(r)) or r.table.attendance.is_resting:
        waited_for = [seat for seat in missing_voters if r.is_waited_for(seat)]
        if not r.table.attendance.is_resting:
            r.end_if_time_limit_aborts()
            if automatic_voters := [seat for seat in missing_voters if r.is_automatic(seat)]:
                _vote_automatically(r, automatic_voters[0])
                continue
            if r.table.is_time_up or not waited_for:
                break
        event = next_seat_event(r.table, "vote_cast", waiting_for=waited_for, can_be_missed=True)
        if event is None or event["type"] == "seat_resigned":
            continue
        r.tape.require(event["actor"] in missing_voters, "it has no vote, or no more")
        _accept_vote(r, event, event["actor"], automatic=False)
        follow_command(r.table, event)
    _score_round(r)


def _missing_voters(r: RoundState) -> list[int]:
    return [seat for seat in r.eligible_voters() if seat not in r.votes]


def _sets_trap(r: RoundState, seat: int) -> bool:
    return bool(r.ruleset["crowd"]) and seat == r.storyteller


def _accept_vote(r: RoundState, event: Any, seat: int, *, automatic: bool) -> None:
    tape, choices = r.tape, r.votable_slots(seat)
    if _sets_trap(r, seat):
        tape.require_members(event, "slots", "trap", seat=seat, automatic=automatic)
        r.trap = tape.sealed_value(event, "trap", None)
        tape.require(
            r.trap is None or (value_shapes.is_integer(r.trap) and r.trap in choices), "there is no such slot to trap"
        )
    else:
        tape.require_members(event, "slots", seat=seat, automatic=automatic, trap=None)
    slots = tape.sealed_value(event, "slots", None)
    r.votes[seat] = slots
    if slots is not None:
        tape.require(
            value_shapes.list_of(value_shapes.is_integer)(slots) and slots == sorted(set(slots)), "slots ascend"
        )
        tape.require(set(slots) <= set(choices), "not a slot that it may choose")
        tape.require(1 <= len(slots) <= step_value(r.ruleset["votes"], r.table.player_count), "too many votes, or none")


def _vote_automatically(r: RoundState, seat: int) -> None:
    r.tape.require(r.tape.peek(), "luck should have voted")
    event = r.tape.peek()
    parts = ("slots", "trap") if _sets_trap(r, seat) else ("slots",)
    public = {"seat": seat, "automatic": True, **({} if _sets_trap(r, seat) else {"trap": None})}
    r.tape.expect_following_event("vote_cast", *parts, **public)
    _accept_vote(r, event, seat, automatic=True)
    slots = r.votes[seat]
    if slots is not None:
        drawn = [*map(str, slots), *([str(r.trap)] if _sets_trap(r, seat) else [])]
        r.tape.require(len(slots) == 1, "luck casts one vote")
        r.tape.check_shuffle(
            f"auto/{r.phase_id('voting')}/{seat}", [str(slot) for slot in r.votable_slots(seat)], drawn
        )


def _score_round(r: RoundState) -> None:
    table = r.table
    tableau = r.tableau or []
    owner_by_card = {card: seat for seat, cards in r.submitted_cards.items() for card in cards}
    r.tape.require(
        set(tableau) <= owner_by_card.keys() and None not in r.votes.values(), "a scored round is open to all"
    )
    votes = {seat: slots for seat, slots in r.votes.items() if slots is not None}
    owner_by_slot = {slot: owner_by_card[card] for slot, card in enumerate(tableau, start=1)}
    scorer = RoundScorer(
        r.ruleset, table.player_count, r.known_storyteller, owner_by_slot, votes, r.eligible_voters(), r.trap
    )
    table.scores = add_awards(table.scores, awards := scorer.awards(), teams=r.ruleset["teams"])
    scored_tableau = [
        {"slot": slot, "card": card, "seat": owner_by_slot[slot], "votes": scorer.voters_for_slot(slot)}
        for slot, card in enumerate(tableau, start=1)
    ]
    table.attendance.count_scored_round()
    table.scored_round_count += 1
    is_won = win_reason(r) is not None
    phase, deadline = (None, None) if is_won else (r.phase_id("reveal"), table.deadline_for("reveal"))
    r.tape.expect_following_event(
        "round_scored",
        round=table.round_number,
        storyteller=r.storyteller,
        tableau=scored_tableau,
        trap=r.trap,
        awards=awards,
        scores=table.scores,
        phase=phase,
        deadline_at=deadline,
    )
    table.enter_phase(r.phase_id("reveal"), deadline)
