"""Matches: finding, opening, watching."""

from games.api import answers
from games.api.operations.operation import AS, AT, MATCH, VERSION, Operation, whole
from games.matches.match_queries import MatchSeen
from games.protocol import command_bodies
from games.rulebook.ruleset_limits import RULESET_NAME_PATTERN

WAIT = {**whole(0, 60), "description": "Seconds to wait for something new."}

OPERATIONS = (
    Operation(
        id="matches",
        method="get",
        path="/matches",
        summary="The lobby, or with mine=true my matches; the newest first.",
        tag="matches",
        scope="match:read",
        answer=answers.MatchList,
        query={
            "status": {"enum": ["gathering", "playing", "over", "abandoned"]},
            "ruleset": {"type": "string", "pattern": f"^{RULESET_NAME_PATTERN}$"},
            "mine": {"enum": ["true", "false"]},
            "cursor": {"type": "string"},
        },
    ),
    Operation(
        id="open",
        method="post",
        path="/matches",
        summary="Open a match: you are its host and have seat 0.",
        tag="matches",
        scope="match:create",
        body=command_bodies.MatchBody,
        example={"ruleset": "classic", "seats": 4},
        answer=answers.OpenedAnswer,
        status=201,
        repeatable=True,
        codes=(
            "match_full",
            "wrong_player_count",
            "chosen_twice",
            "not_enough_cards",
            "unsound_rules",
            "not_in_these_rules",
            "too_many_matches",
        ),
        headers=("ETag", "Location"),
    ),
    Operation(
        id="match",
        method="get",
        path=MATCH,
        summary="The match as you may see it, with what you may do; `after` and `wait` wait for a newer version.",
        tag="matches",
        scope="match:read",
        answer=MatchSeen,
        query={
            "after": VERSION,
            "wait": WAIT,
            "at": AT,
            "as": AS,
        },
        codes=("forbidden", "no_such_seat"),
        headers=("ETag",),
    ),
    Operation(
        id="events",
        method="get",
        path=f"{MATCH}/events",
        summary="What happened after a version, as you may see it; as NDJSON a stream that stays open.",
        tag="matches",
        scope="match:read",
        answer=answers.EventPage,
        query={"after": VERSION, "limit": whole(1, 1000), "wait": WAIT},
        also={"application/x-ndjson": {"type": "string", "description": "An event a line; takes only `after`."}},
    ),
    Operation(
        id="moments",
        method="get",
        path=f"{MATCH}/moments",
        summary="Where to stop when the match is watched again: rounds, clues, points, leads, moves by luck, the end.",
        tag="matches",
        scope="match:read",
        answer=answers.MomentList,
    ),
)
