"""The tableau as a text table: slot and card, and the owner and votes once they are visible."""

from games.story.roster import Roster
from games.story.story_rounds import RoundLog
from games.story.text_layout import format_columns, wrap_text

AUTOMATIC_MARK = "*"


def render_tableau(round_log: RoundLog, roster: Roster) -> list[str]:
    """Return the tableau, one line for each slot; without a tableau, the face-down cards that are visible."""
    if not round_log.tableau:
        return _face_down_lines(round_log, roster)
    slots = list(enumerate(round_log.tableau, start=1))
    rows = [["slot", *(str(slot) for slot, _ in slots)], ["card", *round_log.tableau]]
    if round_log.owner_by_card:
        rows.append(["played by", *(_owner_cell(round_log, roster, card) for card in round_log.tableau)])
    if any(round_log.slots_by_voter.values()):
        rows.append(["votes", *(_voters_cell(round_log, roster, slot) for slot, _ in slots)])
    if round_log.trap is not None:
        rows.append(["trap", *("trap" if slot == round_log.trap else "" for slot, _ in slots)])
    return format_columns(list(zip(*rows, strict=True)), right_aligned=(0,))


def render_automatic_footnote(round_log: RoundLog, *, has_resignations: bool) -> list[str]:
    """Return the footnote that explains `AUTOMATIC_MARK`, if this round uses it."""
    automatic_seats = round_log.automatic_seats("cards_submitted") | round_log.automatic_seats("vote_cast")
    who = "a player who ran out of time" + (" or resigned" if has_resignations else "")
    return wrap_text(f"{AUTOMATIC_MARK} at random, for {who}") if round_log.tableau and automatic_seats else []


def _owner_cell(round_log: RoundLog, roster: Roster, card: str) -> str:
    seat = round_log.owner_by_card.get(card)
    if seat is None:
        return "?"
    storyteller_note = " (storyteller)" if seat == round_log.storyteller and not roster.ruleset["crowd"] else ""
    return (
        roster.name(seat)
        + storyteller_note
        + (AUTOMATIC_MARK if seat in round_log.automatic_seats("cards_submitted") else "")
    )


def _voters_cell(round_log: RoundLog, roster: Roster, slot: int) -> str:
    automatic_seats = round_log.automatic_seats("vote_cast")
    voters = [seat for seat, slots in sorted(round_log.slots_by_voter.items()) if slot in slots]
    names = [roster.name(seat) + (AUTOMATIC_MARK if seat in automatic_seats else "") for seat in voters]
    return ", ".join(names)


def _face_down_lines(round_log: RoundLog, roster: Roster) -> list[str]:
    """Return the submitted cards of a round that ended before they were revealed, once they are visible."""
    card_sources = [f"{card} from {roster.name(seat)}" for card, seat in round_log.owner_by_card.items()]
    return wrap_text(f"Face down on the table: {', '.join(card_sources)}.") if card_sources else []
