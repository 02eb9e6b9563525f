"""What a rule set needs at a table with so many players: cards to give, slots to choose from, points to win by."""

from collections.abc import Callable, Iterator

from games.rulebook.faults import Fault, FaultCode, fault
from games.rulebook.rulesets import Ruleset, at


def tables(rules: Ruleset, seats: int) -> tuple[int, ...]:
    """With how many players a match with so many seats may start; Team starts only with every seat taken."""
    return tuple(n for n in rules.players if n == seats or (n < seats and not rules.teams))


def cards_needed(rules: Ruleset, players: int) -> int:
    """A hand for everybody; a match that ends with the deck's last card needs one to be left then.

    It is enough for every later round, too: the table is cleared before hands are filled up.
    """
    return at(rules.hand, players) * players + rules.end.deck


def at_tables(rules: Ruleset, seats: int, cards: int) -> Iterator[Fault]:
    """Each fault once, at the smallest table that has it."""
    for path, code, check in _AT_A_TABLE:
        if why := next((why for n in tables(rules, seats) if (why := check(rules, n, cards))), None):
            yield fault(path, code, why)


def _hand(rules: Ruleset, n: int, cards: int) -> str | None:
    hand, submits = at(rules.hand, n), at(rules.submits, n)
    return f"With {n} players {submits} are to be submitted from a hand of {hand}." if hand < submits else None


def _votes(rules: Ruleset, n: int, cards: int) -> str | None:
    """A voter's own cards can't be chosen; in Team the voter has given none, with the crowd any card will do."""
    slots = n if rules.crowd else n // 2 + 1 if rules.teams else 1 + (n - 2) * at(rules.submits, n)
    votes = at(rules.votes, n)
    return f"With {n} players a voter has {votes} votes for {slots} slots." if votes > slots else None


def _lone_vote(rules: Ruleset, n: int, cards: int) -> str | None:
    earns = rules.single_vote_point_from is not None and n >= rules.single_vote_point_from
    base = not (rules.crowd or rules.teams)
    return f"With {n} players nobody has a second vote." if earns and base and at(rules.votes, n) < 2 else None


def _cards(rules: Ruleset, n: int, cards: int) -> str | None:
    needed = cards_needed(rules, n)
    return f"{n} players need {needed} cards, the decks have {cards}." if cards < needed else None


def _progress(rules: Ruleset, n: int, cards: int) -> str | None:
    """All or nobody found: 2 points each; more than one found: 3 each; one alone: what these rules say."""
    earned = rules.crowd or at(rules.lone_finder, n) or rules.bonus_cap != 0
    return None if earned or rules.end.points is None else f"With {n} players rounds may bring no points at all."


_AT_A_TABLE: tuple[tuple[str, FaultCode, Callable[[Ruleset, int, int], str | None]], ...] = (
    ("hand", "hand_too_small", _hand),
    ("hand", "not_enough_cards", _cards),
    ("votes", "too_many_votes", _votes),
    ("single_vote_point_from", "no_second_vote", _lone_vote),
    ("lone_finder", "endless", _progress),
)
