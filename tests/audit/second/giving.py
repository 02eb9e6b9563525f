"""Cards are given face down, and laid."""

from typing import Any

from tests.audit.second.points import step
from tests.audit.second.round import Round
from tests.audit.second.tape import UNSEEN

WORDS = ("give", "pass")


def giving(r: Round) -> str | None:
    """Until the tableau lies; gives why it doesn't."""
    r.up = False
    while owing := r.owing():
        if group := _left_to_luck(r, owing):
            _by_luck(r, group)
            continue
        if r.up:
            break
        event = r.table.wait("cards_submitted", "signalled")
        if event is None:
            r.out_of_time()
        if event is None or event["type"] == "seat_resigned":
            continue
        group = next((group for group in owing if event["actor"] in group), ())
        r.tape.need(group, "it owes nothing")
        if event["type"] == "signalled":
            _signalled(r, event, group)
        else:
            _submitted(r, event, event["actor"], automatic=False)
    voters = r.voters()
    if not voters or min(len(r.choices(seat)) for seat in voters) < 2:
        return r.called_off("too_few_cards")
    _laid(r)
    return None


def _left_to_luck(r: Round, owing: list[tuple[int, ...]]) -> tuple[int, ...]:
    """The first for whom luck gives, with the partner if it gives for them, too."""
    lucky = [tuple(seat for seat in group if r.lucky(seat)) for group in owing]
    return min((group for group in lucky if group), default=())


def _signalled(r: Round, event: Any, group: tuple[int, ...]) -> None:
    r.tape.need(len(group) == 2 and event["data"].get("word") in WORDS, "there is nothing to agree on")
    r.tape.holds(event, seat=event["actor"], word=event["data"]["word"])
    sign = event["actor"], event["data"]["word"]
    r.tape.need(sign not in r.signs, "each says each word once")
    r.signs.add(sign)


def _submitted(r: Round, event: Any, seat: int, *, automatic: bool) -> None:
    count = step(r.rules["submits"], r.table.players)
    r.tape.holds(event, "cards", seat=seat, automatic=automatic)
    cards = r.tape.part(event, "cards", [UNSEEN] * count)
    known = [card for card in cards if card != UNSEEN]
    r.tape.need(len(cards) == count and len(set(known)) == len(known), f"{count} cards are asked for")
    r.gives(seat, cards)


def _by_luck(r: Round, group: tuple[int, ...]) -> None:
    hands = [card for seat in group for card in r.table.hands[seat]]
    seat = r.ahead("seat")
    event = r.tape.follows("cards_submitted", "cards", seat=seat, automatic=True)
    r.tape.need(seat in group, "it owes nothing, or is not the first that does")
    if UNSEEN not in hands:
        own, cards = set(r.table.hands[seat]), r.tape.part(event, "cards", [])
        label = f"auto/{r.phase('submitting')}/{group[0]}"
        r.tape.luck(label, hands, cards, only=own)
    _submitted(r, event, seat, automatic=True)


def _laid(r: Round) -> None:
    on_table, tableau = r.on_table(), r.ahead("tableau")
    phase, due = r.phase("voting"), r.table.until("vote")
    r.tape.follows("tableau_laid", tableau=tableau, phase=phase, deadline_at=due)
    known = [card for card in on_table if card != UNSEEN]
    fits = isinstance(tableau, list) and len(set(tableau)) == len(on_table) and set(known) <= set(tableau)
    r.tape.need(fits, "the cards that were given lie there, and no others")
    r.tape.luck(f"tableau/{r.table.round}", sorted(tableau), tableau)
    r.laid = tableau
    r.table.now_in(phase, due)
