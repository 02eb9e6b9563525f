"""Hints: what a client should do about each error code, or by default about each HTTP status."""

from collections.abc import Mapping
from types import MappingProxyType

from games.protocol.problems import PROBLEM_CODES

HINT_BY_STATUS: Mapping[int, str] = MappingProxyType(
    {
        400: "A client bug: fix the request before sending it again.",
        401: "Get a valid token and send it as `Authorization: Bearer dxt_…`; `POST /guests` issues one.",
        403: "Don't retry: this account isn't allowed to do this.",
        404: "Check the URL. A resource that you may not see is reported as not found, too.",
        405: "A client bug: the `Allow` header lists the methods.",
        406: "Accept `application/json`.",
        408: "Send the same request again with the same key, and all of it at once.",
        409: "Not possible now: fetch the match again and choose from its `actions`.",
        412: "Fetch the match again, then decide again.",
        413: "Send a smaller body.",
        415: "Send `Content-Type: application/json`.",
        422: "Against the rules of this match: choose from what `actions` lists.",
        429: "Wait for the seconds in `Retry-After`, then send the same request again.",
        431: "Send a shorter address, or fewer and shorter headers.",
        500: "Send the same request again with the same key a moment later. If it keeps failing, tell the operator.",
        503: "Send the same request again with the same key after the seconds in `Retry-After`.",
    }
)
HINT_BY_CODE: Mapping[str, str] = MappingProxyType(
    {
        "wrong_credentials": "Ask the user for name and password again.",
        "invalid": "Fix the fields: `errors` names each by its JSON pointer.",
        "invalid_cursor": "Ask without a cursor: the answer lists your matches, with a new one.",
        "missing_scope": "Get a token with the scope named in `required_scope`.",
        "kicked": "Ask the host for an invite, or join another match.",
        "already_done": "Nothing to do: the command has already taken effect. Fetch the match.",
        "already_seated": "Nothing to do: you already have a seat. Fetch the match.",
        "name_taken": "Choose another name, or log in with its password: `POST /tokens`.",
        "nobody_there": "Fetch the match again: that seat is free in `seats`.",
        "not_a_guest": "Nothing to do: this is already an account. `PATCH /me` changes it.",
        "not_seated": "Sit down first: `POST …/seats`, while the match is in its lobby. A spectator can't do this.",
        "not_the_host": "Don't retry: ask the host, whose seat is `host` in the match view.",
        "not_a_person": "Choose the seat of a person who hasn't resigned.",
        "phase_over": "Nothing has changed. Fetch the match and continue with its current phase.",
        "match_full": "Watch the match as a spectator, or find another one.",
        "seat_reserved": "Choose another seat, or wait: `reserved` in the view says until when.",
        "seat_taken": "Choose a free seat: `actions` lists them.",
        "too_many_tokens": "Revoke an unneeded one: `GET /tokens` lists them, `DELETE /tokens/{id}` revokes one.",
        "wrong_player_count": "Change `seats`, or wait for players: the rule set's `players` lists what is allowed.",
        "too_many_invites": "Revoke one first: `DELETE …/invites/{id}`.",
        "too_many_matches": "Leave a lobby with `stand`, or a match that has started with `resign`.",
        "version_ahead": "What you have is no longer part of the match. Drop it, and ask for the view anew, without "
        "`after` or `since`.",
        "history_mismatch": "What you have is no longer part of the match. Drop it, and ask for the view anew, without "
        "`after` or `since`.",
        "too_early": "Wait until the time that the action has in `from`.",
        "has_deadline": "Nothing to do: the phase ends by itself at `phase.deadline_at`.",
        "you_owe_a_move": "Make your own move first: `actions` lists it.",
        "clue_without_words": "Send a `text` with the clue.",
        "no_such_seat": "Choose an existing seat: seats are numbered from 0.",
        "not_enough_cards": "Open the match with more `decks` or fewer `seats`.",
        "wrong_entropy": "Send the 32 bytes whose digest is in `actions`.",
        "your_own_seat": "Leave your own seat with `DELETE …/seats/me` instead.",
        "idempotency_mismatch": "A client bug: use a new key for each new request.",
        "unsound_record": "The file isn't a valid record of a match: `errors` says where the check failed.",
        "unsound_rules": "Fix your rules: `errors` lists every fault.",
        "not_yet": "Wait: the server does this by itself when the time is up.",
    }
)


def hint_for(code: str) -> str:
    """Return the hint for an error code: its own one, or else that of its HTTP status."""
    return HINT_BY_CODE.get(code) or HINT_BY_STATUS[PROBLEM_CODES[code][0]]
