"""A rule set as clients send it: complete, or as changes to a printed one."""

from typing import Annotated, Any, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType

from games.protocol.base_body import Slug, StrictStruct
from games.protocol.problems import FieldError, Problem
from games.protocol.strict_parsing import field_problem
from games.rulebook.ruleset_limits import NUMBER_BOUNDS
from games.rulebook.rulesets import CLASSIC, EDITIONS, Ruleset

N = TypeVar("N")
# Not None for an omitted parameter: null is a value of its own, such as no limit for `bonus_cap`.
MaybeUnset: TypeAlias = N | UnsetType


def _range_meta(name: str) -> Meta:
    minimum, maximum = NUMBER_BOUNDS[name]
    return Meta(ge=minimum, le=maximum)


def _doc_meta(title: str, description: str) -> Meta:
    return Meta(title=title, description=description)


FromPlayers: TypeAlias = Annotated[int, _range_meta("from_players")]
StepsByPlayers: TypeAlias = Annotated[tuple[tuple[FromPlayers, N], ...], Meta(min_length=1, max_length=12)]


PAIRS_DESCRIPTION = "Pairs such as [[3, 7], [4, 6]] are a number by player count: 7 from 3 players, 6 from 4 players."


class EndBody(StrictStruct, frozen=True, kw_only=True):
    """When a match is over: exactly one of these is set."""

    points: Annotated[
        Annotated[int, _range_meta("end/points")] | None,
        _doc_meta("Points", "The score that ends the match, checked when a round has been scored."),
    ] = None
    laps: Annotated[
        Annotated[int, _range_meta("end/laps")] | None, _doc_meta("Laps", "How often each player is the storyteller.")
    ] = None
    deck: Annotated[bool, _doc_meta("Last card", "The match ends when the deck's last card has been drawn.")] = False


class CrowdBody(StrictStruct, frozen=True, kw_only=True):
    """Party: the clue comes before the cards are seen, everyone submits a card, and voting with the crowd scores."""

    cap: Annotated[
        Annotated[int, _range_meta("crowd/cap")] | None,
        _doc_meta("Cap", "The most points per round; null for no limit."),
    ] = 5
    blind: Annotated[
        Literal["storyteller", "everyone"], _doc_meta("Blind", "Whose hand stays face down until the clue is given.")
    ] = "storyteller"
    pass_hands: Annotated[bool, _doc_meta("Passing", "Whether all hands are passed to the left after a round.")] = False


class RulesetBody(StrictStruct, frozen=True, kw_only=True):
    """A rule set. With `base`, omitted parameters are those of that printed rule set; without it, all are required."""

    base: MaybeUnset[Annotated[Slug, _doc_meta("Base", "The printed rule set to change.")]] = UNSET
    name: MaybeUnset[Annotated[Slug, _doc_meta("Name", "Different from the names of printed rule sets.")]] = UNSET
    players: MaybeUnset[
        Annotated[
            tuple[Annotated[int, _range_meta("players")], ...],
            Meta(min_length=1, max_length=10),
            _doc_meta("Players", "The allowed numbers of players, ascending; with teams, even numbers from 6."),
        ]
    ] = UNSET
    hand: MaybeUnset[
        Annotated[
            StepsByPlayers[Annotated[int, _range_meta("hand")]], _doc_meta("Hand", "The number of cards per hand.")
        ]
    ] = UNSET
    submits: MaybeUnset[
        Annotated[
            StepsByPlayers[Annotated[int, _range_meta("submits")]],
            _doc_meta("Submits", "The number of cards each player submits; the storyteller submits one."),
        ]
    ] = UNSET
    votes: MaybeUnset[
        Annotated[
            StepsByPlayers[Annotated[int, _range_meta("votes")]],
            _doc_meta("Votes", "The most slots a voter may choose."),
        ]
    ] = UNSET
    single_vote_point_from: MaybeUnset[
        Annotated[
            Annotated[int, _range_meta("single_vote_point_from")] | None,
            _doc_meta(
                "Single vote point", "From this many players on, a finder with a single vote gets an extra point."
            ),
        ]
    ] = UNSET
    lone_finder: MaybeUnset[
        Annotated[
            StepsByPlayers[Annotated[int, _range_meta("lone_finder")]],
            _doc_meta("Lone finder", "The points that the storyteller and the only finder each get."),
        ]
    ] = UNSET
    bonus_cap: MaybeUnset[
        Annotated[
            Annotated[int, _range_meta("bonus_cap")] | None,
            _doc_meta("Bonus cap", "The most points per round for votes on one's own cards; null for no limit."),
        ]
    ] = UNSET
    crowd: MaybeUnset[
        Annotated[CrowdBody | None, _doc_meta("Party", "The parameters of Party; null in all other games.")]
    ] = UNSET
    teams: MaybeUnset[Annotated[bool, _doc_meta("Teams", "Partners sit opposite each other and share a score.")]] = (
        UNSET
    )
    end: MaybeUnset[Annotated[EndBody, _doc_meta("End", "When a match is over: exactly one of these is set.")]] = UNSET
    refill: MaybeUnset[
        Annotated[
            Literal["reshuffle", "mix", "none"],
            _doc_meta(
                "Refill",
                "When the deck runs short: deal it out, then shuffle the discard pile; mix both; or end the match.",
            ),
        ]
    ] = UNSET
    airship: MaybeUnset[
        Annotated[
            bool, _doc_meta("Airship", "Whether the player who claims the first round may name the airship on the box.")
        ]
    ] = UNSET


RULESET_PARAMETERS = Ruleset.__dataclass_fields__
"""Every parameter of a rule set by its name."""


def build_ruleset(body: RulesetBody) -> Ruleset:
    """Return the complete rule set. Whether it can be played is checked elsewhere (`ruleset_validation`).

    Raises:
        Problem: `invalid`, for an unknown `base` or with every parameter that is missing.
    """
    overrides = msgspec.to_builtins(body)
    base = overrides.pop("base", None)
    if base is not None and base not in EDITIONS:
        raise field_problem("/ruleset/base", "unknown_ruleset", f"There is no printed rule set {base}.")
    defaults = msgspec.to_builtins(EDITIONS[base].rules) if base else {"airship": False}
    if missing := [name for name in RULESET_PARAMETERS if name not in {**defaults, **overrides}]:
        raise Problem("invalid", errors=[_missing_parameter_error(name) for name in missing])
    return msgspec.convert({**defaults, **overrides}, Ruleset)


def _missing_parameter_error(name: str) -> FieldError:
    return FieldError(
        pointer=f"/ruleset/{name}",
        code="missing_field",
        detail=f"Without `base` every parameter is required; `{name}` is missing.",
    )


def ruleset_json_schema() -> dict[str, Any]:
    """Return the JSON Schema of a complete rule set. The defaults are those of `classic`, for a form to start with."""
    _, definitions = msgspec.json.schema_components([RulesetBody], ref_template="#/$defs/{name}")
    body_schema = definitions.pop("RulesetBody")
    default_values = {**msgspec.to_builtins(CLASSIC), "name": "house-rules"}
    properties = {
        name: {**body_schema["properties"][name], "default": default_values[name]} for name in RULESET_PARAMETERS
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **body_schema,
        "title": "Rule set",
        "description": f"Every parameter of a rule set. {PAIRS_DESCRIPTION}",
        "properties": properties,
        "required": [name for name in RULESET_PARAMETERS if name != "airship"],
        "$defs": definitions,
    }
