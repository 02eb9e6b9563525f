"""The commands of play."""

from games.api import answers
from games.api.operations.operation import MATCH, Operation
from games.api.play import PLACED
from games.wire.commands import KINDS

SUMMARIES = {
    "sit": "Sit down, in the lowest free seat unless chosen.",
    "stand": "Stand up again, before the start.",
    "bot": "The host puts a computer player on a free seat.",
    "move": "Change to a free seat before the start; the host stays the host.",
    "host": "The host makes another person the host, in the lobby or later.",
    "clear": "The host frees a seat; a person who sat there comes back only by an invite.",
    "start": "The host starts; gaps between seats are closed.",
    "entropy": "Reveal the entropy that you committed to when you sat down, within 10 s of the start.",
    "claim": "Round 1: become the storyteller without a clue yet; by some rules with a name for the airship.",
    "clue": "Tell (in round 1 this claims the part, too); in Party without a card.",
    "cards": "Submit cards.",
    "signal": "Team: say before everybody whether you or your partner shall give the card.",
    "vote": "Vote, Party's storyteller with the trap; a vote is final.",
    "ready": "Done looking at the scores.",
    "abandon": "Agree to end the match without a winner; before the start the host decides alone.",
    "rematch": "The next match on the same terms: the first who asks opens it (201), the others sit down there (200).",
    "resign": "Leave a match that has started: the seat plays on by luck, you look on.",
}
EXAMPLES = {
    "entropy": {"entropy": "5e" * 32, "next_digest": "d1" * 32, "phase": "0.drawing"},
    "bot": {"bot": "random"},
    "move": {"seat": 2},
    "host": {"seat": 1},
    "clue": {"card": "base-001", "clue": {"kind": "text", "text": "once upon a time"}, "phase": "1.storytelling"},
    "cards": {"cards": ["base-002"], "phase": "1.submitting"},
    "signal": {"word": "give", "phase": "1.submitting"},
    "vote": {"slots": [1], "phase": "1.voting"},
}
_PLACES = {
    "sit": ("post", "seats", 201),
    "stand": ("delete", "seats/me", 200),
    "bot": ("put", "seats/{seat}", 200),
    "clear": ("delete", "seats/{seat}", 200),
    "rematch": ("post", "rematch", 201),
}


def _command(name: str) -> Operation:
    method, place, status = _PLACES.get(name, ("post", name, 200))
    return Operation(
        id=name,
        method=method,
        path=f"{MATCH}/{place}",
        summary=SUMMARIES[name],
        tag="play",
        scope="match:play",
        body=PLACED.get(name, KINDS[name].body),
        answer=answers.CommandAnswer if KINDS[name].ask else answers.OpenedAnswer,
        status=status,
        or_status=None if KINDS[name].ask else 200,
        repeatable=True,
        example=EXAMPLES.get(name, {}),
    )


OPERATIONS = tuple(map(_command, KINDS))
