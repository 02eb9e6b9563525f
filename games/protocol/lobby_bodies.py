"""The bodies of the lobby that are no commands of a match."""

from typing import Annotated

from msgspec import Meta, json

from games.protocol.base_body import Slug, StrictStruct
from games.protocol.command_bodies import ClockBody, CommandId, Seat


class InviteBody(StrictStruct, frozen=True, kw_only=True):
    seat: Seat | None = None
    """Where who is invited sits down unless they choose; it isn't kept free."""
    uses: Annotated[int, Meta(ge=1, le=100)] = 1
    """How many may sit down by it."""
    expires_in: Annotated[int, Meta(ge=60, le=30 * 24 * 3600)] = 24 * 3600
    """Seconds."""


class QuickBody(StrictStruct, frozen=True, kw_only=True):
    ruleset: Slug
    """A printed rule set's name."""
    command_id: CommandId | None = None
    seats: Annotated[int, Meta(ge=1, le=1000)] | None = None
    """How many shall play; whatever there is, and 4 or the fewest above it at a new table, unless given."""
    clock: ClockBody | None = None
    """Just these clocks; whatever there is, and some at a new table, unless given."""


for _body in (InviteBody, QuickBody):
    json.Decoder(_body)
