"""Highlights: the versions of a match worth jumping to in a replay."""

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
    """A highlight, with public facts only: `seat` is the player it is about, `seats` are the leaders or winners.

    One version can have several: scoring a round may also change the lead.
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
    """The public part of an event. Sealed parts have no field here, so highlights can't reveal a secret."""

    version: int
    type: str
    schema: int
    at: datetime
    data: dict[str, Any]


_body_decoder = msgspec.json.Decoder(PublicEventBody)


def match_highlights(match_id: str, account: str | None) -> tuple[int, list[Moment]]:
    """Return the newest version of a match and its highlights.

    Raises:
        NoSuchMatch: there is no such match, or the account may not see it.
    """
    version = match_queries.current_version(match_id, account)
    return version, list(find_highlights(map(_body_decoder.decode, event_reader.event_bodies(match_id, version))))


def find_highlights(bodies: Iterable[PublicEventBody]) -> Iterator[Moment]:
    """Yield the highlights of a match in order, from the public parts of all its events."""
    round_number, leading_seats = 0, tuple[int, ...]()
    for body in bodies:
        data = upcast_data(body.type, body.schema, body.data)
        if body.type == "round_begun":
            round_number = data["round"]
        for fields in _highlights_of_event(body.type, data):
            yield Moment(version=body.version, at=body.at, round=round_number, **fields)
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
