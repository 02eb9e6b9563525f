"""What becomes of the match after a round: it ends, or the table is made ready for the next one."""

from tests.audit.second.hands import draw, in_hands, seen
from tests.audit.second.round import Round
from tests.audit.second.table import Table
from tests.audit.second.tape import UNSEEN


def ended(r: Round, called_off: str | None) -> None:
    """The match ends if it is won, or if nobody is there."""
    table = r.table
    table.quiet = table.quiet + 1 if called_off == "no_clue" else 0
    if table.quiet == table.players:
        table.ends("abandoned", [], "nobody_is_there")
    if why := won(r):
        r.wins(why)


def won(r: Round) -> str | None:
    """Why the scores end the match, if they do."""
    table, end = r.table, r.rules["end"]
    if end["points"] is not None and max(table.scores) >= end["points"]:
        return "points"
    if end["laps"] is not None and table.round >= end["laps"] * table.players:
        return "laps"
    return None


def looked_at(r: Round) -> None:
    """Everybody looks at the scores, until all are ready or the time is up."""
    ready: set[int] = set()
    while not ready.issuperset(r.table.present):
        event = r.table.wait("seat_ready")
        if event is None:
            return
        if event["type"] == "seat_resigned":
            continue
        r.tape.holds(event, seat=event["actor"])
        r.tape.need(event["actor"] not in ready, "it is ready already")
        ready.add(event["actor"])


def cleared(r: Round, called_off: str | None) -> None:
    table, on_table = r.table, r.on_table()
    if on_table:
        r.tape.follows("discarded", count=len(on_table))
        table.discard += on_table
    _filled_up(table, (r.teller + 1) % table.players)
    if r.rules["end"]["deck"] and not table.deck:
        r.wins("last_card")
    if r.rules["crowd"] and r.rules["crowd"]["pass_hands"] and called_off != "no_clue":
        table.hands = [*table.hands[-1:], *table.hands[:-1]]
        event = in_hands(table, "hands_passed", table.hands)
        table.hands = [seen(table, event, f"hands/{seat}", hand) for seat, hand in enumerate(table.hands)]


def _filled_up(table: Table, first: int) -> None:
    """From the deck. When it runs short, its rest is dealt before the discard pile is shuffled, or mixed with it."""
    refill = table.rules["refill"]
    if _short(table) > len(table.deck) and refill != "none":
        if table.deck and refill == "reshuffle":
            draw(table, "hands_refilled", first)
        _reshuffled(table)
    if _short(table):
        draw(table, "hands_refilled", first)


def _short(table: Table) -> int:
    return sum(table.full - len(hand) for hand in table.hands)


def _reshuffled(table: Table) -> None:
    pile = table.deck + table.discard
    event = table.tape.follows("deck_reshuffled", "order", count=len(pile))
    order = table.tape.part(event, "order", [UNSEEN] * len(pile))
    if UNSEEN not in order and UNSEEN not in pile:
        table.tape.need(sorted(order) == sorted(pile), "other cards than were there")
        table.reshuffles += 1
        table.tape.luck(f"reshuffle/{table.reshuffles}", pile, order)
    table.deck, table.discard = order, []
