"""A rule set as clients send it: whole, or as changes to a printed one."""

from typing import Annotated, Any, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType

from games.rulebook.ruleset_limits import NUMBER_BOUNDS
from games.rulebook.rulesets import CLASSIC, EDITIONS, Ruleset
from games.wire.problems import Fault, Problem
from games.wire.shapes import Slug, Strict
from games.wire.strict import faulty

N = TypeVar("N")
Given: TypeAlias = N | UnsetType


def _within(name: str) -> Meta:
    least, most = NUMBER_BOUNDS[name]
    return Meta(ge=least, le=most)


def _told(title: str, description: str) -> Meta:
    return Meta(title=title, description=description)


From: TypeAlias = Annotated[int, _within("from_players")]
Steps: TypeAlias = Annotated[tuple[tuple[From, N], ...], Meta(min_length=1, max_length=12)]


PAIRS = "Pairs like [[3, 7], [4, 6]] are a number by the players: 7 from 3 players on, 6 from 4 players on."


class EndBody(Strict, frozen=True, kw_only=True):
    """When a match is over: exactly one of these is set."""

    points: Annotated[
        Annotated[int, _within("end/points")] | None, _told("Points", "A score, looked at when a round is scored.")
    ] = None
    laps: Annotated[Annotated[int, _within("end/laps")] | None, _told("Laps", "How often everyone tells.")] = None
    deck: Annotated[bool, _told("Last card", "The last card of the deck is drawn.")] = False


class CrowdBody(Strict, frozen=True, kw_only=True):
    """Party: the clue comes before the cards are seen, everyone gives a card, and votes with the crowd count."""

    cap: Annotated[
        Annotated[int, _within("crowd/cap")] | None, _told("Cap", "The most points a round; null is no limit.")
    ] = 5
    blind: Annotated[
        Literal["storyteller", "everyone"], _told("Blind", "Whose hand lies face down until the clue is given.")
    ] = "storyteller"
    pass_hands: Annotated[bool, _told("Passing", "Whether all hands go to the left at a round's end.")] = False


class RulesetBody(Strict, frozen=True, kw_only=True):
    """A rule set: with `base` what isn't given is as in that printed one; without it everything must be given."""

    base: Given[Annotated[Slug, _told("Base", "The printed rule set that is changed.")]] = UNSET
    name: Given[Annotated[Slug, _told("Name", "Not that of a printed rule set.")]] = UNSET
    players: Given[
        Annotated[
            tuple[Annotated[int, _within("players")], ...],
            Meta(min_length=1, max_length=10),
            _told("Players", "Each number of players, ascending; in teams even numbers from 6 on."),
        ]
    ] = UNSET
    hand: Given[Annotated[Steps[Annotated[int, _within("hand")]], _told("Hand", "Cards in a hand.")]] = UNSET
    submits: Given[
        Annotated[
            Steps[Annotated[int, _within("submits")]],
            _told("Submits", "Cards that everyone gives; the storyteller's is one."),
        ]
    ] = UNSET
    votes: Given[
        Annotated[Steps[Annotated[int, _within("votes")]], _told("Votes", "The most slots a voter may choose.")]
    ] = UNSET
    single_vote_point_from: Given[
        Annotated[
            Annotated[int, _within("single_vote_point_from")] | None,
            _told("Single vote point", "From how many players on a finder with a single vote gets a point more."),
        ]
    ] = UNSET
    lone_finder: Given[
        Annotated[
            Steps[Annotated[int, _within("lone_finder")]],
            _told("Lone finder", "What the storyteller and the only finder get each."),
        ]
    ] = UNSET
    bonus_cap: Given[
        Annotated[
            Annotated[int, _within("bonus_cap")] | None,
            _told("Bonus cap", "The most points a round for votes on one's cards; null is no limit."),
        ]
    ] = UNSET
    crowd: Given[Annotated[CrowdBody | None, _told("Party", "Voting with the crowd; null in all other games.")]] = UNSET
    teams: Given[Annotated[bool, _told("Teams", "Partners sit opposite each other and share a score.")]] = UNSET
    end: Given[Annotated[EndBody, _told("End", "When a match is over: exactly one of these is set.")]] = UNSET
    refill: Given[
        Annotated[
            Literal["reshuffle", "mix", "none"],
            _told("Refill", "A deck that runs short is dealt first, or mixed with the discard pile, or it is the end."),
        ]
    ] = UNSET
    airship: Given[Annotated[bool, _told("Airship", "Whether a claim may name the airship on the box.")]] = UNSET


PARAMETERS = Ruleset.__dataclass_fields__
"""Every parameter by its name."""


def rules_of(asked: RulesetBody) -> Ruleset:
    """The whole rule set that is meant; whether it can be played is not asked here.

    Raises:
        Problem: `invalid`, with every parameter that is missing.
    """
    given = msgspec.to_builtins(asked)
    base = given.pop("base", None)
    if base is not None and base not in EDITIONS:
        raise faulty("/ruleset/base", "unknown_ruleset", f"There is no printed rule set {base}.")
    whole = msgspec.to_builtins(EDITIONS[base].rules) if base else {"airship": False}
    if missing := [name for name in PARAMETERS if name not in {**whole, **given}]:
        raise Problem("invalid", errors=[_missing(name) for name in missing])
    return msgspec.convert({**whole, **given}, Ruleset)


def _missing(name: str) -> Fault:
    return Fault(
        pointer=f"/ruleset/{name}",
        code="missing_field",
        detail=f"Without `base` a rule set has every parameter: `{name}` is missing.",
    )


def schema() -> dict[str, Any]:
    """The JSON Schema of a whole rule set; the defaults are those of `classic`, for a form to begin with."""
    _, parts = msgspec.json.schema_components([RulesetBody], ref_template="#/$defs/{name}")
    described = parts.pop("RulesetBody")
    begin = {**msgspec.to_builtins(CLASSIC), "name": "house-rules"}
    properties = {name: {**described["properties"][name], "default": begin[name]} for name in PARAMETERS}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **described,
        "title": "Rule set",
        "description": f"Every parameter of a rule set. {PAIRS}",
        "properties": properties,
        "required": [name for name in PARAMETERS if name != "airship"],
        "$defs": parts,
    }
