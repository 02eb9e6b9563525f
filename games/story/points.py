"""A round's points: who got how many, how the match stands, and why, in words."""

from collections.abc import Iterator, Sequence
from typing import Any

from games.story.cast import Cast
from games.story.layout import columns
from games.story.rounds import Round

WHY = {"found": "for finding it", "well_told": "for a clue that some found, not all", "lone_vote": "for a single vote"}


def points(turn: Round, cast: Cast) -> list[str]:
    """A line for each side, whoever leads first."""
    scored = turn.one("round_scored")
    if scored is None:
        return []
    lines = []
    for side in sorted(cast.sides, key=lambda side: (-scored["scores"][side[0]], side)):
        got = sum(award["points"] for award in scored["awards"] if award["seat"] in side)
        total = scored["scores"][side[0]]
        why = "; ".join(_reasons(turn, cast, scored, side)) or _nothing(turn, cast, side)
        lines.append((cast.side(side), f"+{got}" if got else "0", str(total), why))
    return ["", *columns([("", "points", "total", ""), *lines], right=(1, 2))]


def _reasons(turn: Round, cast: Cast, scored: dict[str, Any], side: tuple[int, ...]) -> Iterator[str]:
    mine = [award for award in scored["awards"] if award["seat"] in side]
    for award in sorted(mine, key=lambda award: (award["why"] == "fooled", award["seat"])):
        who = f" ({cast.name(award['seat'])})" if len(side) > 1 and award["why"] == "fooled" else ""
        yield f"{award['points']} {reason(turn, award)}{who}"


def reason(turn: Round, award: dict[str, Any]) -> str:
    """Why these points, as the end of a sentence."""
    match award["why"]:
        case "fooled":
            whose = "their card" if len(turn.given[award["seat"]]) == 1 else "their cards"
            on_cards = [slot for slot, card in _slots(turn) if turn.owners.get(card) == award["seat"]]
            return f"{_for_votes(_count(turn, on_cards), award['points'])} on {whose}"
        case "with_the_crowd":
            count = _count(turn, turn.votes[award["seat"]])
            return f"{'(the most) ' if count > award['points'] else ''}for a slot with {count} votes"
        case "consolation":
            return f"as {_who_found(turn)} found it"
        case why:
            return WHY.get(why, str(why).replace("_", " "))


def _count(turn: Round, slots: Sequence[int]) -> int:
    """How many votes these slots have got."""
    return sum(slot in slots for chosen in turn.votes.values() for slot in chosen)


def _for_votes(count: int, points: int) -> str:
    if count > points:
        return f"(the most) for {count} votes"
    return "for a vote" if count == 1 else "for votes"


def _slots(turn: Round) -> Iterator[tuple[int, str]]:
    return enumerate(turn.tableau, start=1)


def _who_found(turn: Round) -> str:
    """Everybody or nobody: whoever is consoled, one of the two it was."""
    found = [slot for slot, card in _slots(turn) if turn.owners.get(card) == turn.storyteller]
    return "everybody" if any(slot in slots for slots in turn.votes.values() for slot in found) else "nobody"


def _nothing(turn: Round, cast: Cast, side: tuple[int, ...]) -> str:
    """Why a side got no points."""
    if turn.storyteller in side and not cast.rules["crowd"]:
        return f"{_who_found(turn)} found it"
    voters = [seat for seat in side if seat in turn.voters(cast)]
    if not voters:
        return "gave no card, so had no vote"
    slots = turn.votes.get(voters[0])
    if slots is None:
        return "did not vote"
    if not cast.rules["crowd"]:
        return "did not find it"
    return "walked into the trap" if turn.trap in slots else "voted alone"
