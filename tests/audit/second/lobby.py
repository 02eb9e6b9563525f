"""A match up to its first round: the table is laid, seats are taken, luck is drawn."""

from typing import Any

from tests.audit.second import shape, terms
from tests.audit.second.dice import Dice, digest_of_entropy, digest_of_seed
from tests.audit.second.table import Table
from tests.audit.second.tape import UNSEEN

KINDS = ("human", "guest", "bot")
TO_REVEAL = 10


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


def gathered(table: Table) -> None:
    """Until the host starts, or it comes to nothing."""
    while True:
        event = table.tape.command()
        table.now_in("0.gathering", None)
        match event["type"]:
            case "seat_taken":
                table.tape.holds(event, "player", **_about_seat(event))
                table.tape.need(event["actor"] == event["data"]["seat"], "who sits down does it alone")
                _sat(table, event)
            case "seat_left":
                _left(table, event)
            case "match_started":
                return _started(table, event)
            case "match_ended":
                table.tape.need(event["actor"] == table.host, "only the host ends a match in the lobby")
                table.ended(event, "abandoned", [], "host")
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
    table.seated[seat] = player
    table.digests[seat] = digest


def _left(table: Table, event: Any) -> None:
    tape, seat = table.tape, event["actor"]
    tape.holds(event, seat=seat)
    tape.need(seat in table.seated, "nobody sits there")
    del table.seated[seat], table.digests[seat]
    if not table.seated:
        table.ends("abandoned", [], "everyone_left")
    if seat == table.host:
        table.host = min(table.seated)
        tape.follows("host_changed", seat=table.host)


def _started(table: Table, event: Any) -> None:
    tape, old = table.tape, sorted(table.seated)
    waits = any(digest is not None for digest in table.digests.values())
    tape.need(event["actor"] == table.host, "only the host starts")
    tape.need(len(old) in table.rules["players"], "not for so many players")
    tape.need(not table.rules["teams"] or len(old) == table.places, "teams start when all seats are taken")
    tape.holds(event, seats=old, deadline_at=tape.later(TO_REVEAL) if waits else None)
    table.salt = event["prev"]
    table.start(old)
    table.now_in("0.drawing", tape.later(TO_REVEAL) if waits else None)
    digests = ((new, table.digests[seat]) for new, seat in enumerate(old))
    committed = {new: digest for new, digest in digests if digest is not None}
    _drawn(table, committed)


def _drawn(table: Table, committed: dict[int, str]) -> None:
    """Seats reveal what they have committed to, and begin again without those who don't."""
    tape = table.tape
    revealed: dict[int, str] = {}
    after: dict[int, str] = {}
    while committed.keys() != revealed.keys():
        event = table.wait("entropy_revealed")
        if event is None:
            missing = sorted(committed.keys() - revealed.keys())
            voided = tape.ahead()["data"].get("seed") if tape.ahead() else None
            tape.follows("draw_voided", seed=voided, missing=missing)
            fits = shape.like(shape.HEX32)(voided) and digest_of_seed(str(voided)) == table.seed_digest
            tape.need(fits, "not the seed that was committed to")
            _again(table, after)
            committed, revealed, after = after, {}, {}
        else:
            seat, data = event["actor"], event["data"]
            tape.holds(event, seat=seat, entropy=data.get("entropy"), next_digest=data.get("next_digest"))
            tape.need(seat in committed and seat not in revealed, "it has nothing to reveal")
            tape.need(shape.like(shape.HEX32)(data["entropy"]), "no such entropy")
            tape.need(digest_of_entropy(data["entropy"]) == committed[seat], "not what it had committed to")
            revealed[seat] = data["entropy"]
            if data["next_digest"] is not None:
                tape.need(shape.like(shape.HEX32)(data["next_digest"]), "no such digest")
                after[seat] = data["next_digest"]
    _settled(table, "".join(revealed[seat] for seat in sorted(revealed)))


def _again(table: Table, after: dict[int, str]) -> None:
    tape = table.tape
    digest = tape.ahead()["data"].get("seed_digest") if tape.ahead() else None
    due = tape.later(TO_REVEAL) if after else None
    tape.follows("seed_committed", seed_digest=digest, seats=sorted(after), phase="0.drawing", deadline_at=due)
    tape.need(shape.like(shape.HEX32)(digest), "no such digest")
    table.seed_digest = digest
    table.now_in("0.drawing", due)


def _settled(table: Table, entropy: str) -> None:
    tape = table.tape
    if table.seed is not None and digest_of_seed(table.seed) == table.seed_digest:
        tape.dice = Dice(table.seed, entropy, table.salt)
    event = tape.follows("deck_shuffled", "order", count=len(table.cards))
    table.deck = tape.part(event, "order", [UNSEEN] * len(table.cards))
    tape.need(len(table.deck) == len(table.cards), "cards are missing")
    if UNSEEN not in table.deck:
        tape.need(sorted(table.deck) == sorted(table.cards), "other cards than were agreed on")
        tape.luck("deck", table.cards, table.deck)
    table.draw("hands_dealt", 0)
