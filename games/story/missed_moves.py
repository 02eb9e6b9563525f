"""Sentences on players who did not play a card or did not vote: there is no event for what did not happen."""

from games.narrative.roster import Roster
from games.narrative.rounds import Round
from games.rulebook.voters import eligible_voters


def missed_card_sentences(match_round: Round, roster: Roster) -> list[str]:
    """Return a sentence for each side without a card, once the tableau is revealed."""
    # Before that, cards can still come.
    if not match_round.tableau:
        return []
    side_labels = [roster.label_list(side) for side in _sides_without_card(match_round, roster)]
    return [f"{names} {'play' if ' and ' in names else 'plays'} no card." for names in side_labels]


def missed_vote_sentences(match_round: Round, roster: Roster) -> list[str]:
    """Return a sentence for each player without a vote, once the round is scored."""
    if match_round.scored is None:
        return []
    return [
        f"{roster.label(seat)} does not vote."
        for seat in eligible_voters_of_round(match_round, roster)
        if seat not in match_round.slots_by_voter
    ]


def eligible_voters_of_round(match_round: Round, roster: Roster) -> tuple[int, ...]:
    """Return the seats that may vote in this round."""
    return eligible_voters(
        len(roster.seats),
        match_round.storyteller,
        match_round.submitted_cards,
        crowd=bool(roster.ruleset["crowd"]),
        teams=roster.ruleset["teams"],
    )


def _sides_without_card(match_round: Round, roster: Roster) -> list[tuple[int, ...]]:
    """Return the sides that have submitted no card, with both partners if they owe one card together."""
    storyteller, submitted_cards = match_round.storyteller, match_round.submitted_cards
    sides: list[tuple[int, ...]] = []
    for side in roster.sides:
        # In Team the storyteller's partner owes a card too, in addition to the storyteller's own.
        if storyteller in side and not roster.ruleset["crowd"]:
            sides += [(seat,) for seat in side if seat != storyteller and seat not in submitted_cards]
        elif not any(seat in submitted_cards for seat in side):
            sides.append(side)
    return sides
