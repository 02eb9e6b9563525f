"""Query parameters, as strict as bodies: an unknown one is refused, a token in an address most of all."""

import re

from django.http import QueryDict

from games.protocol.problems import Problem
from games.protocol.strict_parsing import field_problem
from games.rulebook.ruleset_limits import RULESET_NAME_PATTERN


def parse_query(query: QueryDict, *allowed: str) -> dict[str, str]:
    """The parameters by name, each given at most once."""
    for name, values in query.lists():
        if any(value.startswith("dxt_") for value in values):
            raise Problem("malformed", "A token in an address is refused; send it as Authorization: Bearer.")
        if name not in allowed:
            raise field_problem(f"?{name}", "unknown_field", f"There is no parameter {name}.")
        if len(values) > 1:
            raise field_problem(f"?{name}", "wrong_value", f"{name} is given more than once.")
    return query.dict()  # type: ignore[return-value]  # each once, so no lists


def integer_param(query: dict[str, str], name: str, minimum: int, maximum: int) -> int | None:
    """A whole number among the parameters; None if it isn't given."""
    text = query.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 12 and minimum <= int(text) <= maximum):
        raise field_problem(f"?{name}", "wrong_value", f"{name} is a whole number from {minimum} to {maximum}.")
    return int(text)


def choice_param(query: dict[str, str], name: str, *choices: str) -> str | None:
    """One of some words among the parameters; None if it isn't given."""
    text = query.get(name)
    if text is not None and text not in choices:
        raise field_problem(f"?{name}", "wrong_value", f"{name} is one of {', '.join(choices)}.")
    return text


def slug_param(query: dict[str, str], name: str) -> str | None:
    """A short name among the parameters, of something that need not be there."""
    text = query.get(name)
    if text is not None and not re.fullmatch(RULESET_NAME_PATTERN, text):
        raise field_problem(f"?{name}", "wrong_value", f"{name} has 1 to 40 small letters, digits and hyphens.")
    return text
