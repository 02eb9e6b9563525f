"""What bodies are made of."""

from typing import Annotated

from msgspec import Meta, Struct

# `$(?!\n)`: Python's `$` alone would let a line feed pass behind the end.
Slug = Annotated[str, Meta(pattern=r"^[a-z0-9-]{1,40}$(?!\n)")]


class Strict(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A body: what isn't declared is refused."""
