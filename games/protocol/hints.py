"""What a client does about each error: by its code, or as about all of its status."""

from collections.abc import Mapping
from types import MappingProxyType

from games.protocol.problems import PROBLEM_CODES

HINT_BY_STATUS: Mapping[int, str] = MappingProxyType(
    {
        400: "A fault of the client's: send something else.",
        401: "Get a token, or another one, and send it as `Authorization: Bearer dxt_…`; `POST /guests` gives one.",
        403: "Don't send it again: this account may not.",
        404: "Check the address. What you may not see isn't there for you either.",
        405: "A fault of the client's: `Allow` names the methods.",
        406: "Accept `application/json`.",
        409: "Not now: look at the match again, and do what `actions` has.",
        412: "Look at the match again and decide anew.",
        413: "Send less.",
        415: "Send `Content-Type: application/json`.",
        422: "Against the rules of this match: choose from what `actions` lists.",
        429: "Wait for as many seconds as `Retry-After` says, then send the same again.",
        500: "Send the same again with the same key, a moment later. Tell who runs the server if it stays.",
        503: "Send the same again with the same key, after `Retry-After`.",
    }
)
HINT_BY_CODE: Mapping[str, str] = MappingProxyType(
    {
        "wrong_credentials": "Ask for name and password again.",
        "invalid": "A fault of the client's: `errors` names each field by its JSON pointer.",
        "missing_scope": "Get a token with the scope that `required_scope` names.",
        "kicked": "Ask the host for an invite, or play elsewhere.",
        "already_done": "Nothing: it has been done. Look at the match.",
        "already_seated": "Nothing: you sit there. Look at the match.",
        "name_taken": "Choose another name, or log in with its password: `POST /tokens`.",
        "nobody_there": "Look at `seats` again: that one is free.",
        "not_a_guest": "Nothing: it is an account. `PATCH /me` changes it.",
        "not_a_person": "Choose a seat with a person who hasn't resigned.",
        "phase_over": "Nothing was done. Look at the match, and go on with the phase that it is in now.",
        "match_full": "Look on, or find another match.",
        "seat_taken": "Choose another seat, or none.",
        "too_many_tokens": "Revoke one that you don't need: `GET /tokens` lists them, `DELETE /tokens/{id}` revokes.",
        "wrong_player_count": "`players` of the rule set lists how many may play: other `seats`, or more who sit down.",
        "too_many_invites": "Take one back first: `DELETE …/invites/{id}`.",
        "too_many_matches": "`abandon` one of them, or hand one over to another `host`.",
        "version_ahead": "Begin with what there is: subscribe, or ask, without `since` or `after`.",
        "clue_without_words": "Send a `text` with the clue.",
        "no_such_seat": "Choose a seat that there is: they are numbered from 0.",
        "not_enough_cards": "Open the match with more `decks`, or fewer `seats`.",
        "wrong_entropy": "Send the 32 bytes whose digest `actions` shows, and no others.",
        "your_own_seat": "Stand up instead: `DELETE …/seats/me`.",
        "idempotency_mismatch": "A fault of the client's: a new command needs a new key.",
        "unsound_record": "The file isn't what a match has left behind: `errors` says where it goes wrong.",
        "unsound_rules": "`errors` names each fault of your rules: mend them.",
        "not_yet": "Wait: the clock does this by itself.",
    }
)


def hint_for(code: str) -> str:
    """What a client does that meets this code."""
    return HINT_BY_CODE.get(code) or HINT_BY_STATUS[PROBLEM_CODES[code][0]]
