"""What a rule set needs for a given number of players: cards to submit, slots to choose from, points to win by."""

from collections.abc import Callable, Iterator

from games.rulebook.rule_faults import RuleFault, RuleFaultCode, rule_fault
from games.rulebook.rulesets import Ruleset, value_for_player_count


def startable_player_counts(rules: Ruleset, seats: int) -> tuple[int, ...]:
    """Return the numbers of players with which a match with this many seats may start; Team needs all of them."""
    return tuple(players for players in rules.players if players == seats or (players < seats and not rules.teams))


def min_cards_needed(rules: Ruleset, players: int) -> int:
    """Return the number of cards needed for everyone's hand, and one more if the deck's last card ends the match.

    It is enough for later rounds, too, because the table is cleared before hands are refilled.
    """
    return value_for_player_count(rules.hand, players) * players + rules.end.deck


def table_size_faults(rules: Ruleset, seats: int, cards: int) -> Iterator[RuleFault]:
    """Yield each fault once, for the smallest table that has it."""
    for path, code, check in _TABLE_SIZE_CHECKS:
        if message := next(
            (message for players in startable_player_counts(rules, seats) if (message := check(rules, players, cards))),
            None,
        ):
            yield rule_fault(path, code, message)


def _check_hand_size(rules: Ruleset, players: int, cards: int) -> str | None:
    hand, submits = value_for_player_count(rules.hand, players), value_for_player_count(rules.submits, players)
    return (
        f"With {players} players, {submits} cards would be submitted from a hand of {hand}." if hand < submits else None
    )


def _check_vote_count(rules: Ruleset, players: int, cards: int) -> str | None:
    """A voter can't choose their own cards.

    In Team the voter hasn't submitted any, and in Party any card can be chosen.
    """
    slots = (
        players
        if rules.crowd
        else players // 2 + 1
        if rules.teams
        # The storyteller's card, and those of all others but the voter.
        else 1 + (players - 2) * value_for_player_count(rules.submits, players)
    )
    votes = value_for_player_count(rules.votes, players)
    return f"With {players} players, a voter would have {votes} votes for {slots} slots." if votes > slots else None


def _check_second_vote(rules: Ruleset, players: int, cards: int) -> str | None:
    has_lone_vote_point = rules.single_vote_point_from is not None and players >= rules.single_vote_point_from
    is_base_variant = not (rules.crowd or rules.teams)
    return (
        f"With {players} players, nobody has a second vote."
        if has_lone_vote_point and is_base_variant and value_for_player_count(rules.votes, players) < 2
        else None
    )


def _check_deck_size(rules: Ruleset, players: int, cards: int) -> str | None:
    needed = min_cards_needed(rules, players)
    return f"{players} players need {needed} cards, but the decks have {cards}." if cards < needed else None


def _check_progress(rules: Ruleset, players: int, cards: int) -> str | None:
    """A match to points must be able to award some in every round.

    If all or none found the card there are 2 points each, if several did 3 each. If exactly one did, it depends on
    these rules.
    """
    can_earn_points = rules.crowd or value_for_player_count(rules.lone_finder, players) or rules.bonus_cap != 0
    return (
        None
        if can_earn_points or rules.end.points is None
        else f"With {players} players, rounds might score no points at all."
    )


_TABLE_SIZE_CHECKS: tuple[tuple[str, RuleFaultCode, Callable[[Ruleset, int, int], str | None]], ...] = (
    ("hand", "hand_too_small", _check_hand_size),
    ("hand", "not_enough_cards", _check_deck_size),
    ("votes", "too_many_votes", _check_vote_count),
    ("single_vote_point_from", "no_second_vote", _check_second_vote),
    ("lone_finder", "endless", _check_progress),
)
