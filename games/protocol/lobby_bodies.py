"""The bodies of lobby requests that aren't commands to a match."""

from typing import Annotated

from msgspec import Meta, json

from games.protocol.base_body import Slug, StrictStruct
from games.protocol.command_bodies import ClockBody, CommandId, Seat


class InviteBody(StrictStruct, frozen=True, kw_only=True):
    seat: Seat | None = None
    """Where an invited player sits by default; the seat isn't reserved."""
    uses: Annotated[int, Meta(ge=1, le=100)] = 1
    """How many players may sit down with it."""
    expires_in: Annotated[int, Meta(ge=60, le=30 * 24 * 3600)] = 24 * 3600
    """Seconds until it expires."""


class QuickBody(StrictStruct, frozen=True, kw_only=True):
    ruleset: Slug
    """The name of a printed rule set."""
    command_id: CommandId | None = None
    seats: Annotated[int, Meta(ge=1, le=1000)] | None = None
    """The number of seats. By default any; a new match then has 4, or the fewest above 4 that the rules allow."""
    clock: ClockBody | None = None
    """Exactly this clock. By default any; a new match then has the preset `quick`."""


# A decoder for each at import: see the end of `command_bodies`.
for _body in (InviteBody, QuickBody):
    json.Decoder(_body)
