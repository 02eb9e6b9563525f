"""What an event says, and what the rules say instead, in words."""

from dataclasses import fields
from typing import Any

from games.rulebook.events import Event

MAX_VALUE_LENGTH = 200


def describe_difference(expected: Event, found: Event) -> str:
    """In what the event differs from the one that the rules lead to."""
    if type(expected) is not type(found):
        return f"The rules say {type(expected).__name__}, the record says {type(found).__name__}."
    for field in fields(found):
        found_value, expected_value = getattr(found, field.name), getattr(expected, field.name)
        if found_value != expected_value:
            return (
                f"The record says {field.name} {_abbreviate(found_value)}, the rules say {_abbreviate(expected_value)}."
            )
    return "The event is not the one that the rules lead to."


def _abbreviate(value: Any) -> str:
    text = str(value)
    return text if len(text) <= MAX_VALUE_LENGTH else f"{text[:MAX_VALUE_LENGTH]}…"
