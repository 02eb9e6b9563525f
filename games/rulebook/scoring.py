"""The points of a round, each as an award with its reason."""

from collections.abc import Iterator, Mapping

from games.rulebook.round import Award
from games.rulebook.rulesets import Ruleset, at


def score(
    rules: Ruleset, players: int, storyteller: int, owners: Mapping[int, int], votes: Mapping[int, tuple[int, ...]]
) -> tuple[Award, ...]:
    """The awards of a round of the base game.

    `owners` maps a slot to the seat whose card lies there; `votes` maps each seat entitled to vote to the slots it
    chose, none when it missed the vote. Sources: C-ru, C-uk, O1-ru, O2-ru ("Scoring").
    """
    return (
        *_finding(rules, players, storyteller, owners, votes),
        *_votes_on_cards(rules, storyteller, owners, votes),
    )


def _finding(
    rules: Ruleset, players: int, storyteller: int, owners: Mapping[int, int], votes: Mapping[int, tuple[int, ...]]
) -> Iterator[Award]:
    found = [seat for seat, slots in votes.items() if any(owners[slot] == storyteller for slot in slots)]
    if len(found) in (0, len(votes)):
        yield from (Award(seat=seat, points=2, why="consolation") for seat in range(players) if seat != storyteller)
    else:
        points = at(rules.lone_finder, players) if len(found) == 1 else 3
        yield Award(seat=storyteller, points=points, why="well_told")
        yield from (Award(seat=seat, points=points, why="found") for seat in found)
    if rules.single_vote_point_from is not None and players >= rules.single_vote_point_from:
        yield from (Award(seat=seat, points=1, why="lone_vote") for seat in found if len(votes[seat]) == 1)


def _votes_on_cards(
    rules: Ruleset, storyteller: int, owners: Mapping[int, int], votes: Mapping[int, tuple[int, ...]]
) -> Iterator[Award]:
    earned: dict[int, int] = {}
    for owner in (owners[slot] for slots in votes.values() for slot in slots):
        if owner != storyteller:
            earned[owner] = earned.get(owner, 0) + 1
    for seat, points in sorted(earned.items()):
        capped = points if rules.bonus_cap is None else min(points, rules.bonus_cap)
        yield Award(seat=seat, points=capped, why="fooled")


def add(scores: tuple[int, ...], awards: tuple[Award, ...]) -> tuple[int, ...]:
    """The scores once these awards have been added."""
    totals = list(scores)
    for award in awards:
        totals[award.seat] += award.points
    return tuple(totals)


def leaders(scores: tuple[int, ...]) -> tuple[int, ...]:
    """Everyone who shares the top score (C-ru, O2-ru, O-ja)."""
    return tuple(seat for seat, points in enumerate(scores) if points == max(scores))
