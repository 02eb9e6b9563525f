"""The reason for an award in words."""

from collections.abc import Collection

from games.narrative.rounds import Round
from games.rulebook.round import Award

AWARD_REASONS = {
    "found": "for finding it",
    "well_told": "for a good clue: some, but not all, found it",
    "lone_vote": "for using a single vote",
}


def award_reason(match_round: Round, award: Award) -> str:
    """Return the reason for an award, to be read after its number of points."""
    match award.why:
        case "fooled":
            whose = "their card" if len(match_round.submitted_cards[award.seat]) == 1 else "their cards"
            own_slots = [card.slot for card in match_round.tableau if card.seat == award.seat]
            return f"{_votes_phrase(_count_votes(match_round, own_slots), award.points)} on {whose}"
        case "with_the_crowd":
            count = _count_votes(match_round, match_round.slots_by_voter[award.seat])
            return f"{'(the maximum) ' if count > award.points else ''}for a slot with {count} votes"
        case "consolation":
            return f"because {finders_phrase(match_round)} found it"
        case why:
            # The other reasons need no numbers. One that is unknown here is shown by its name.
            return AWARD_REASONS.get(why, str(why).replace("_", " "))


def finders_phrase(match_round: Round) -> str:
    """Return `everyone` or `no one`; for rounds in which one of the two is true."""
    was_found = any(card.votes for card in match_round.tableau if card.seat == match_round.storyteller)
    return "everyone" if was_found else "no one"


def _count_votes(match_round: Round, slots: Collection[int]) -> int:
    """Return the number of votes on these slots."""
    return sum(slot in slots for chosen in match_round.slots_by_voter.values() for slot in chosen)


def _votes_phrase(count: int, points: int) -> str:
    # Some rule sets cap these points, so there can be more votes than points.
    if count > points:
        return f"(the maximum) for {count} votes"
    return "for a vote" if count == 1 else "for votes"
