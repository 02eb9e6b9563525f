"""Votes are cast and counted."""

from typing import Any

from tests.audit.second import shape
from tests.audit.second.clearing import won
from tests.audit.second.points import Count, added, step
from tests.audit.second.round import Round


def voting(r: Round) -> None:
    """Until the round is scored."""
    r.up = False
    while missing := _missing(r):
        if lucky := [seat for seat in missing if r.lucky(seat)]:
            _by_luck(r, lucky[0])
            continue
        if r.up:
            break
        event = r.table.wait("vote_cast")
        if event is None:
            r.out_of_time()
        if event is None or event["type"] == "seat_resigned":
            continue
        r.tape.need(event["actor"] in missing, "it has no vote, or no more")
        _cast(r, event, event["actor"], automatic=False)
    _scored(r)


def _missing(r: Round) -> list[int]:
    return [seat for seat in r.voters() if seat not in r.votes]


def _traps(r: Round, seat: int) -> bool:
    return bool(r.rules["crowd"]) and seat == r.storyteller


def _cast(r: Round, event: Any, seat: int, *, automatic: bool) -> None:
    tape, choices = r.tape, r.choices(seat)
    if _traps(r, seat):
        tape.holds(event, "slots", "trap", seat=seat, automatic=automatic)
        r.trap = tape.part(event, "trap", None)
        tape.need(r.trap is None or (shape.number(r.trap) and r.trap in choices), "there is no such slot to trap")
    else:
        tape.holds(event, "slots", seat=seat, automatic=automatic, trap=None)
    slots = tape.part(event, "slots", None)
    r.votes[seat] = slots
    if slots is not None:
        tape.need(shape.many(shape.number)(slots) and slots == sorted(set(slots)), "slots ascend")
        tape.need(set(slots) <= set(choices), "not a slot that it may choose")
        tape.need(1 <= len(slots) <= step(r.rules["votes"], r.table.players), "too many votes, or none")


def _by_luck(r: Round, seat: int) -> None:
    r.tape.need(r.tape.ahead(), "luck should have voted")
    event = r.tape.ahead()
    parts = ("slots", "trap") if _traps(r, seat) else ("slots",)
    public = {"seat": seat, "automatic": True, **({} if _traps(r, seat) else {"trap": None})}
    r.tape.follows("vote_cast", *parts, **public)
    _cast(r, event, seat, automatic=True)
    slots = r.votes[seat]
    if slots is not None:
        found = [*map(str, slots), *([str(r.trap)] if _traps(r, seat) else [])]
        r.tape.need(len(slots) == 1, "luck casts one vote")
        r.tape.luck(f"auto/{r.phase('voting')}/{seat}", [str(slot) for slot in r.choices(seat)], found)


def _scored(r: Round) -> None:
    table = r.table
    laid = r.laid or []
    owner = {card: seat for seat, cards in r.given.items() for card in cards}
    r.tape.need(set(laid) <= owner.keys() and None not in r.votes.values(), "a scored round is open to all")
    votes = {seat: slots for seat, slots in r.votes.items() if slots is not None}
    owners = {slot: owner[card] for slot, card in enumerate(laid, start=1)}
    count = Count(r.rules, table.players, r.teller, owners, votes, r.voters(), r.trap)
    table.scores = added(table.scores, awards := count.awards(), teams=r.rules["teams"])
    shown = [
        {"slot": slot, "card": card, "seat": owners[slot], "votes": count.on(slot)}
        for slot, card in enumerate(laid, start=1)
    ]
    over = won(r) is not None
    phase, due = (None, None) if over else (r.phase("reveal"), table.until("reveal"))
    r.tape.follows(
        "round_scored",
        round=table.round,
        storyteller=r.storyteller,
        tableau=shown,
        trap=r.trap,
        awards=awards,
        scores=table.scores,
        phase=phase,
        deadline_at=due,
    )
    table.now_in(r.phase("reveal"), due)
