"""The points of a round, each as an award with its reason."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from games.rulebook.round import Award
from games.rulebook.rulesets import Crowd, Ruleset, value_for_player_count
from games.rulebook.seating import partner_seat

OwnerBySlot: TypeAlias = Mapping[int, int]
"""The seat whose card lies in each slot."""
VotesBySeat: TypeAlias = Mapping[int, tuple[int, ...]]
"""The slots chosen by each seat entitled to vote; empty if it missed the vote."""


def score(
    rules: Ruleset, players: int, storyteller: int, owners: OwnerBySlot, votes: VotesBySeat, trap: int | None = None
) -> tuple[Award, ...]:
    """Return the awards of a round; `trap` is the slot that Party's storyteller has trapped.

    In Team an award names the partner who earned it and counts for both. Sources: "Scoring" in all rulebooks.
    """
    if rules.crowd:
        return tuple(_crowd_awards(rules.crowd, votes, trap))
    return (
        *_finding_awards(rules, players, storyteller, owners, votes),
        *_fooling_awards(rules, storyteller, owners, votes),
    )


def _crowd_awards(crowd: Crowd, votes: VotesBySeat, trap: int | None) -> Iterator[Award]:
    """Yield a point per vote on the voter's slot (O1-ru, O2-ru, O-ja).

    There are none for a trapped slot or for a vote that stands alone.
    """
    votes_per_slot = Counter(slot for slots in votes.values() for slot in slots)
    for seat, slots in votes.items():
        # The voter's own vote counts: three votes on a slot are 3 points for each of the three.
        points = sum(votes_per_slot[slot] for slot in slots if slot != trap and votes_per_slot[slot] > 1)
        if points:
            yield Award(seat=seat, points=points if crowd.cap is None else min(points, crowd.cap), why="with_the_crowd")


def _finding_awards(
    rules: Ruleset, players: int, storyteller: int, owners: OwnerBySlot, votes: VotesBySeat
) -> Iterator[Award]:
    finders = [seat for seat, slots in votes.items() if any(owners[slot] == storyteller for slot in slots)]
    # `votes` has a key for everyone entitled to vote, so somebody who missed the vote counts as not having found the
    # card.
    if len(finders) in (0, len(votes)):
        consoled_seats = _consoled_seats(rules, players, storyteller, votes)
        yield from (Award(seat=seat, points=2, why="consolation") for seat in consoled_seats)
    else:
        points = value_for_player_count(rules.lone_finder, players) if len(finders) == 1 else 3
        yield Award(seat=storyteller, points=points, why="well_told")
        yield from (Award(seat=seat, points=points, why="found") for seat in finders)
    # O1-ru and O2-ru list this as a rule of its own, so it also holds if everyone found the card, and the limit for
    # votes on one's own cards doesn't include it.
    if rules.single_vote_point_from is not None and players >= rules.single_vote_point_from:
        yield from (Award(seat=seat, points=1, why="lone_vote") for seat in finders if len(votes[seat]) == 1)


def _consoled_seats(rules: Ruleset, players: int, storyteller: int, votes: VotesBySeat) -> Iterator[int]:
    """Yield all seats but the storyteller's; in Team the voter of each other team, or its first seat if none votes."""
    if not rules.teams:
        yield from (seat for seat in range(players) if seat != storyteller)
        return
    for team in range(players // 2):
        partners = (team, team + players // 2)
        if storyteller not in partners:
            # An award names one seat, and `add_awards` gives it to both partners: two awards would count twice.
            yield next((seat for seat in partners if seat in votes), team)


def _fooling_awards(rules: Ruleset, storyteller: int, owners: OwnerBySlot, votes: VotesBySeat) -> Iterator[Award]:
    votes_per_seat = Counter(owners[slot] for slots in votes.values() for slot in slots)
    for seat, points in sorted(votes_per_seat.items()):
        # Votes on the storyteller's own card score as finding it. In Team the partner's card does earn these points.
        if seat != storyteller:
            capped_points = points if rules.bonus_cap is None else min(points, rules.bonus_cap)
            yield Award(seat=seat, points=capped_points, why="fooled")


def add_awards(rules: Ruleset, scores: tuple[int, ...], awards: tuple[Award, ...]) -> tuple[int, ...]:
    """Return the scores with these awards added; partners share theirs."""
    totals = list(scores)
    for award in awards:
        totals[award.seat] += award.points
        if rules.teams:
            totals[partner_seat(award.seat, len(scores))] += award.points
    return tuple(totals)


def leaders(scores: tuple[int, ...]) -> tuple[int, ...]:
    """Return all seats that share the top score (C-ru, O2-ru, O-ja)."""
    return tuple(seat for seat, points in enumerate(scores) if points == max(scores))
