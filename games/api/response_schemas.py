"""Response types of the API, for the views that build them and for the OpenAPI document.

Class names and docstrings are published there as the names and descriptions of schemas.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, NotRequired

# Not typing's: on Python 3.11 pydantic accepts only this one.
from typing_extensions import TypedDict

from games.matches.highlights import Moment
from games.matches.match_queries import MatchSeen
from games.projections.player_statistics import Statistics
from games.rulebook.rulesets import Crowd, End
from games.rulebook.terms import Clock

UserKind = Literal["human", "guest", "bot"]


class UserAnswer(TypedDict):
    id: str
    name: str
    kind: UserKind


class GuestAnswer(TypedDict):
    user: UserAnswer
    token: str
    scopes: list[str]
    expires_at: datetime


class MeAnswer(UserAnswer):
    """The token's user, including private fields, and the token's scopes and expiry."""

    email: str | None
    scopes: list[str]
    expires_at: datetime


class TokenLine(TypedDict):
    """A token without its secret. `made_by` is the token it was derived from; `current` marks the one in use."""

    id: str
    label: str
    scopes: list[str]
    created_at: datetime
    expires_at: datetime
    made_by: str | None
    current: bool


class TokenList(TypedDict):
    results: list[TokenLine]


class TokenAnswer(GuestAnswer):
    """A new token. Its secret is shown only this once."""

    id: str
    label: str


class Forgotten(TypedDict):
    """The number of matches in which there was something to erase."""

    matches: int


class RulesetAnswer(TypedDict):
    """A rule set with all its numbers. Steps like [[3, 7], [4, 6]] mean: 7 from 3 players on, 6 from 4 on."""

    name: str
    players: tuple[int, ...]
    hand: tuple[tuple[int, int], ...]
    submits: tuple[tuple[int, int], ...]
    votes: tuple[tuple[int, int], ...]
    single_vote_point_from: int | None
    lone_finder: tuple[tuple[int, int], ...]
    bonus_cap: int | None
    crowd: Crowd | None
    teams: bool
    end: End
    refill: Literal["reshuffle", "mix", "none"]
    airship: bool
    source: str
    note: str


class RulesetList(TypedDict):
    """All rule sets, the JSON Schema of one, and the clocks that a match can be opened with, by name of the preset."""

    results: list[RulesetAnswer]
    schema: dict[str, Any]
    clocks: dict[str, Clock]


class RenditionAnswer(TypedDict):
    """A raster version of a card's picture; `width` is in pixels."""

    width: int
    picture: str


class CardAnswer(TypedDict):
    id: str
    words: tuple[str, ...]
    picture: str
    sha256: str
    renditions: list[RenditionAnswer]


class DeckSummary(TypedDict):
    name: str
    title: str
    licence: str
    digest: str
    count: int


class DeckAnswer(DeckSummary):
    cards: list[CardAnswer]


class DeckList(TypedDict):
    results: list[DeckSummary]


class BotAnswer(TypedDict):
    """A computer player that a host can seat."""

    name: str
    sentence: str


class BotList(TypedDict):
    results: list[BotAnswer]


class LobbyPlayer(TypedDict):
    id: str | None
    name: str | None
    kind: str


class LobbySeat(TypedDict):
    """A taken seat. `label` is what to call the player: the name, told apart from those that look alike."""

    seat: int
    player: LobbyPlayer
    label: str | None
    score: int


class MatchLine(TypedDict):
    """A match in a list; with `mine=true` also the caller's `seat`, and what the match expects of it."""

    id: str
    opened_at: datetime
    status: str
    ruleset: str
    visibility: str
    host: int
    start: str
    places: int
    round: int
    phase: str
    seats: list[LobbySeat]
    seat: NotRequired[int]
    waiting_for_me: NotRequired[bool]
    deadline_at: NotRequired[datetime | None]


class MatchList(TypedDict):
    results: list[MatchLine]
    next: str | None


class InviteAnswer(TypedDict):
    """An invite as the match's host sees it. Its code isn't stored."""

    id: str
    match: str
    seat: int | None
    uses: int
    uses_left: int
    expires_at: datetime


class NewInvite(InviteAnswer):
    """`code` is shown only once. `address` is where anyone with the code can see what it leads to."""

    code: str
    address: str


class InviteList(TypedDict):
    results: list[InviteAnswer]


class InviteTold(TypedDict):
    seat: int | None
    uses_left: int
    expires_at: datetime


class InviteHeld(TypedDict):
    """What an invite leads to. To use it, take a seat with its code."""

    invite: InviteTold
    match: MatchLine


class HistorySeat(LobbySeat):
    won: bool


class HistoryLine(TypedDict):
    """A finished match: the caller's result, and who played."""

    id: str
    ruleset: str
    visibility: str
    opened_at: datetime
    ended_at: datetime
    rounds: int
    seat: int
    result: Literal["won", "lost", "resigned", "abandoned"]
    score: int
    place: int
    alone: bool
    seats: list[HistorySeat]


class HistoryList(TypedDict):
    results: list[HistoryLine]
    next: str | None


class ProfileAnswer(UserAnswer):
    statistics: Statistics


class CardLine(TypedDict):
    """How people have used a card: as storyteller (`told`), so that some but not all found it (`well_told`), and the
    votes that found it (`found`); how often it was submitted for another's clue, and the votes it drew then."""

    id: str
    told: int
    well_told: int
    found: int
    submitted: int
    votes: int


class DeckStatistics(TypedDict):
    name: str
    cards: list[CardLine]


class Opened(TypedDict):
    """The opening of a sealed part of this event or an earlier one."""

    version: int
    part: str
    salt: str
    value: Any


class EventAnswer(TypedDict):
    """An event: its body as it was hashed, its hash, and the sealed parts that open to the caller with this event."""

    match: str
    version: int
    type: str
    schema: int
    at: datetime
    actor: int | str | None
    data: dict[str, Any]
    prev: str
    hash: str
    opened: list[Opened]


class EventPage(TypedDict):
    results: list[EventAnswer]
    version: int


class MomentList(TypedDict):
    """The moments of a match up to `version`."""

    version: int
    results: list[Moment]


class ReceiptAnswer(TypedDict):
    """The server's signature (Ed25519) that the match was at this version with this head. Keep it as evidence."""

    head: str
    key: str
    match: str
    signature: str
    version: int


@dataclass(frozen=True, kw_only=True, slots=True)
class OpenedAnswer(MatchSeen):
    """The match as the caller sees it, with the receipt for opening or joining it."""

    receipt: ReceiptAnswer


class CommandAnswer(TypedDict):
    """An acknowledged command: its events, as the caller may see them, and the hash of the last one, signed."""

    command_id: str
    version: int
    events: list[EventAnswer]
    head: str
    receipt: ReceiptAnswer


class LevelAnswer(TypedDict):
    """The result of verification at one level. `first_bad` is the first bad version, 0 for the header."""

    status: Literal["ok", "partly", "failed", "not checked"]
    first_bad: int | None
    words: str


class ErasedAnswer(TypedDict):
    version: int
    part: str


class VerdictAnswer(TypedDict):
    """The result of verifying a record, by level: chain, luck, rules, receipts."""

    ok: bool
    match: str | None
    version: int
    head: str | None
    complete: bool
    first_bad: int | None
    levels: dict[str, LevelAnswer]
    erased: list[ErasedAnswer]


class ImportAnswer(TypedDict):
    """The report on a record from elsewhere, with the members that the audit of a match has, too.

    The level `server` says whether this server's own log of that match agrees.
    """

    match: str
    version: int
    verdict: VerdictAnswer
