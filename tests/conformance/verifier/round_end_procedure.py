"""The end of a round: the match ends, or the next round is prepared."""

from typing import Any

from tests.conformance.verifier.absence_procedure import follow_command
from tests.conformance.verifier.event_tape import UNKNOWN_CARD
from tests.conformance.verifier.hand_dealing import expect_hands_event, fill_hands, reveal_hand_part
from tests.conformance.verifier.phase_reading import next_seat_event
from tests.conformance.verifier.round_state import RoundState
from tests.conformance.verifier.table_state import TableState

REVEAL_GRACE_SECONDS = 120


def end_match_if_decided(r: RoundState, call_off_reason: str | None) -> None:
    """End the match if it is won or nobody is left."""
    table = r.table
    is_without_result = call_off_reason is not None if table.has_absences else call_off_reason == "no_clue"
    table.rounds_without_result = table.rounds_without_result + 1 if is_without_result else 0
    if table.rounds_without_result == table.player_count:
        table.expect_match_end("abandoned", [], "nobody_is_there")
    if reason := win_reason(r):
        r.end_with_winners(reason)


def win_reason(r: RoundState) -> str | None:
    """Return why the scores end the match, or None if they do not."""
    table, end = r.table, r.ruleset["end"]
    if end["points"] is not None and max(table.scores) >= end["points"]:
        return "points"
    if end["laps"] is not None and table.round_number >= end["laps"] * table.player_count:
        return "laps"
    return None


def run_reveal_phase(r: RoundState) -> None:
    """Show the scores until all players are ready or the time is up."""
    ready: set[int] = set()
    while True:
        waited_for = [seat for seat in range(r.table.player_count) if r.is_waited_for(seat) and seat not in ready]
        if not r.table.attendance.is_resting and (r.table.is_time_up or not waited_for):
            return
        event = next_seat_event(r.table, "seat_ready", waiting_for=waited_for)
        if event is None or event["type"] == "seat_resigned":
            continue
        _accept_ready(r, event)
        r.tape.require(event["actor"] not in ready, "it is ready already")
        ready.add(event["actor"])
        follow_command(r.table, event)


def _accept_ready(r: RoundState, event: Any) -> None:
    """Accept that a player is ready: without a clock, the first person who is gives the others a deadline."""
    table, seat = r.table, event["actor"]
    if not table.has_absences:
        r.tape.require_members(event, seat=seat)
        return
    sets_deadline = table.deadline is None and seat in table.attendance.people
    deadline = r.tape.deadline_after(REVEAL_GRACE_SECONDS) if sets_deadline else None
    r.tape.require_members(event, seat=seat, deadline_at=deadline)
    table.deadline = deadline or table.deadline


def clear_table(r: RoundState, call_off_reason: str | None) -> None:
    table, on_table = r.table, r.cards_on_table()
    if on_table:
        r.tape.expect_following_event("discarded", count=len(on_table))
        table.discard_pile += on_table
    _refill_hands(table, (r.known_storyteller + 1) % table.player_count)
    if r.ruleset["end"]["deck"] and not table.deck:
        r.end_with_winners("last_card")
    if _are_hands_passed(r, call_off_reason):
        table.hands = [*table.hands[-1:], *table.hands[:-1]]
        event = expect_hands_event(table, "hands_passed", table.hands)
        table.hands = [reveal_hand_part(table, event, f"hands/{seat}", hand) for seat, hand in enumerate(table.hands)]


def _are_hands_passed(r: RoundState, call_off_reason: str | None) -> bool:
    """Return whether hands are passed: under rulebook 2, unless all of them lay face down all through the round."""
    crowd = r.ruleset["crowd"]
    if not crowd or not crowd["pass_hands"]:
        return False
    # In round 1 every hand lies face down, and goes on so until the next clue, in whichever round.
    is_hidden_from_all = crowd["blind"] == "everyone" or not r.table.is_clue_known or not r.table.has_absences
    return not (call_off_reason == "no_clue" and is_hidden_from_all)


def _refill_hands(table: TableState, first_seat: int) -> None:
    """Deal from the deck. If it runs short, deal its rest before shuffling the discard pile, or mix the two."""
    refill = table.ruleset["refill"]
    if _missing_card_count(table) > len(table.deck) and refill != "none":
        if table.deck and refill == "reshuffle":
            fill_hands(table, "hands_refilled", first_seat)
        _reshuffle_deck(table)
    if _missing_card_count(table):
        fill_hands(table, "hands_refilled", first_seat)


def _missing_card_count(table: TableState) -> int:
    return sum(table.hand_size - len(hand) for hand in table.hands)


def _reshuffle_deck(table: TableState) -> None:
    pile = table.deck + table.discard_pile
    event = table.tape.expect_following_event("deck_reshuffled", "order", count=len(pile))
    order = table.tape.sealed_value(event, "order", [UNKNOWN_CARD] * len(pile))
    if UNKNOWN_CARD not in order and UNKNOWN_CARD not in pile:
        table.tape.require(sorted(order) == sorted(pile), "other cards than were there")
        table.reshuffle_count += 1
        table.tape.check_shuffle(f"reshuffle/{table.reshuffle_count}", pile, order)
    table.deck, table.discard_pile = order, []
