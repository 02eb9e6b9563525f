"""What bodies are made of."""

from typing import Annotated

from msgspec import Meta, Struct

from games.rulebook.ruleset_limits import RULESET_NAME_PATTERN

# `$(?!\n)`: Python's `$` alone would let a line feed pass behind the end.
Slug = Annotated[str, Meta(pattern=rf"^{RULESET_NAME_PATTERN}$(?!\n)")]


class StrictStruct(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A body: what isn't declared is refused."""
