"""The tableau as a text table: slot and card, and the owner and votes once they are visible."""

from games.narrative.narrative import Narrative
from games.narrative.roster import Roster, join_with_or
from games.narrative.rounds import Round, TableauCard
from games.story.text_layout import format_columns, wrap_text

AUTOMATIC_MARK = "*"


def render_tableau(match_round: Round, roster: Roster) -> list[str]:
    """Return the tableau, one line for each slot; without a tableau, the face-down cards that are visible."""
    tableau = match_round.tableau
    if not tableau:
        return _face_down_lines(match_round, roster)
    rows = [["slot", *(str(card.slot) for card in tableau)], ["card", *(card.card for card in tableau)]]
    if any(match_round.submitted_cards.values()):
        rows.append(["played by", *(_owner_cell(match_round, roster, card) for card in tableau)])
    if any(match_round.slots_by_voter.values()):
        rows.append(["votes", *(_voters_cell(match_round, roster, card) for card in tableau)])
    if match_round.trap is not None:
        rows.append(["trap", *("trap" if card.slot == match_round.trap else "" for card in tableau)])
    return format_columns(list(zip(*rows, strict=True)), right_aligned=(0,))


def render_automatic_footnote(match_round: Round, narrative: Narrative) -> list[str]:
    """Return the footnote that explains `AUTOMATIC_MARK`, if this round uses it."""
    automatic_seats = match_round.automatic_submitters | match_round.automatic_voters
    reasons = [
        "ran out of time",
        *(["was absent"] if narrative.has_event("seat_skipped") else ()),
        *(["resigned"] if narrative.has_event("seat_resigned") else ()),
    ]
    who = f"a player who {join_with_or(reasons)}"
    return wrap_text(f"{AUTOMATIC_MARK} at random, for {who}") if match_round.tableau and automatic_seats else []


def _owner_cell(match_round: Round, roster: Roster, card: TableauCard) -> str:
    if card.seat is None:
        return "?"
    is_storyteller = card.seat == match_round.storyteller and not roster.ruleset["crowd"]
    automatic_mark = AUTOMATIC_MARK if card.seat in match_round.automatic_submitters else ""
    return roster.label(card.seat) + (" (storyteller)" if is_storyteller else "") + automatic_mark


def _voters_cell(match_round: Round, roster: Roster, card: TableauCard) -> str:
    marks = dict.fromkeys(match_round.automatic_voters, AUTOMATIC_MARK)
    return ", ".join(roster.label(seat) + marks.get(seat, "") for seat in card.votes)


def _face_down_lines(match_round: Round, roster: Roster) -> list[str]:
    """Return the submitted cards of a round that ended before they were revealed, once they are visible."""
    card_sources = [
        f"{card} from {roster.label(seat)}" for seat, cards in match_round.submitted_cards.items() for card in cards
    ]
    return wrap_text(f"Face down on the table: {', '.join(card_sources)}.") if card_sources else []
