"""Who sees which opening of a sealed part, and with which event.

This is the only place that says so. When a part opens is not stored anywhere: it follows from the events.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from games.rulebook.board import Board
from games.rulebook.events import ClueGiven, Event, MatchEnded, RoundScored
from games.rulebook.sealed import OPENS_AT_END, OPENS_NOW, scoring_key

TURNED_UP_BY_CLUE = "clue"
"""The key of hands that lie face down: from the next clue on, their holders read them."""
PASSES_HANDS = "pass"
"""The key of events that pass hands on: what lay face down until then, its holder never reads."""
OPENING_EVENT_TYPES = ("clue_given", "hands_passed", "round_scored", "match_ended")
"""The types of events that decide when parts of earlier events open."""


@dataclass(frozen=True, slots=True)
class Audience:
    """Who reads events: the player on a seat, or the public (None).

    `resigned_at_version` is the version at which that player resigned. They see later events as the public does.
    """

    seat: int | None
    resigned_at_version: int | None = None


PUBLIC_AUDIENCE = Audience(None)


StoredOpening: TypeAlias = tuple[int, str, str | None, str | None, int | None, bool, str]
"""The opening of a sealed part as the log has it.

That is the version of its event, the part's name, salt and JSON value (both None if erased), and the fields `reader`,
`face_down` and `opens` of `games.rulebook.sealed.Part`.
"""
OpeningVersions: TypeAlias = Mapping[str, Sequence[int]]
"""The versions at which events of a match have opened sealed parts, by key, in ascending order."""


class DatedOpening(NamedTuple):
    """An opening with the versions from which on everybody and its reader may read it; None: not yet."""

    version: int
    part: str
    salt: str
    value: str
    public_from: int | None
    reader: int | None
    reader_from: int | None


def key_opened_by(event_type: str, round_number: Any) -> str | None:
    """Return the key of the parts that an event opens, or never opens to their readers; None if there are none.

    OPENS_AT_END opens everything that is still sealed.

    `round_number` is the event's field `round`.
    """
    match event_type:
        case "clue_given":
            return TURNED_UP_BY_CLUE
        case "hands_passed":
            return PASSES_HANDS
        case "round_scored":
            return scoring_key(round_number)
        case "match_ended":
            return OPENS_AT_END
        case _:
            return None


def opens_older_parts(event: Event, board: Board | None) -> bool:
    """Return whether an event on this board opens parts of earlier events to anybody."""
    if isinstance(event, ClueGiven):
        return board is not None and bool(board.face_down_seats)
    return isinstance(event, RoundScored | MatchEnded)


def opening_versions(keys: Iterable[tuple[int, str | None]]) -> OpeningVersions:
    """Return the versions by key, given version and `key_opened_by` of each event in ascending order."""
    versions_by_key: dict[str, list[int]] = {}
    for version, key in keys:
        if key is not None:
            versions_by_key.setdefault(key, []).append(version)
    return versions_by_key


def public_from(version: int, opens: str, opened: OpeningVersions) -> int | None:
    """Return the version from which on a part of the event with this version is public; None: it is sealed."""
    if opens == OPENS_NOW:
        return version
    # A round that was called off is never scored, so its parts open at the end.
    return _first_version(opened, opens, version) or _first_version(opened, OPENS_AT_END, version)


def reader_from(version: int, opened: OpeningVersions, *, face_down: bool) -> int | None:
    """Return the version from which on a part's reader may read it.

    None if the hand lies face down, or has been passed on face down.
    """
    if not face_down:
        return version
    turned_up = _first_version(opened, TURNED_UP_BY_CLUE, version)
    passed_on = _first_version(opened, PASSES_HANDS, version + 1)
    return None if turned_up and passed_on and passed_on < turned_up else turned_up


def _first_version(opened: OpeningVersions, key: str, version: int) -> int | None:
    """Return the first version from this one on with this key."""
    versions = opened.get(key, ())
    index = bisect_left(versions, version)
    return versions[index] if index < len(versions) else None


def date_openings(openings: Iterable[StoredOpening], opened: OpeningVersions) -> list[DatedOpening]:
    """Return openings with the versions from which on they may be read. What has been erased can't be."""
    dated: list[DatedOpening] = []
    for version, part, salt, value, reader, face_down, opens in openings:
        if salt is not None and value is not None:
            for_all = public_from(version, opens, opened)
            for_reader = reader_from(version, opened, face_down=face_down) or for_all
            dated.append(DatedOpening(version, part, salt, value, for_all, reader, for_reader))
    return dated


def visible_openings(
    audience: Audience, openings: Iterable[DatedOpening], after: int, upto: int
) -> Iterator[tuple[int, DatedOpening]]:
    """Yield each opening that reaches an audience with an event of versions `after` + 1 to `upto`, and that version.

    Players who resign get what they have read before once more, together with the public.
    """
    seat, own_upto = audience.seat, audience.resigned_at_version
    for opening in openings:
        is_own = seat is not None and opening.reader == seat
        own_from, public_from = opening.reader_from, opening.public_from
        if is_own and own_from is not None and after < own_from <= min(upto, own_upto or upto):
            yield own_from, opening
        if (
            public_from is not None
            and after < public_from <= upto
            and not (is_own and (own_upto is None or public_from <= own_upto))
        ):
            yield public_from, opening
