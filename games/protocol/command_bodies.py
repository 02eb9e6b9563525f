"""The bodies that clients send, field by field."""

from typing import Annotated, Literal

from msgspec import Meta, json

from games.protocol.base_body import Slug, StrictStruct
from games.protocol.ruleset_bodies import RulesetBody
from games.rulebook.round import ClueKind, SignalWord

# `$(?!\n)`: Python's `$` alone would let a line feed pass behind the end.
CommandId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,64}$(?!\n)")]
PhaseId = Annotated[
    str, Meta(pattern=r"^[0-9]{1,6}\.(gathering|drawing|storytelling|submitting|voting|reveal|over)$(?!\n)")
]
CardId = Annotated[str, Meta(min_length=1, max_length=60)]
Slot = Annotated[int, Meta(ge=1, le=1000)]
Seat = Annotated[int, Meta(ge=0, le=1000)]
FreeText = Annotated[str, Meta(min_length=1, max_length=2000)]
DisplayName = Annotated[str, Meta(min_length=1, max_length=400)]
HEX_32_BYTES_PATTERN = r"^[0-9a-f]{64}$(?!\n)"
Hex32Bytes = Annotated[str, Meta(pattern=HEX_32_BYTES_PATTERN)]
"""32 bytes."""
PhaseSeconds = Annotated[int, Meta(ge=5, le=30 * 24 * 3600)]


class GuestBody(StrictStruct, frozen=True, kw_only=True):
    name: DisplayName
    """1 to 40 visible characters."""


class ClockBody(StrictStruct, frozen=True, kw_only=True):
    """Seconds for each phase; null is no limit."""

    clue: PhaseSeconds | None = None
    submit: PhaseSeconds | None = None
    vote: PhaseSeconds | None = None
    reveal: PhaseSeconds | None = None


class CommandBody(StrictStruct, frozen=True, kw_only=True):
    """What every command may say beside its own matter."""

    command_id: CommandId | None = None
    """The idempotency key, for who can't send the header."""
    phase: PhaseId | None = None
    """The phase this is meant for; refused with `phase_over` once it is gone."""


class MatchBody(StrictStruct, frozen=True, kw_only=True):
    ruleset: Slug | RulesetBody
    """A printed rule set's name, or rules of your own."""
    command_id: CommandId | None = None
    decks: Annotated[tuple[Slug, ...], Meta(min_length=1, max_length=20)] = ("base",)
    seats: Annotated[int, Meta(ge=1, le=1000)] | None = None
    """The most players; as many as the rule set allows unless given."""
    visibility: Literal["public", "unlisted", "private"] = "public"
    password: Annotated[str, Meta(min_length=1, max_length=200)] | None = None
    laps: Annotated[int, Meta(ge=1, le=100)] | None = None
    """How often everyone tells, where the rules count laps; as the rule set says unless given."""
    first: Literal["claim", "luck", "host"] = "claim"
    start: Literal["host", "full"] = "host"
    """Who starts: the host, or also the clock as soon as every seat is taken."""
    bots: Annotated[tuple[Slug, ...], Meta(max_length=20)] = ()
    """Computer players that sit down at once, from seat 1 on: GET /bots lists them."""
    clock: ClockBody = ClockBody()
    on_timeout: Literal["auto", "skip", "abort"] = "auto"
    entropy_digest: Hex32Bytes | None = None
    """What commits the host to entropy for the draw, if luck shall not be the house's alone."""


class SitBody(CommandBody, frozen=True, kw_only=True):
    seat: Seat | None = None
    """The lowest free seat unless chosen."""
    password: Annotated[str, Meta(min_length=1, max_length=200)] | None = None
    invite: Annotated[str, Meta(min_length=1, max_length=40)] | None = None
    """The code of an invite: it opens a private match as the password does, and lets who was kicked come back."""
    entropy_digest: Hex32Bytes | None = None
    """What commits this seat to entropy for the draw: SHA-256 of `dixit-entropy-v1`, a line feed and the 32 bytes."""


class SeatBody(CommandBody, frozen=True, kw_only=True):
    seat: Seat


class RematchBody(CommandBody, frozen=True, kw_only=True):
    entropy_digest: Hex32Bytes | None = None
    """As for sitting down."""


class EntropyBody(CommandBody, frozen=True, kw_only=True):
    entropy: Hex32Bytes
    """The 32 bytes that this seat has committed to."""
    next_digest: Hex32Bytes | None = None
    """A digest of other 32 bytes, for the next draw if this one is void; without it this seat takes no part in that."""


class PutBody(CommandBody, frozen=True, kw_only=True):
    bot: Slug
    """How it plays: GET /bots lists them."""


class BotBody(PutBody, frozen=True, kw_only=True):
    seat: Seat


class ClaimBody(CommandBody, frozen=True, kw_only=True):
    text: FreeText | None = None
    """The airship's name, where `actions` asks for it: 1 to 200 visible characters."""


class ClueWords(StrictStruct, frozen=True, kw_only=True):
    kind: ClueKind
    text: FreeText | None = None
    """1 to 200 visible characters; needed for `text`."""


class ClueBody(CommandBody, frozen=True, kw_only=True):
    card: CardId | None = None
    """A card of the own hand; in Party none, for the clue comes before the cards are looked at."""
    clue: ClueWords


class CardsBody(CommandBody, frozen=True, kw_only=True):
    cards: Annotated[tuple[CardId, ...], Meta(max_length=100)]


class SignalBody(CommandBody, frozen=True, kw_only=True):
    word: SignalWord
    """`give`: I'll give one; `pass`: you give one."""


class VoteBody(CommandBody, frozen=True, kw_only=True):
    slots: Annotated[tuple[Slot, ...], Meta(max_length=100)]
    trap: Slot | None = None
    """The slot that Party's storyteller spoils: needed there, and nowhere else."""


# As for events: msgspec has met every body before two threads can bring it the first one at once.
for _body in (
    GuestBody,
    MatchBody,
    CommandBody,
    SitBody,
    RematchBody,
    EntropyBody,
    PutBody,
    BotBody,
    SeatBody,
    ClaimBody,
    ClueBody,
    CardsBody,
    SignalBody,
    VoteBody,
):
    json.Decoder(_body)
