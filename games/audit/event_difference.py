"""The difference between a recorded event and the expected one, in words."""

from dataclasses import fields
from typing import Any

from games.rulebook.events import Event

MAX_VALUE_LENGTH = 200


def describe_difference(expected: Event, found: Event) -> str:
    """Return a sentence that names the first difference."""
    if type(expected) is not type(found):
        return f"The rules lead to {type(expected).__name__}, but the record has {type(found).__name__}."
    for field in fields(found):
        found_value, expected_value = getattr(found, field.name), getattr(expected, field.name)
        if found_value != expected_value:
            found_text, expected_text = _abbreviate(found_value), _abbreviate(expected_value)
            return f"The record has {field.name} {found_text}, but the rules give {expected_text}."
    return "The event is not the one that the rules lead to."


def _abbreviate(value: Any) -> str:
    text = str(value)
    return text if len(text) <= MAX_VALUE_LENGTH else f"{text[:MAX_VALUE_LENGTH]}…"
