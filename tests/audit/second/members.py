"""What events and their sealed parts hold, where it isn't said by whom the tape is read."""

from typing import Any

from tests.audit.second import shape

CARDS = shape.many(shape.text)
OLDER: dict[str, dict[str, Any]] = {
    "seat_taken": {"entropy_digest": None},
    "match_started": {"deadline_at": None},
    "entropy_revealed": {"next_digest": None},
    "storyteller_claimed": {"automatic": False, "deadline_at": None},
    "clue_given": {"card": None},
    "cards_submitted": {"automatic": False},
    "vote_cast": {"automatic": False, "trap": None},
}
"""Members that may be missing, and what they are then."""
HELD: dict[str, shape.Fits] = {
    "player": shape.thing(id=shape.text, name=shape.text),
    "text": shape.either(shape.text, shape.nothing),
    "seed": shape.like(shape.HEX32),
    "card": shape.text,
    "cards": CARDS,
    "order": CARDS,
    "hands": CARDS,
    "slots": shape.many(shape.number),
    "trap": shape.number,
}
"""What sealed parts hold."""
