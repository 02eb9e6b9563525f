"""A match up to its first round: the table is laid, seats are taken, luck is drawn."""

from typing import Any

from tests.audit.second import shape, terms
from tests.audit.second.drawing import TO_REVEAL, drawing
from tests.audit.second.table import Table

KINDS = ("human", "guest", "bot")


def opened(table: Table) -> None:
    """The table is laid, and the host sits down."""
    tape = table.tape
    event = tape.command()
    tape.need(event["type"] == "match_opened" and event["actor"] == 0, "a match is opened first, by seat 0")
    data = event["data"]
    tape.need(terms.agreed(data), "these terms can't be played by")
    tape.holds(event, **data)
    table.lay(data)
    _sat(table, tape.follows("seat_taken", "player", **_about_seat(tape.ahead())))
    tape.need(list(table.seated) == [0], "the host has seat 0")
    while tape.ahead() and tape.ahead()["actor"] is None:
        _sat(table, event := tape.follows("seat_taken", "player", **_about_seat(tape.ahead())))
        tape.need(event["data"]["kind"] == "bot", "only computer players come along")


def gathered(table: Table) -> None:
    """Until the host starts, or it comes to nothing."""
    while True:
        event = table.tape.command()
        table.now_in("0.gathering", None)
        match event["type"]:
            case "seat_taken":
                table.tape.holds(event, "player", **_about_seat(event))
                own = event["actor"] == event["data"]["seat"]
                by_host = event["actor"] == table.host and event["data"]["kind"] == "bot"
                table.tape.need(own or by_host, "only computer players are seated by the host")
                _sat(table, event)
            case "seat_left":
                _left(table, event)
            case "seat_moved":
                _moved(table, event)
            case "host_changed":
                table.hands_over(event)
            case "match_started":
                return _started(table, event)
            case "match_ended" if event["actor"] == "staff":
                table.ended(event, "abandoned", [], "staff")
            case "match_ended":
                expired = event["actor"] == "clock"
                table.tape.need(expired or event["actor"] == table.host, "only the host ends a match in the lobby")
                table.ended(event, "abandoned", [], "lobby_expired" if expired else "host")
            case _:
                table.tape.need(truth=False, why="not in the lobby")


def _about_seat(event: Any) -> dict[str, Any]:
    data = event["data"] if event else {}
    return {name: data.get(name) for name in ("seat", "kind", "entropy_digest")}


def _sat(table: Table, event: Any) -> None:
    tape, data = table.tape, event["data"]
    seat, digest = data["seat"], data["entropy_digest"]
    tape.need(shape.number(seat) and 0 <= seat < table.places, "there is no such seat")
    tape.need(seat not in table.seated, "the seat is taken")
    tape.need(data["kind"] in KINDS, "no such kind of player")
    tape.need(digest is None or (shape.like(shape.HEX32)(digest) and data["kind"] != "bot"), "no such digest")
    player = tape.part(event, "player", {}).get("id")
    tape.need(player is None or player not in table.seated.values(), "the player sits already")
    table.seated[seat] = None if data["kind"] == "bot" else player
    table.digests[seat] = digest
    table.kinds[seat] = data["kind"]


def _left(table: Table, event: Any) -> None:
    tape, seat = table.tape, event["data"].get("seat")
    tape.holds(event, seat=seat)
    tape.need(shape.number(seat) and seat in table.seated, "nobody sits there")
    tape.need(event["actor"] in (seat, table.host), "only the host frees another one's seat")
    del table.seated[seat], table.digests[seat], table.kinds[seat]
    if seat == table.host:
        if not table.people:
            table.ends("abandoned", [], "everyone_left")
        table.host = table.people[0]
        tape.follows("host_changed", seat=table.host)


def _moved(table: Table, event: Any) -> None:
    tape, seat, to = table.tape, event["actor"], event["data"].get("to")
    tape.holds(event, seat=seat, to=to)
    tape.need(seat in table.seated, "nobody sits there")
    tape.need(shape.number(to) and 0 <= to < table.places and to not in table.seated, "there is no such free seat")
    table.seated[to], table.digests[to] = table.seated.pop(seat), table.digests.pop(seat)
    table.kinds[to] = table.kinds.pop(seat)
    table.host = to if table.host == seat else table.host


def _started(table: Table, event: Any) -> None:
    tape, old = table.tape, sorted(table.seated)
    waits = any(digest is not None for digest in table.digests.values())
    by_itself = event["actor"] == "clock" and table.start_when_full and len(old) == table.places
    tape.need(by_itself or event["actor"] == table.host, "only the host starts, or the clock when all seats are taken")
    tape.need(len(old) in table.rules["players"], "not for so many players")
    tape.need(not table.rules["teams"] or len(old) == table.places, "teams start when all seats are taken")
    tape.holds(event, seats=old, deadline_at=tape.later(TO_REVEAL) if waits else None)
    table.salt = event["prev"]
    table.start(old)
    table.now_in("0.drawing", tape.later(TO_REVEAL) if waits else None)
    digests = ((new, table.digests[seat]) for new, seat in enumerate(old))
    committed = {new: digest for new, digest in digests if digest is not None}
    drawing(table, committed)
