"""What may be agreed on when a match is opened: printed rules, and house rules that can be played to an end."""

from collections.abc import Iterator
from typing import Any

from tests.audit.second import shape
from tests.audit.second.points import step

STEPS = shape.many(lambda row: shape.many(shape.number)(row) and len(row) == 2)
COUNT = shape.either(shape.nothing, shape.number)
FLAG = shape.either(shape.exactly(True), shape.exactly(False))
RULES = shape.thing(
    name=lambda value: shape.text(value) and 0 < len(value) <= 40,
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
    seed_digest=shape.text,
)

CLASSIC = {"hand": {3: 7, 4: 6}, "submits": {3: 2, 4: 1}, "votes": {3: 1}, "alone": {3: 4, 4: 3}}
PARTY = {"hand": {3: 5}, "submits": {3: 1}, "votes": {3: 1}}
TEAM = {"hand": {3: 4}, "submits": {3: 1}, "votes": {3: 1}}
ODYSSEY = {"hand": {3: 7, 4: 6}, "submits": {3: 2, 4: 1}, "votes": {3: 1, 7: 2}}
PRINTED: dict[str, dict[str, Any]] = {
    "classic": {**CLASSIC, "players": range(3, 7), "points": 30},
    "classic-last-card": {**CLASSIC, "players": range(3, 7), "deck": True, "refill": "none"},
    "odyssey": {**ODYSSEY, "players": range(3, 13), "single": 7, "cap": 3, "points": 30},
    "party": {**PARTY, "players": range(6, 13), "crowd": (5, "storyteller", False), "laps": 1},
    "party-passing": {**PARTY, "players": range(6, 13), "crowd": (5, "storyteller", True), "laps": 1},
    "party-30": {
        **PARTY,
        "players": range(6, 13),
        "hand": {3: 4},
        "crowd": (None, "everyone", True),
        "points": 30,
        "refill": "mix",
        "airship": True,
    },
    "team": {**TEAM, "players": range(6, 13, 2), "teams": True, "cap": 3, "laps": 1},
    "team-30": {
        **TEAM,
        "players": range(8, 13, 2),
        "teams": True,
        "points": 30,
        "refill": "mix",
        "airship": True,
    },
}


def agreed(data: Any) -> bool:
    """Whether a match can be opened by these terms."""
    if not TERMS(data):
        return False
    rules, cards = data["ruleset"], [card for deck in data["decks"] for card in deck["cards"]]
    sound = all(_sound(rules)) and len(set(cards)) == len(cards) and _as_printed(rules)
    return sound and min(rules["players"]) <= data["seats"] <= max(rules["players"]) and _enough(data, len(cards))


def _sound(rules: Any) -> Iterator[bool]:
    players, end = rules["players"], rules["end"]
    yield bool(players) and players == sorted(set(players)) and 3 <= players[0] and players[-1] <= 12
    for name in ("hand", "submits", "votes", "lone_finder"):
        begins = [least for least, _ in rules[name]]
        yield bool(begins) and begins == sorted(set(begins)) and begins[0] <= players[0]
    yield [end["points"] is not None, end["laps"] is not None, end["deck"]].count(True) == 1
    yield end["deck"] == (rules["refill"] == "none")
    yield not (rules["teams"] and rules["crowd"])
    yield not rules["teams"] or all(count % 2 == 0 and count >= 6 for count in players)
    for count in players:
        hand, submits, votes = (step(rules[name], count) for name in ("hand", "submits", "votes"))
        yield 1 <= submits <= hand and votes >= 1
        yield (submits, votes) == (1, 1) or not (rules["teams"] or rules["crowd"])


def _enough(data: Any, cards: int) -> bool:
    """A full hand for everybody, and one card more where the last one ends the match."""
    rules, most = data["ruleset"], data["seats"]
    tables = [count for count in rules["players"] if count <= most]
    return all(count * step(rules["hand"], count) + rules["end"]["deck"] <= cards for count in tables)


def _as_printed(rules: Any) -> bool:
    """A printed name stands for the printed numbers; only laps may be agreed on."""
    printed = PRINTED.get(rules["name"])
    if printed is None:
        return True
    crowd, end = rules["crowd"], rules["end"]
    wanted = [
        list(printed["players"]),
        printed.get("single"),
        printed.get("cap"),
        printed.get("crowd"),
        printed.get("teams", False),
        printed.get("points"),
        "laps" in printed,
        printed.get("deck", False),
        printed.get("refill", "reshuffle"),
        printed.get("airship", False),
    ]
    found = [
        rules["players"],
        rules["single_vote_point_from"],
        rules["bonus_cap"],
        crowd and (crowd["cap"], crowd["blind"], crowd["pass_hands"]),
        rules["teams"],
        end["points"],
        end["laps"] is not None,
        end["deck"],
        rules["refill"],
        rules["airship"],
    ]
    return found == wanted and all(_steps_as_printed(rules, printed, count) for count in rules["players"])


def _steps_as_printed(rules: Any, printed: dict[str, Any], count: int) -> bool:
    alone = printed.get("alone", {3: 3})
    wanted = [printed["hand"], printed["submits"], printed["votes"], alone]
    found = [rules[name] for name in ("hand", "submits", "votes", "lone_finder")]
    return [step(steps, count) for steps in found] == [step(list(map(list, each.items())), count) for each in wanted]
