"""What an event says, and what the rules say instead, in words."""

from dataclasses import fields
from typing import Any

from games.rulebook.events import Event

LONGEST = 200


def difference(expected: Event, found: Event) -> str:
    """In what the event differs from the one that the rules lead to."""
    if type(expected) is not type(found):
        return f"The rules say {type(expected).__name__}, the record says {type(found).__name__}."
    for field in fields(found):
        said, should = getattr(found, field.name), getattr(expected, field.name)
        if said != should:
            return f"The record says {field.name} {_told(said)}, the rules say {_told(should)}."
    return "The event is not the one that the rules lead to."


def _told(value: Any) -> str:
    text = str(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
