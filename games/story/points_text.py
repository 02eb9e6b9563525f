"""A round's points as a text table: points gained, total score, and the reasons in words."""

from collections.abc import Iterator, Sequence
from typing import Any

from games.story.roster import Roster
from games.story.story_rounds import RoundLog
from games.story.text_layout import format_columns

AWARD_REASONS = {
    "found": "for finding it",
    "well_told": "for a good clue: some, but not all, found it",
    "lone_vote": "for using a single vote",
}


def render_points(round_log: RoundLog, roster: Roster) -> list[str]:
    """Return one line for each side, highest score first; empty if the round is not scored."""
    scored = round_log.first_data_of_type("round_scored")
    if scored is None:
        return []
    rows = []
    for side in sorted(roster.sides, key=lambda side: (-scored["scores"][side[0]], side)):
        gained = sum(award["points"] for award in scored["awards"] if award["seat"] in side)
        total = scored["scores"][side[0]]
        explanation = "; ".join(_side_award_reasons(round_log, roster, scored, side)) or _no_points_reason(
            round_log, roster, side
        )
        rows.append((roster.side_name(side), f"+{gained}" if gained else "0", str(total), explanation))
    return ["", *format_columns([("", "points", "total", ""), *rows], right_aligned=(1, 2))]


def _side_award_reasons(
    round_log: RoundLog, roster: Roster, scored: dict[str, Any], side: tuple[int, ...]
) -> Iterator[str]:
    side_awards = [award for award in scored["awards"] if award["seat"] in side]
    for award in sorted(side_awards, key=lambda award: (award["why"] == "fooled", award["seat"])):
        player_note = f" ({roster.name(award['seat'])})" if len(side) > 1 and award["why"] == "fooled" else ""
        yield f"{award['points']} {award_reason(round_log, award)}{player_note}"


def award_reason(round_log: RoundLog, award: dict[str, Any]) -> str:
    """Return the reason for an award, to be read after its number of points."""
    match award["why"]:
        case "fooled":
            whose = "their card" if len(round_log.given_cards[award["seat"]]) == 1 else "their cards"
            on_cards = [
                slot for slot, card in _numbered_slots(round_log) if round_log.owner_by_card.get(card) == award["seat"]
            ]
            return f"{_votes_phrase(_count_votes(round_log, on_cards), award['points'])} on {whose}"
        case "with_the_crowd":
            count = _count_votes(round_log, round_log.slots_by_voter[award["seat"]])
            return f"{'(the maximum) ' if count > award['points'] else ''}for a slot with {count} votes"
        case "consolation":
            return f"because {_finders_phrase(round_log)} found it"
        case why:
            return AWARD_REASONS.get(why, str(why).replace("_", " "))


def _count_votes(round_log: RoundLog, slots: Sequence[int]) -> int:
    """Return the number of votes on these slots."""
    return sum(slot in slots for chosen in round_log.slots_by_voter.values() for slot in chosen)


def _votes_phrase(count: int, points: int) -> str:
    # Some rule sets cap these points, so there can be more votes than points.
    if count > points:
        return f"(the maximum) for {count} votes"
    return "for a vote" if count == 1 else "for votes"


def _numbered_slots(round_log: RoundLog) -> Iterator[tuple[int, str]]:
    return enumerate(round_log.tableau, start=1)


def _finders_phrase(round_log: RoundLog) -> str:
    """Return `everyone` or `no one`; for rounds in which one of the two is true."""
    storyteller_slots = [
        slot for slot, card in _numbered_slots(round_log) if round_log.owner_by_card.get(card) == round_log.storyteller
    ]
    return (
        "everyone"
        if any(slot in slots for slots in round_log.slots_by_voter.values() for slot in storyteller_slots)
        else "no one"
    )


def _no_points_reason(round_log: RoundLog, roster: Roster, side: tuple[int, ...]) -> str:
    """Return why a side got no points."""
    if round_log.storyteller in side and not roster.ruleset["crowd"]:
        return f"{_finders_phrase(round_log)} found it"
    voters = [seat for seat in side if seat in round_log.voters(roster)]
    if not voters:
        return "played no card, so could not vote"
    slots = round_log.slots_by_voter.get(voters[0])
    if slots is None:
        return "did not vote"
    if not roster.ruleset["crowd"]:
        return "did not find it"
    return "voted for the trap" if round_log.trap in slots else "cast the only vote on that slot"
