"""The highlights of a match: the versions at which a replay scrubber should offer to stop."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

from games.eventlog import event_reader
from games.matches import match_queries
from games.narrative.narrated_event import NarratedEvent
from games.narrative.narrative import Narrative, narrate
from games.narrative.visible_event import decode_wire_events
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
    "time_called",
    "skipped",
    "resumed",
    "rest",
    "ended",
]


@dataclass(frozen=True, kw_only=True, slots=True)
class Moment:
    """A highlight, made from public data alone. `seat` is the player concerned, `seats` are leaders or winners.

    A version can have several moments: scoring a round can also change the lead, skipping a seat begin a rest.
    """

    version: int
    at: datetime
    round: int
    kind: MomentKind
    seat: int | None = None
    seats: tuple[int, ...] = ()
    scores: tuple[int, ...] | None = None
    why: str | None = None


KIND_BY_EVENT_TYPE: Mapping[str, MomentKind] = {
    "match_opened": "opened",
    "match_started": "started",
    "draw_voided": "draw_void",
    "round_begun": "round",
    "clue_given": "clue",
    "tableau_laid": "reveal",
    "time_up": "time_up",
    "round_scored": "scored",
    "round_called_off": "called_off",
    "seat_resigned": "resigned",
    "time_called": "time_called",
    "seat_skipped": "skipped",
    "seat_resumed": "resumed",
    "match_ended": "ended",
}


def match_highlights(match_id: str, account: str | None) -> tuple[int, list[Moment]]:
    """Return the current version of a match and its highlights up to that version.

    Args:
        match_id: the match.
        account: who asks; None for an anonymous caller.

    Raises:
        NoSuchMatch: if there is no such match, or the account may not see it.
    """
    version = match_queries.current_head(match_id, account).version
    # Bodies have no openings, so no secret can get into a highlight.
    return version, list(find_highlights(narrate(decode_wire_events(event_reader.event_bodies(match_id, version)))))


def find_highlights(narrative: Narrative) -> Iterator[Moment]:
    """Yield the highlights of a match, in order of version."""
    leading_seats, was_resting = tuple[int, ...](), False
    for event in narrative.events:
        kind = "automatic" if event.data.get("automatic") else KIND_BY_EVENT_TYPE.get(event.type)
        if kind is not None:
            yield _moment(event, kind)
        # A new lead is no event of its own, so it is found by comparing the leaders before and after each scoring.
        if event.type == "round_scored":
            previous_leaders, leading_seats = leading_seats, leaders(tuple(event.data["scores"]))
            if leading_seats != previous_leaders:
                yield Moment(version=event.version, at=event.at, round=event.round, kind="lead", seats=leading_seats)

        # Neither is a rest: it begins when the last player is skipped, or resigns.
        if event.standing.is_resting and not was_resting:
            yield Moment(version=event.version, at=event.at, round=event.round, kind="rest")
        was_resting = event.standing.is_resting


def _moment(event: NarratedEvent, kind: MomentKind) -> Moment:
    data = event.data
    return Moment(
        version=event.version,
        at=event.at,
        round=event.round,
        kind=kind,
        seat=data.get("seat", data.get("storyteller")),
        seats=tuple(data.get("winners", data.get("missing", ()))),
        scores=tuple(data["scores"]) if "scores" in data else None,
        why=data["phase"] if kind == "time_up" else data.get("why"),
    )
