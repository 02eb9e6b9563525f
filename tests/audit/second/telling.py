"""A storyteller is found and tells."""

from typing import Any

from tests.audit.second import shape
from tests.audit.second.round import Round
from tests.audit.second.tape import UNSEEN

KINDS = ("text", "sound", "song", "mime")


def begins(r: Round) -> None:
    table, tape = r.table, r.tape
    table.round += 1
    table.agreed = set()
    by_luck = table.round == 1 and table.first == "luck"
    if by_luck:
        r.storyteller = r.ahead("storyteller")
    phase, due = r.phase("storytelling"), table.until("clue")
    tape.follows("round_begun", round=table.round, storyteller=r.storyteller, phase=phase, deadline_at=due)
    if by_luck:
        _first(r, list(range(table.players)))
    table.now_in(phase, due)


def _first(r: Round, seats: list[int]) -> None:
    r.tape.need(r.storyteller in seats, "there is no such seat")
    r.tape.luck("first", [str(seat) for seat in seats], [str(r.storyteller)])


def telling(r: Round) -> str | None:
    """Until there is a clue; gives why there is none."""
    while r.storyteller not in r.table.resigned:
        event = r.table.wait("storyteller_claimed", "clue_given")
        if event is None:
            r.out_of_time()
            if r.storyteller is not None:
                return r.called_off("no_clue")
            _named_by_luck(r)
        elif event["type"] == "storyteller_claimed":
            _claimed(r, event)
        elif event["type"] == "clue_given":
            _told(r, event)
            return None
    return r.called_off("no_clue")


def _named_by_luck(r: Round) -> None:
    r.storyteller, due = r.ahead("seat"), r.table.until("clue")
    event = r.tape.follows("storyteller_claimed", "text", seat=r.storyteller, automatic=True, deadline_at=due)
    r.tape.need(r.tape.part(event, "text", None) is None, "luck says nothing")
    _first(r, r.table.present)
    r.table.now_in(r.table.phase, due)


def _claimed(r: Round, event: Any) -> None:
    r.tape.need(r.storyteller is None, "somebody tells already")
    r.storyteller = event["actor"]
    r.tape.holds(event, "text", seat=r.storyteller, automatic=False, deadline_at=None)
    text = r.tape.part(event, "text", None)
    r.tape.need(text is None or (r.rules["airship"] and shape.text(text)), "nothing to name here")


def _told(r: Round, event: Any) -> None:
    tape, kind = r.tape, event["data"].get("kind")
    phase, due = r.phase("submitting"), r.table.until("submit")
    r.storyteller = event["actor"] if r.storyteller is None else r.storyteller
    tape.need(event["actor"] == r.storyteller, "another one tells")
    if r.rules["crowd"]:
        tape.holds(event, "text", card=None, seat=r.storyteller, kind=kind, phase=phase, deadline_at=due)
    else:
        tape.holds(event, "text", "card", seat=r.storyteller, kind=kind, phase=phase, deadline_at=due)
        r.gives(r.teller, [tape.part(event, "card", UNSEEN)])
    tape.need(kind in KINDS, "no such kind of clue")
    text = tape.part(event, "text", "")
    tape.need(shape.text(text) or (text is None and kind != "text"), "a clue without words")
    r.table.now_in(phase, due)
