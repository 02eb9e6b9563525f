"""What bodies are made of."""

from typing import Annotated

from msgspec import Meta, Struct

from games.rulebook.limits import NAME

# `$(?!\n)`: Python's `$` alone would let a line feed pass behind the end.
Slug = Annotated[str, Meta(pattern=rf"^{NAME}$(?!\n)")]


class Strict(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A body: what isn't declared is refused."""
