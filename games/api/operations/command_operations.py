"""Operations for the commands of a match."""

from games.api import response_schemas
from games.api.command_views import SEAT_COMMAND_BODIES
from games.api.operations.operation import MATCH_PATH, Operation
from games.protocol.command_specs import COMMAND_SPECS

SUMMARIES = {
    "sit": "Take a seat: the lowest free one unless you choose one.",
    "stand": "Leave your seat before the start.",
    "bot": "Seat a computer player on a free seat (host only).",
    "move": "Move to a free seat before the start; the host stays the host.",
    "host": "Make another person the host, in the lobby or later (host only).",
    "clear": "Free a seat (host only); a person removed this way can only return with an invite.",
    "start": "Start the match: the host at any time, other players once it could have been started for 5 minutes. "
    "Gaps between seats are closed.",
    "entropy": "Reveal the entropy that you committed to when you sat down, within 10 s of the start.",
    "claim": "Round 1: become the storyteller before giving a clue; in some rule sets with a name for the airship.",
    "clue": "Give the clue (in round 1 this also makes you the storyteller); in Party without a card.",
    "cards": "Submit cards.",
    "signal": "Team: say, visibly to everyone, whether you or your partner should submit the card.",
    "vote": "Vote; in Party the storyteller also sets the trap. A vote is final.",
    "ready": "Confirm that you have seen the scores.",
    "abandon": "Agree to end the match without a winner; before the start the host decides alone.",
    "rematch": "Play again on the same terms: the first caller opens the next match (201), the others join it (200).",
    "resign": "Leave a match that has started: your seat plays on at random, and you become a spectator.",
    "call_time": "Give a phase without a deadline one, if you owe no move and it has lasted `call_after` seconds.",
    "resume": "Take part again after your seat was skipped; the match waits for you from the next phase on.",
}
EXAMPLE_BODIES = {
    "entropy": {"entropy": "5e" * 32, "next_digest": "d1" * 32, "phase": "0.drawing"},
    "bot": {"bot": "random"},
    "move": {"seat": 2},
    "host": {"seat": 1},
    "clue": {"card": "base-001", "clue": {"kind": "text", "text": "once upon a time"}, "phase": "1.storytelling"},
    "cards": {"cards": ["base-002"], "phase": "1.submitting"},
    "signal": {"word": "give", "phase": "1.submitting"},
    "vote": {"slots": [1], "phase": "1.voting"},
    "call_time": {"phase": "1.submitting"},
}
SEAT_ERROR_CODES = ("seat_taken", "seat_reserved", "no_such_seat")
RULE_ERROR_CODES = {
    "sit": ("already_seated", "kicked", "match_full", *SEAT_ERROR_CODES, "too_many_matches"),
    "move": ("already_seated", *SEAT_ERROR_CODES),
    "host": ("already_done", "not_the_host", "not_a_person", "no_such_seat", "nobody_there"),
    "bot": ("not_the_host", *SEAT_ERROR_CODES),
    "clear": ("not_the_host", "nobody_there", "your_own_seat", "no_such_seat"),
    "start": ("not_the_host", "too_early", "wrong_player_count"),
    "entropy": ("nothing_committed", "already_done", "wrong_entropy"),
    "claim": ("already_done", "not_the_storyteller", "not_in_these_rules"),
    "clue": (
        "not_the_storyteller",
        "clue_without_words",
        "clue_without_card",
        "card_not_in_hand",
        "not_in_these_rules",
    ),
    "cards": ("you_are_the_storyteller", "already_done", "wrong_number", "chosen_twice", "card_not_in_hand"),
    "signal": ("not_in_these_rules", "already_done"),
    "vote": (
        "you_are_the_storyteller",
        "not_a_voter",
        "already_done",
        "wrong_number",
        "chosen_twice",
        "not_on_the_table",
        "your_own_card",
        "trap_missing",
        "not_the_storyteller",
        "not_in_these_rules",
    ),
    "ready": ("already_done",),
    "abandon": ("already_done", "not_the_host"),
    "rematch": ("kicked", "match_full", "too_many_matches"),
    "call_time": ("too_early", "has_deadline", "you_owe_a_move", "not_in_these_rules"),
    "resume": ("already_done", "not_in_these_rules"),
}
"""Error codes of the rules for each command, besides `wrong_phase`, `phase_over` and `not_seated`."""
_ROUTES = {
    "sit": ("post", "seats", 201),
    "stand": ("delete", "seats/me", 200),
    "bot": ("put", "seats/{seat}", 200),
    "clear": ("delete", "seats/{seat}", 200),
    "rematch": ("post", "rematch", 201),
}


def _command_operation(name: str) -> Operation:
    # A rematch can open another match, so it returns that match instead of events.
    returns_match = name == "rematch"
    method, route, status = _ROUTES.get(name, ("post", name, 200))
    return Operation(
        id=name,
        method=method,
        path=f"{MATCH_PATH}/{route}",
        summary=SUMMARIES[name],
        tag="play",
        scope="match:play",
        body=SEAT_COMMAND_BODIES.get(name, COMMAND_SPECS[name].body_type),
        response_type=response_schemas.OpenedAnswer if returns_match else response_schemas.CommandAnswer,
        status=status,
        alternative_status=200 if returns_match else None,
        accepts_idempotency_key=True,
        example_body=EXAMPLE_BODIES.get(name, {}),
        error_codes=(*RULE_ERROR_CODES.get(name, ()), *(() if name == "sit" else ("not_seated",))),
        response_headers=("ETag", "Location") if returns_match else (),
    )


OPERATIONS = tuple(map(_command_operation, COMMAND_SPECS))
