"""What is agreed on when a match is opened."""

from collections.abc import Iterator
from typing import Any

from tests.audit.second import shape
from tests.audit.second.points import step

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
AGREED: dict[str, shape.Fits] = {
    "ruleset": RULES,
    "rulebook": shape.exactly(1),
    "decks": shape.many(DECK),
    "seats": shape.number,
    "visibility": lambda value: value in ("public", "unlisted", "private"),
    "clock": shape.thing(clue=COUNT, submit=COUNT, vote=COUNT, reveal=COUNT),
    "on_timeout": lambda value: value in ("auto", "skip", "abort"),
    "first": lambda value: value in ("claim", "luck", "host"),
    "seed_digest": shape.like(shape.HEX32),
}
# Matches that were opened before there was a choice don't speak of it.
TERMS = shape.either(shape.thing(**AGREED), shape.thing(**AGREED, start=lambda value: value in ("host", "full")))


def agreed(data: Any) -> bool:
    """Whether these are the terms of a match that can be played to its end."""
    if not TERMS(data):
        return False
    rules, seats = data["ruleset"], data["seats"]
    players, cards = rules["players"], [card for deck in data["decks"] for card in deck["cards"]]
    return (
        all(_numbers(rules))
        and all(_ways(rules))
        and (seats in players or (not _exact(data) and players[0] <= seats <= players[-1]))
        and len(set(cards)) == len(cards)
        and all(fits for count in players if count <= seats for fits in _at(rules, count, len(cards)))
    )


def _exact(data: Any) -> bool:
    """Whether so many must play as there are seats."""
    return bool(data["ruleset"]["teams"]) or data.get("start") == "full"


def _numbers(rules: Any) -> Iterator[bool]:
    players = rules["players"]
    yield bool(players) and players == sorted(set(players))
    for name in ("hand", "submits", "votes", "lone_finder"):
        begins = [least for least, _ in rules[name]]
        yield bool(begins) and begins == sorted(set(begins)) and begins[0] <= min(players, default=0)


def _ways(rules: Any) -> Iterator[bool]:
    """Party, Team, and how it ends."""
    end, teams, crowd = rules["end"], rules["teams"], rules["crowd"]
    yield not teams or all(count % 2 == 0 and count >= 6 for count in rules["players"])
    yield not (teams and crowd)
    if teams or crowd:
        yield all(number <= 1 for name in ("submits", "votes") for _, number in rules[name])
        yield rules["single_vote_point_from"] is None
    yield [end["points"] is not None, end["laps"] is not None, end["deck"]].count(True) == 1
    yield end["deck"] == (rules["refill"] == "none")


def _at(rules: Any, count: int, cards: int) -> Iterator[bool]:
    """At a table of so many players."""
    hand, submits, votes = (step(rules[name], count) for name in ("hand", "submits", "votes"))
    yield submits <= hand and count * hand + rules["end"]["deck"] <= cards
    slots = 1 + (count - 2) * submits
    yield votes <= (count // 2 + 1 if rules["teams"] else count if rules["crowd"] else slots)
