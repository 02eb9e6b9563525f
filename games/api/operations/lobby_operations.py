"""Operations for joining matches: invites and quick match."""

from games.api import response_schemas
from games.api.answer_once import MIN_KEY_LENGTH
from games.api.operations.operation import MATCH_PATH, Operation
from games.protocol import lobby_bodies

HOST_ONLY_CODES = ("not_seated", "not_the_host", "wrong_phase")
"""Error codes for a caller who isn't the host, and for a match that has left the lobby."""

OPERATIONS = (
    Operation(
        id="invite",
        method="post",
        path=f"{MATCH_PATH}/invites",
        summary="Create an invite to the lobby (host only). The code is shown only now; it opens private matches, too.",
        tag="lobby",
        scope="match:play",
        body=lobby_bodies.InviteBody,
        accepts_idempotency_key=True,
        min_key_length=MIN_KEY_LENGTH,
        example_body={"uses": 3, "expires_in": 3600},
        response_type=response_schemas.NewInvite,
        status=201,
        error_codes=(*HOST_ONLY_CODES, "no_such_seat", "too_many_invites"),
    ),
    Operation(
        id="invites",
        method="get",
        path=f"{MATCH_PATH}/invites",
        summary="The match's valid invites (host only).",
        tag="lobby",
        scope="match:play",
        response_type=response_schemas.InviteList,
        error_codes=HOST_ONLY_CODES,
    ),
    Operation(
        id="take_back_invite",
        method="delete",
        path=f"{MATCH_PATH}/invites/{{invite}}",
        summary="Revoke an invite for good (host only).",
        tag="lobby",
        scope="match:play",
        response_type=response_schemas.InviteAnswer,
        error_codes=HOST_ONLY_CODES,
    ),
    Operation(
        id="held_invite",
        method="get",
        path="/invites/{code}",
        summary="What an invite leads to, for anyone with its code; 404 if it is not or no longer valid.",
        tag="lobby",
        response_type=response_schemas.InviteHeld,
    ),
    Operation(
        id="quick",
        method="post",
        path="/quick",
        summary="Join a public match that starts when it is full (200), or open one (201).",
        tag="lobby",
        scope="match:create match:play",
        body=lobby_bodies.QuickBody,
        example_body={"ruleset": "classic", "seats": 4},
        response_type=response_schemas.OpenedAnswer,
        status=201,
        alternative_status=200,
        accepts_idempotency_key=True,
        error_codes=(
            *("wrong_phase", "already_seated", "match_full", "seat_taken", "kicked", "too_many_matches"),
            *("wrong_player_count", "not_enough_cards", "unsound_rules", "not_in_these_rules"),
        ),
    ),
)
