"""A match up to its first round: it is opened, seats are taken, and randomness is drawn."""

from datetime import timedelta
from typing import Any

from tests.conformance.verifier import agreed_terms, value_shapes
from tests.conformance.verifier.drawing_procedure import REVEAL_SECONDS, run_drawing_phase
from tests.conformance.verifier.reserved_seats import (
    drop_reservation,
    is_reserved,
    reserve_seats,
    take_reserved_seat,
)
from tests.conformance.verifier.table_state import TableState

QUIET_BEFORE_START = timedelta(minutes=5)
PLAYER_KINDS = ("human", "guest", "bot")


def open_match(table: TableState) -> None:
    """Open the match and seat the host."""
    tape = table.tape
    event = tape.next_command_event()
    data = {name: value for name, value in event["data"].items() if name != "sealed"}
    tape.require(event["type"] == "match_opened", "a match is opened first")
    tape.require(agreed_terms.are_playable(data), "these terms can't be played by")
    table.apply_terms(data)
    table.host = event["actor"] if table.has_absences else 0
    tape.require(event["actor"] == table.host and table.host in range(table.seat_count), "the host opens it")
    if table.has_absences:
        reserve_seats(table, event)
    else:
        tape.require_members(event, **event["data"])
    _seat_player(table, tape.expect_following_event("seat_taken", "player", **_seat_members(tape.peek())))
    tape.require(list(table.players_by_seat) == [table.host], "the host sits first")
    while tape.peek() and tape.peek()["actor"] is None and tape.peek()["type"] != "reservation_dropped":
        _seat_player(table, event := tape.expect_following_event("seat_taken", "player", **_seat_members(tape.peek())))
        tape.require(event["data"]["kind"] == "bot", "only computer players come along")


def run_lobby(table: TableState) -> None:
    """Run the lobby until the host starts the match, or it is called off."""
    while True:
        event = table.tape.next_command_event()
        table.enter_phase("0.gathering", None)
        match event["type"]:
            case "seat_taken":
                table.tape.require_members(event, "player", **_seat_members(event))
                is_own_seat = event["actor"] == event["data"]["seat"]
                is_bot_of_host = event["actor"] == table.host and event["data"]["kind"] == "bot"
                table.tape.require(is_own_seat or is_bot_of_host, "only computer players are seated by the host")
                _seat_player(table, event)
            case "seat_left":
                _leave_seat(table, event)
            case "seat_moved":
                _move_seat(table, event)
            case "reservation_dropped":
                drop_reservation(table, event)
            case "host_changed":
                table.transfer_host(event)
            case "match_started":
                return _start_match(table, event)
            case "match_ended" if event["actor"] == "staff":
                table.accept_match_end(event, "abandoned", [], "staff")
            case "match_ended":
                is_expired = event["actor"] == "clock"
                table.tape.require(
                    is_expired or event["actor"] == table.host, "only the host ends a match in the lobby"
                )
                table.accept_match_end(event, "abandoned", [], "lobby_expired" if is_expired else "host")
            case _:
                table.tape.require(condition=False, reason="not in the lobby")


def _seat_members(event: Any) -> dict[str, Any]:
    data = event["data"] if event else {}
    return {name: data.get(name) for name in ("seat", "kind", "entropy_digest")}


def _seat_player(table: TableState, event: Any) -> None:
    tape, data = table.tape, event["data"]
    seat, digest = data["seat"], data["entropy_digest"]
    tape.require(value_shapes.is_integer(seat) and 0 <= seat < table.seat_count, "there is no such seat")
    tape.require(seat not in table.players_by_seat, "the seat is taken")
    tape.require(data["kind"] in PLAYER_KINDS, "no such kind of player")
    tape.require(
        digest is None or (value_shapes.matching(value_shapes.HEX_32_BYTES)(digest) and data["kind"] != "bot"),
        "no such digest",
    )
    player = tape.sealed_value(event, "player", {}).get("id")
    tape.require(player is None or player not in table.players_by_seat.values(), "the player sits already")
    table.seats_changed_at = tape.now
    table.players_by_seat[seat] = None if data["kind"] == "bot" else player
    table.entropy_digests[seat] = digest
    table.player_kinds[seat] = data["kind"]
    tape.require(data["kind"] != "bot" or not is_reserved(table, seat), "it is reserved for a person")
    take_reserved_seat(table, seat, player)


def _leave_seat(table: TableState, event: Any) -> None:
    tape, seat = table.tape, event["data"].get("seat")
    tape.require_members(event, seat=seat)
    tape.require(value_shapes.is_integer(seat) and seat in table.players_by_seat, "nobody sits there")
    tape.require(event["actor"] in (seat, table.host), "only the host frees another one's seat")
    table.seats_changed_at = tape.now
    del table.players_by_seat[seat], table.entropy_digests[seat], table.player_kinds[seat]
    if seat == table.host:
        if not table.human_seats:
            table.expect_match_end("abandoned", [], "everyone_left")
        table.host = table.human_seats[0]
        tape.expect_following_event("host_changed", seat=table.host)


def _move_seat(table: TableState, event: Any) -> None:
    tape, seat, new_seat = table.tape, event["actor"], event["data"].get("to")
    tape.require_members(event, seat=seat, to=new_seat)
    tape.require(seat in table.players_by_seat, "nobody sits there")
    tape.require(
        value_shapes.is_integer(new_seat)
        and 0 <= new_seat < table.seat_count
        and new_seat not in table.players_by_seat
        and not is_reserved(table, new_seat),
        "there is no such free seat",
    )
    table.players_by_seat[new_seat], table.entropy_digests[new_seat] = (
        table.players_by_seat.pop(seat),
        table.entropy_digests.pop(seat),
    )
    table.player_kinds[new_seat] = table.player_kinds.pop(seat)
    table.host = new_seat if table.host == seat else table.host


def _may_start_for_host(table: TableState, seat: Any) -> bool:
    """Return whether a player who isn't the host may start, as nobody has taken or left a seat for a while."""
    is_quiet = table.tape.now >= table.seats_changed_at + QUIET_BEFORE_START
    return table.has_absences and is_quiet and seat in table.human_seats


def _start_match(table: TableState, event: Any) -> None:
    tape, occupied_seats = table.tape, sorted(table.players_by_seat)
    awaits_entropy = any(digest is not None for digest in table.entropy_digests.values())
    is_automatic = event["actor"] == "clock" and table.starts_when_full and len(occupied_seats) == table.seat_count
    tape.require(
        is_automatic or event["actor"] == table.host or _may_start_for_host(table, event["actor"]),
        "only the host starts, after a while any other player, or the clock when all seats are taken",
    )
    tape.require(len(occupied_seats) in table.ruleset["players"], "not for so many players")
    tape.require(
        not table.ruleset["teams"] or len(occupied_seats) == table.seat_count, "teams start when all seats are taken"
    )
    tape.require_members(
        event, seats=occupied_seats, deadline_at=tape.deadline_after(REVEAL_SECONDS) if awaits_entropy else None
    )
    table.salt = event["prev"]
    table.renumber_seats(occupied_seats)
    table.enter_phase("0.drawing", tape.deadline_after(REVEAL_SECONDS) if awaits_entropy else None)
    digests = ((new, table.entropy_digests[seat]) for new, seat in enumerate(occupied_seats))
    committed = {new: digest for new, digest in digests if digest is not None}
    run_drawing_phase(table, committed)
