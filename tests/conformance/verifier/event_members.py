"""The members of events and of their sealed parts that are not checked where the tape is read."""

from typing import Any

from tests.conformance.verifier import value_shapes

CARDS_SHAPE = value_shapes.list_of(value_shapes.is_text)
DEFAULTS_OF_MISSING_MEMBERS: dict[str, dict[str, Any]] = {
    "seat_taken": {"entropy_digest": None},
    "match_started": {"deadline_at": None},
    "entropy_revealed": {"next_digest": None},
    "storyteller_claimed": {"automatic": False, "deadline_at": None},
    "clue_given": {"card": None},
    "cards_submitted": {"automatic": False},
    "vote_cast": {"automatic": False, "trap": None},
}
"""Members that may be missing in matches of rulebook 1, and what they are then."""
SEALED_PART_SHAPES: dict[str, value_shapes.ShapeCheck] = {
    "player": value_shapes.object_of(id=value_shapes.is_text, name=value_shapes.is_text),
    "reserved_for": value_shapes.object_of(id=value_shapes.is_text, name=value_shapes.is_text),
    "ruleset_name": value_shapes.object_of(by=value_shapes.is_text, name=value_shapes.is_text),
    "text": value_shapes.any_of(value_shapes.is_text, value_shapes.is_null),
    "seed": value_shapes.matching(value_shapes.HEX_32_BYTES),
    "card": value_shapes.is_text,
    "cards": CARDS_SHAPE,
    "order": CARDS_SHAPE,
    "hands": CARDS_SHAPE,
    "slots": value_shapes.list_of(value_shapes.is_integer),
    "trap": value_shapes.is_integer,
}
"""What sealed parts hold."""
