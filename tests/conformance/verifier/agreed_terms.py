"""Checks of the terms that are agreed on when a match is opened."""

from collections.abc import Iterator
from typing import Any

from tests.conformance.verifier import value_shapes
from tests.conformance.verifier.round_scorer import step_value

STEPS_SHAPE = value_shapes.list_of(lambda row: value_shapes.list_of(value_shapes.is_integer)(row) and len(row) == 2)
OPTIONAL_INTEGER_SHAPE = value_shapes.any_of(value_shapes.is_null, value_shapes.is_integer)
BOOLEAN_SHAPE = value_shapes.is_boolean
RULESET_SHAPE = value_shapes.object_of(
    name=value_shapes.is_text,
    players=value_shapes.list_of(value_shapes.is_integer),
    hand=STEPS_SHAPE,
    submits=STEPS_SHAPE,
    votes=STEPS_SHAPE,
    single_vote_point_from=OPTIONAL_INTEGER_SHAPE,
    lone_finder=STEPS_SHAPE,
    bonus_cap=OPTIONAL_INTEGER_SHAPE,
    crowd=value_shapes.any_of(
        value_shapes.is_null,
        value_shapes.object_of(
            cap=OPTIONAL_INTEGER_SHAPE,
            blind=lambda value: value in ("storyteller", "everyone"),
            pass_hands=BOOLEAN_SHAPE,
        ),
    ),
    teams=BOOLEAN_SHAPE,
    end=value_shapes.object_of(points=OPTIONAL_INTEGER_SHAPE, laps=OPTIONAL_INTEGER_SHAPE, deck=BOOLEAN_SHAPE),
    refill=lambda value: value in ("reshuffle", "mix", "none"),
    airship=BOOLEAN_SHAPE,
)
AGREED_DECK_SHAPE = value_shapes.object_of(
    name=value_shapes.is_text, digest=value_shapes.is_text, cards=value_shapes.list_of(value_shapes.is_text)
)
TERMS_MEMBERS: dict[str, value_shapes.ShapeCheck] = {
    "ruleset": RULESET_SHAPE,
    "decks": value_shapes.list_of(AGREED_DECK_SHAPE),
    "seats": value_shapes.is_integer,
    "visibility": lambda value: value in ("public", "unlisted", "private"),
    "clock": value_shapes.object_of(
        clue=OPTIONAL_INTEGER_SHAPE,
        submit=OPTIONAL_INTEGER_SHAPE,
        vote=OPTIONAL_INTEGER_SHAPE,
        reveal=OPTIONAL_INTEGER_SHAPE,
    ),
    "on_timeout": lambda value: value in ("auto", "skip", "abort"),
    "first": lambda value: value in ("claim", "luck", "host"),
    "seed_digest": value_shapes.matching(value_shapes.HEX_32_BYTES),
}
START_SHAPE: dict[str, value_shapes.ShapeCheck] = {"start": lambda value: value in ("host", "full")}
ABSENCE_SHAPE: dict[str, value_shapes.ShapeCheck] = {
    "call_after": value_shapes.is_integer,
    "call_grace": value_shapes.is_integer,
    "reserved_until": value_shapes.any_of(value_shapes.is_null, value_shapes.is_text),
    "former_host": OPTIONAL_INTEGER_SHAPE,
}
TERMS_SHAPE = value_shapes.any_of(
    # Matches that were opened before `start` existed do not have it.
    value_shapes.object_of(**TERMS_MEMBERS, rulebook=value_shapes.equal_to(1)),
    value_shapes.object_of(**TERMS_MEMBERS, **START_SHAPE, rulebook=value_shapes.equal_to(1)),
    value_shapes.object_of(**TERMS_MEMBERS, **START_SHAPE, **ABSENCE_SHAPE, rulebook=value_shapes.equal_to(2)),
)


def are_playable(data: Any) -> bool:
    """Return whether a match with these terms can be played to its end."""
    if not TERMS_SHAPE(data):
        return False
    rules, seats = data["ruleset"], data["seats"]
    players, cards = rules["players"], [card for deck in data["decks"] for card in deck["cards"]]
    return (
        all(_check_number_lists(rules))
        and all(_check_modes(rules))
        and (seats in players or (not _requires_full_table(data) and players[0] <= seats <= players[-1]))
        and len(set(cards)) == len(cards)
        and all(fits for count in players if count <= seats for fits in _check_player_count(rules, count, len(cards)))
    )


def _requires_full_table(data: Any) -> bool:
    """Return whether the match needs a player in every seat."""
    return bool(data["ruleset"]["teams"]) or data.get("start") == "full"


def _check_number_lists(rules: Any) -> Iterator[bool]:
    players = rules["players"]
    yield bool(players) and players == sorted(set(players))
    for name in ("hand", "submits", "votes", "lone_finder"):
        begins = [least for least, _ in rules[name]]
        yield bool(begins) and begins == sorted(set(begins)) and begins[0] <= min(players, default=0)


def _check_modes(rules: Any) -> Iterator[bool]:
    """Yield the checks of Party, Team, and the end of the match."""
    end, teams, crowd = rules["end"], rules["teams"], rules["crowd"]
    yield not teams or all(count % 2 == 0 and count >= 6 for count in rules["players"])
    yield not (teams and crowd)
    if teams or crowd:
        yield all(number <= 1 for name in ("submits", "votes") for _, number in rules[name])
        yield rules["single_vote_point_from"] is None
    yield [end["points"] is not None, end["laps"] is not None, end["deck"]].count(True) == 1
    yield end["deck"] == (rules["refill"] == "none")


def _check_player_count(rules: Any, count: int, cards: int) -> Iterator[bool]:
    """Yield the checks for a match of this many players."""
    hand, submits, votes = (step_value(rules[name], count) for name in ("hand", "submits", "votes"))
    yield submits <= hand and count * hand + rules["end"]["deck"] <= cards
    slots = 1 + (count - 2) * submits
    yield votes <= (count // 2 + 1 if rules["teams"] else count if rules["crowd"] else slots)
