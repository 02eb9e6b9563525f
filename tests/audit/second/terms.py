"""What is agreed on when a match is opened."""

from typing import Any

from tests.audit.second import shape

STEPS = shape.many(lambda row: shape.many(shape.number)(row) and len(row) == 2)
COUNT = shape.either(shape.nothing, shape.number)
FLAG = shape.flag
RULES = shape.thing(
    name=shape.text,
    players=shape.many(shape.number),
    hand=STEPS,
    submits=STEPS,
    votes=STEPS,
    single_vote_point_from=COUNT,
    lone_finder=STEPS,
    bonus_cap=COUNT,
    crowd=shape.either(
        shape.nothing,
        shape.thing(cap=COUNT, blind=lambda value: value in ("storyteller", "everyone"), pass_hands=FLAG),
    ),
    teams=FLAG,
    end=shape.thing(points=COUNT, laps=COUNT, deck=FLAG),
    refill=lambda value: value in ("reshuffle", "mix", "none"),
    airship=FLAG,
)
DECK = shape.thing(name=shape.text, digest=shape.text, cards=shape.many(shape.text))
TERMS = shape.thing(
    ruleset=RULES,
    rulebook=shape.exactly(1),
    decks=shape.many(DECK),
    seats=shape.number,
    visibility=lambda value: value in ("public", "unlisted", "private"),
    clock=shape.thing(clue=COUNT, submit=COUNT, vote=COUNT, reveal=COUNT),
    on_timeout=lambda value: value in ("auto", "skip", "abort"),
    first=lambda value: value in ("claim", "luck", "host"),
    seed_digest=shape.like(shape.HEX32),
)


def agreed(data: Any) -> bool:
    """Whether these are terms. They are taken as they stand, as long as there is a number for every table."""
    return TERMS(data) and _numbers(data["ruleset"]) and len(set(_cards(data))) == len(_cards(data))


def _numbers(rules: Any) -> bool:
    begins = [[least for least, _ in rules[name]] for name in ("hand", "submits", "votes", "lone_finder")]
    return bool(rules["players"]) and all(each and each[0] <= min(rules["players"]) for each in begins)


def _cards(data: Any) -> list[str]:
    return [card for deck in data["decks"] for card in deck["cards"]]
