"""The seats of a rematch that are reserved for the players of the match before it."""

from datetime import timedelta
from typing import Any

from tests.conformance.verifier.event_tape import parse_time
from tests.conformance.verifier.table_state import TableState

RESERVATION_PERIOD = timedelta(minutes=5)
PART_NAME = "reserved_for"
RULESET_NAME_PART = "ruleset_name"


def reserve_seats(table: TableState, event: Any) -> None:
    """Reserve the seats that `match_opened` names, for five minutes."""
    tape, data = table.tape, event["data"]
    sealed = sorted(data.get("sealed", {}))
    parts = [part for part in sealed if part != RULESET_NAME_PART]
    expected_parts = {f"{PART_NAME}/{seat}": seat for seat in range(table.seat_count)}
    tape.require(set(parts) <= expected_parts.keys(), "only seats of the match can be reserved")
    has_name_in_clear = data["ruleset"]["name"] != "house-rules"
    tape.require(parts == sealed or not has_name_in_clear, "the rule set has one name")
    tape.require_members(event, *sealed, **{name: value for name, value in data.items() if name != "sealed"})
    for part in parts:
        table.reserved_for[expected_parts[part]] = tape.sealed_value(event, part, {}).get("id")
    people = [person for person in table.reserved_for.values() if person is not None]
    tape.require(len(set(people)) == len(people), "a player has one seat")
    table.reserved_until = tape.now + RESERVATION_PERIOD if parts else None
    until, former_host = data["reserved_until"], data["former_host"]
    found = None if until is None else parse_time(until)
    tape.require(found == table.reserved_until, "seats are reserved for five minutes")
    tape.require(former_host is None or former_host in table.reserved_for, "the former host has no seat")
    table.former_host = former_host


def drop_reservation(table: TableState, event: Any) -> None:
    """Drop the reservation of a seat: its player, the host, or (no actor) the erasure of an account does this."""
    seat = event["data"].get("seat")
    table.tape.require_members(event, seat=seat)
    table.tape.require(is_reserved(table, seat), "it isn't reserved")
    table.tape.require(event["actor"] in (None, seat, table.host), "only its player or the host drops it")
    del table.reserved_for[seat]


def is_reserved(table: TableState, seat: Any) -> bool:
    return table.reserved_until is not None and table.tape.now < table.reserved_until and seat in table.reserved_for


def take_reserved_seat(table: TableState, seat: int, player: str | None) -> None:
    """Require that a reserved seat is taken by its player, and make the former host the host again."""
    reserved_seats = [other for other in table.reserved_for if is_reserved(table, other)]
    own_seats = [other for other in reserved_seats if player is not None and table.reserved_for[other] == player]
    table.tape.require(not own_seats or seat in own_seats, "another seat is reserved for this player")
    is_foreign = seat in reserved_seats and player is not None and table.reserved_for[seat] not in (None, player)
    table.tape.require(not is_foreign, "it is reserved for another player")
    is_former_host = seat in reserved_seats and seat == table.former_host
    table.reserved_for.pop(seat, None)
    if is_former_host:
        table.host = seat
        table.tape.expect_following_event("host_changed", seat=seat)
