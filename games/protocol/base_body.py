"""The base class of request bodies."""

from typing import Annotated

from msgspec import Meta, Struct

from games.rulebook.ruleset_limits import RULESET_NAME_PATTERN

# `$(?!\n)` and not `$` alone, which in Python also matches before a line feed at the end of the text. `\Z` isn't an
# option: the pattern is published in JSON Schemas, whose regular expressions don't have it.
Slug = Annotated[str, Meta(pattern=rf"^{RULESET_NAME_PATTERN}$(?!\n)")]


class StrictStruct(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request body. Fields that aren't declared are rejected."""
