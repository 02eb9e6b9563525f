"""The bodies of commands, and of requests that create guests and matches."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType, json

from games.protocol.base_body import Slug, StrictStruct
from games.protocol.ruleset_bodies import RulesetBody
from games.rulebook.round import ClueKind, SignalWord

# `$(?!\n)` as in `base_body`: `$` alone would accept a line feed at the end.
CommandId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,64}$(?!\n)")]
PhaseId = Annotated[
    str, Meta(pattern=r"^[0-9]{1,6}\.(gathering|drawing|storytelling|submitting|voting|reveal|over)$(?!\n)")
]
CardId = Annotated[str, Meta(min_length=1, max_length=60)]
# Only the form is checked here. Whether a match has this slot or seat is for the rulebook to say.
Slot = Annotated[int, Meta(ge=1, le=1000)]
Seat = Annotated[int, Meta(ge=0, le=1000)]
# Generous limits in code points, which only bound the work; `text_validation` counts visible characters.
FreeText = Annotated[str, Meta(min_length=1, max_length=4000)]
DisplayName = Annotated[str, Meta(min_length=1, max_length=400)]
HEX_32_BYTES_PATTERN = r"^[0-9a-f]{64}$(?!\n)"
Hex32Bytes = Annotated[str, Meta(pattern=HEX_32_BYTES_PATTERN)]
"""32 bytes as 64 lower-case hex digits."""
PhaseSeconds = Annotated[int, Meta(ge=5, le=30 * 24 * 3600)]
CallAfterSeconds = Annotated[int, Meta(ge=60, le=30 * 24 * 3600)]
CallGraceSeconds = Annotated[int, Meta(ge=30, le=7 * 24 * 3600)]


class GuestBody(StrictStruct, frozen=True, kw_only=True):
    name: DisplayName
    """1 to 40 visible characters."""


class ClockBody(StrictStruct, frozen=True, kw_only=True):
    """Seconds for each phase, where null means no limit; or, alone, the name of a preset."""

    preset: Literal["default", "quick", "relaxed", "correspondence"] | None = None
    """One of the clocks that `GET /rulesets` lists under `clocks`."""
    clue: PhaseSeconds | None = None
    submit: PhaseSeconds | None = None
    vote: PhaseSeconds | None = None
    reveal: PhaseSeconds | None = None


class CommandBody(StrictStruct, frozen=True, kw_only=True):
    """The fields that every command accepts."""

    command_id: CommandId | None = None
    """The idempotency key, for clients that can't send the header, and over a socket."""
    phase: PhaseId | None = None
    """The phase the command is meant for; once that phase is over the command is refused with `phase_over`."""


class MatchBody(StrictStruct, frozen=True, kw_only=True):
    ruleset: Slug | RulesetBody
    """The name of a printed rule set, or house rules."""
    command_id: CommandId | None = None
    decks: Annotated[tuple[Slug, ...], Meta(min_length=1, max_length=20)] = ("base",)
    seats: Annotated[int, Meta(ge=1, le=1000)] | None = None
    """The number of seats; by default the most players the rule set allows."""
    visibility: Literal["public", "unlisted", "private"] = "public"
    password: Annotated[str, Meta(min_length=1, max_length=200)] | None = None
    laps: Annotated[int, Meta(ge=1, le=100)] | None = None
    """How often each player is the storyteller, if the rules count laps; by default as in the rule set."""
    first: Literal["claim", "luck", "host"] = "claim"
    start: Literal["host", "full"] = "host"
    """Who starts the match: only the host, or also the clock as soon as every seat is taken."""
    bots: Annotated[tuple[Slug, ...], Meta(max_length=20)] = ()
    """Computer players to seat at once, from seat 1 on; `GET /bots` lists them."""
    clock: ClockBody | UnsetType | None = UNSET
    """Null for no limits; by default the preset `default` where `on_timeout` is `auto`, else no limits."""
    on_timeout: Literal["auto", "skip", "abort"] = "auto"
    call_after: CallAfterSeconds | None = None
    """After how many seconds of a phase without a deadline a player who owes nothing may call time; by default 300, and
    21600 (6 hours) if no phase has a limit. Only in matches of rulebook 2, else refused."""
    call_grace: CallGraceSeconds | None = None
    """How many seconds a phase goes on after somebody has called time; by default 120. As for `call_after`."""
    entropy_digest: Hex32Bytes | None = None
    """The host's commitment to entropy for the draw, so that the server alone doesn't determine the shuffles."""


class SitBody(CommandBody, frozen=True, kw_only=True):
    seat: Seat | None = None
    """By default the invite's seat, or else the lowest free one."""
    password: Annotated[str, Meta(min_length=1, max_length=200)] | None = None
    invite: Annotated[str, Meta(min_length=1, max_length=200)] | None = None
    """An invite's code: it admits to a private match like the password, and lets a kicked player come back."""
    entropy_digest: Hex32Bytes | None = None
    """The seat's commitment to entropy for the draw: SHA-256 of `dixit-entropy-v1`, a line feed and the 32 bytes."""


class SeatBody(CommandBody, frozen=True, kw_only=True):
    seat: Seat


class RematchBody(CommandBody, frozen=True, kw_only=True):
    entropy_digest: Hex32Bytes | None = None
    """As in `SitBody`."""


class EntropyBody(CommandBody, frozen=True, kw_only=True):
    entropy: Hex32Bytes
    """The 32 bytes that this seat has committed to."""
    next_digest: Hex32Bytes | None = None
    """A commitment to other 32 bytes, for the next draw if this one is void; without it this seat adds none to that."""


class PutBody(CommandBody, frozen=True, kw_only=True):
    bot: Slug
    """The strategy; `GET /bots` lists them."""


class BotBody(PutBody, frozen=True, kw_only=True):
    seat: Seat


class ClaimBody(CommandBody, frozen=True, kw_only=True):
    text: FreeText | None = None
    """The airship's name, if `actions` allows one: 1 to 200 visible characters."""


class ClueWords(StrictStruct, frozen=True, kw_only=True):
    kind: ClueKind
    text: FreeText | None = None
    """1 to 500 visible characters, with line breaks; required if `kind` is `text`."""


class ClueBody(CommandBody, frozen=True, kw_only=True):
    card: CardId | None = None
    """A card of the storyteller's hand; none in Party, where the clue comes before the cards are seen."""
    clue: ClueWords


class CardsBody(CommandBody, frozen=True, kw_only=True):
    cards: Annotated[tuple[CardId, ...], Meta(max_length=100)]


class SignalBody(CommandBody, frozen=True, kw_only=True):
    word: SignalWord
    """`give`: I'll submit a card; `pass`: you submit one."""


class VoteBody(CommandBody, frozen=True, kw_only=True):
    slots: Annotated[tuple[Slot, ...], Meta(max_length=100)]
    trap: Slot | None = None
    """The slot on which Party's storyteller sets the trap: required there, and nowhere else."""


# msgspec inspects a type when it first decodes one, and two threads doing that at once have crashed the process. So
# every body gets a decoder here, at import, before there are threads.
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
