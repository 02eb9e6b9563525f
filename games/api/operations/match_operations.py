"""Operations for finding, opening and watching matches."""

from games.api import response_schemas
from games.api.operations.operation import (
    HASH_SCHEMA,
    MATCH_PATH,
    PAST_VERSION_SCHEMA,
    PERSPECTIVE_SCHEMA,
    VERSION_SCHEMA,
    Operation,
    integer_schema,
)
from games.matches.feed_cursor import MAX_CURSOR_CHARS
from games.matches.match_queries import MatchSeen
from games.matches.personal_feed import FeedPage
from games.protocol import command_bodies
from games.rulebook.ruleset_limits import RULESET_NAME_PATTERN

WAIT_SCHEMA = {**integer_schema(0, 60), "description": "Seconds to wait for something new."}

OPERATIONS = (
    Operation(
        id="matches",
        method="get",
        path="/matches",
        summary="The lobby, or with mine=true your own matches; newest first.",
        tag="matches",
        scope="match:read",
        response_type=response_schemas.MatchList,
        query_params={
            "status": {"enum": ["gathering", "playing", "over", "abandoned"]},
            "ruleset": {"type": "string", "pattern": f"^{RULESET_NAME_PATTERN}$"},
            "mine": {"enum": ["true", "false"]},
            "cursor": {"type": "string"},
        },
    ),
    Operation(
        id="my_matches",
        method="get",
        path="/me/matches",
        summary="What concerns you: your matches, and what has happened in them since a cursor; as NDJSON, a stream.",
        tag="matches",
        scope="match:read",
        response_type=FeedPage,
        query_params={
            "after": {
                "type": "string",
                "maxLength": MAX_CURSOR_CHARS,
                "pattern": "^[A-Za-z0-9_.:-]+$",
                "description": "The cursor of an earlier answer. Without it there are no entries.",
            },
            "wait": {**WAIT_SCHEMA, "description": "Seconds to wait for entries, with `after`."},
        },
        other_media_types={
            "application/x-ndjson": {
                "type": "string",
                "description": "An answer per line, the first at once, then those with entries, and empty lines in "
                "between; takes only `after`.",
            }
        },
        error_codes=("invalid_cursor", "version_ahead", "history_mismatch"),
    ),
    Operation(
        id="open",
        method="post",
        path="/matches",
        summary="Open a match; you are its host and have seat 0.",
        tag="matches",
        scope="match:create",
        body=command_bodies.MatchBody,
        example_body={"ruleset": "classic", "seats": 4},
        response_type=response_schemas.OpenedAnswer,
        status=201,
        accepts_idempotency_key=True,
        error_codes=(
            "match_full",
            "wrong_player_count",
            "chosen_twice",
            "not_enough_cards",
            "unsound_rules",
            "not_in_these_rules",
            "too_many_matches",
        ),
        response_headers=("ETag", "Location"),
    ),
    Operation(
        id="match",
        method="get",
        path=MATCH_PATH,
        summary="The match as you may see it, with your possible actions; `after` and `wait` wait for a newer version.",
        tag="matches",
        scope="match:read",
        response_type=MatchSeen,
        query_params={
            "after": VERSION_SCHEMA,
            "after_hash": HASH_SCHEMA,
            "wait": WAIT_SCHEMA,
            "at": PAST_VERSION_SCHEMA,
            "as": PERSPECTIVE_SCHEMA,
        },
        error_codes=("forbidden", "no_such_seat", "version_ahead", "history_mismatch"),
        response_headers=("ETag",),
    ),
    Operation(
        id="events",
        method="get",
        path=f"{MATCH_PATH}/events",
        summary="Events after a version, as you may see them; as NDJSON, a stream that stays open.",
        tag="matches",
        scope="match:read",
        response_type=response_schemas.EventPage,
        query_params={
            "after": VERSION_SCHEMA,
            "after_hash": HASH_SCHEMA,
            "limit": integer_schema(1, 1000),
            "wait": WAIT_SCHEMA,
        },
        other_media_types={
            "application/x-ndjson": {
                "type": "string",
                "description": "One event per line; takes only `after` and `after_hash`.",
            }
        },
        error_codes=("version_ahead", "history_mismatch"),
    ),
    Operation(
        id="moments",
        method="get",
        path=f"{MATCH_PATH}/moments",
        summary="Where a replay should stop: rounds, clues, scores, leads, automatic moves, the end.",
        tag="matches",
        scope="match:read",
        response_type=response_schemas.MomentList,
    ),
)
