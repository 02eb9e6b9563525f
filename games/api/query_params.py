"""Query parameters, parsed as strictly as bodies: unknown ones are refused, and so are tokens in the URL."""

import re

from django.http import QueryDict

from games.eventlog.stream_position import StreamPosition
from games.protocol.command_bodies import HEX_32_BYTES_PATTERN
from games.protocol.problems import Problem
from games.protocol.strict_parsing import field_problem
from games.rulebook.ruleset_limits import RULESET_NAME_PATTERN


def parse_query(query: QueryDict, *allowed: str) -> dict[str, str]:
    """Return the parameters by name.

    Raises:
        Problem: `invalid` if a parameter isn't allowed or is repeated; `malformed` if a value is a token.
    """
    for name, values in query.lists():
        # URLs end up in logs, histories and referrers, so a client that sends its token there must notice at once.
        if any(value.startswith("dxt_") for value in values):
            raise Problem("malformed", "A token in the URL is refused; send it as Authorization: Bearer.")
        if name not in allowed:
            raise field_problem(f"?{name}", "unknown_field", f"There is no parameter {name}.")
        if len(values) > 1:
            raise field_problem(f"?{name}", "wrong_value", f"{name} is given more than once.")
    return query.dict()  # type: ignore[return-value]  # each is given once, so there are no lists


def integer_param(query: dict[str, str], name: str, minimum: int, maximum: int) -> int | None:
    """Return a whole number among the parameters; None if it isn't given.

    Raises:
        Problem: `invalid`, if it isn't a whole number from `minimum` to `maximum`.
    """
    text = query.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 12 and minimum <= int(text) <= maximum):
        raise field_problem(f"?{name}", "wrong_value", f"{name} must be a whole number from {minimum} to {maximum}.")
    return int(text)


def position_param(query: dict[str, str]) -> StreamPosition | None:
    """Return the position of `after` (0 unless given) and `after_hash`; None if neither is given.

    Raises:
        Problem: `invalid`, if one of them is wrong.
    """
    version, digest = integer_param(query, "after", 0, 2**31 - 1), query.get("after_hash")
    if digest is not None and not re.fullmatch(HEX_32_BYTES_PATTERN, digest):
        raise field_problem("?after_hash", "wrong_value", "after_hash must be a hash: 64 lowercase hexadecimal digits.")
    return None if version is None and digest is None else StreamPosition(version=version or 0, hash=digest)


def choice_param(query: dict[str, str], name: str, *choices: str) -> str | None:
    """Return a parameter with one of these values; None if it isn't given.

    Raises:
        Problem: `invalid`, if it has another value.
    """
    text = query.get(name)
    if text is not None and text not in choices:
        raise field_problem(f"?{name}", "wrong_value", f"{name} must be one of {', '.join(choices)}.")
    return text


def slug_param(query: dict[str, str], name: str) -> str | None:
    """Return a name among the parameters, which need not exist; None if it isn't given.

    Raises:
        Problem: `invalid`, if it can't be a name.
    """
    text = query.get(name)
    if text is not None and not re.fullmatch(RULESET_NAME_PATTERN, text):
        raise field_problem(f"?{name}", "wrong_value", f"{name} must be 1 to 40 lowercase letters, digits and hyphens.")
    return text
