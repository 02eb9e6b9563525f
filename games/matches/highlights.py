"""The highlights of a match: the versions at which a replay scrubber should offer to stop."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, TypeAlias

import msgspec

from games.eventlog import event_reader
from games.eventlog.codec import upcast_data
from games.matches import match_queries
from games.rulebook.scoring import leaders

MomentKind: TypeAlias = Literal[
    "opened",
    "started",
    "draw_void",
    "round",
    "clue",
    "reveal",
    "automatic",
    "time_up",
    "scored",
    "lead",
    "called_off",
    "resigned",
    "ended",
]


@dataclass(frozen=True, kw_only=True, slots=True)
class Moment:
    """A highlight, made from public data alone. `seat` is the player concerned, `seats` are leaders or winners.

    A version can have several moments: scoring a round can also change the lead.
    """

    version: int
    at: datetime
    round: int
    kind: MomentKind
    seat: int | None = None
    seats: tuple[int, ...] = ()
    scores: tuple[int, ...] | None = None
    why: str | None = None


class PublicEventBody(msgspec.Struct, frozen=True):
    """The public body of an event. It has no field for openings, so no secret can get into a highlight."""

    version: int
    type: str
    schema: int
    at: datetime
    data: dict[str, Any]


_body_decoder = msgspec.json.Decoder(PublicEventBody)


def match_highlights(match_id: str, account: str | None) -> tuple[int, list[Moment]]:
    """Return the current version of a match and its highlights up to that version.

    Args:
        match_id: the match.
        account: who asks; None for an anonymous caller.

    Raises:
        NoSuchMatch: if there is no such match, or the account may not see it.
    """
    version = match_queries.current_version(match_id, account)
    return version, list(find_highlights(map(_body_decoder.decode, event_reader.event_bodies(match_id, version))))


def find_highlights(bodies: Iterable[PublicEventBody]) -> Iterator[Moment]:
    """Yield the highlights of a match, in order of version."""
    round_number, leading_seats = 0, tuple[int, ...]()
    for body in bodies:
        data = upcast_data(body.type, body.schema, body.data)
        if body.type == "round_begun":
            round_number = data["round"]
        for fields in _highlights_of_event(body.type, data):
            yield Moment(version=body.version, at=body.at, round=round_number, **fields)
        # A new lead is no event of its own, so it is found by comparing the leaders before and after each scoring.
        if body.type == "round_scored":
            previous_leaders, leading_seats = leading_seats, leaders(tuple(data["scores"]))
            if leading_seats != previous_leaders:
                yield Moment(version=body.version, at=body.at, round=round_number, kind="lead", seats=leading_seats)


def _highlights_of_event(type_name: str, data: dict[str, Any]) -> Iterator[dict[str, Any]]:  # noqa: C901, PLR0912  (a case each)
    match type_name:
        case "match_opened":
            yield {"kind": "opened"}
        case "match_started":
            yield {"kind": "started"}
        case "draw_voided":
            yield {"kind": "draw_void", "seats": tuple(data["missing"])}
        case "round_begun":
            yield {"kind": "round", "seat": data["storyteller"]}
        case "clue_given":
            yield {"kind": "clue", "seat": data["seat"]}
        case "tableau_laid":
            yield {"kind": "reveal"}
        case "storyteller_claimed" | "cards_submitted" | "vote_cast" if data["automatic"]:
            yield {"kind": "automatic", "seat": data["seat"]}
        case "time_up":
            yield {"kind": "time_up", "why": data["phase"]}
        case "round_scored":
            yield {"kind": "scored", "seat": data["storyteller"], "scores": tuple(data["scores"])}
        case "round_called_off":
            yield {"kind": "called_off", "seat": data["storyteller"], "why": data["why"]}
        case "seat_resigned":
            yield {"kind": "resigned", "seat": data["seat"]}
        case "match_ended":
            yield {"kind": "ended", "seats": tuple(data["winners"]), "why": data["why"]}
        case _:
            return
