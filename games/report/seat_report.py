"""The players by seat: as the match started, or as they sit in the lobby now."""

from collections.abc import Iterator, Sequence
from typing import Any

from games.report.report_types import SeatTold
from games.story.visible_event import VisibleEvent


def build_seat_reports(events: Sequence[VisibleEvent]) -> Iterator[SeatTold]:
    """Yield the players, ordered by seat."""
    data_by_seat = dict[int, dict[str, Any]]()
    for event in events:
        match event.type, event.data:
            case "seat_taken", data:
                data_by_seat[data["seat"]] = data
            case "seat_left", data:
                del data_by_seat[data["seat"]]
            case "seat_moved", data:
                data_by_seat[data["to"]] = data_by_seat.pop(data["seat"])
            case "match_started", data:
                # The start closes the gaps: the event lists the old number of each new seat.
                data_by_seat = {new: data_by_seat[old] for new, old in enumerate(data["seats"])}
            case _:
                pass
    for seat, data in sorted(data_by_seat.items()):
        yield SeatTold(seat=seat, name=(data.get("player") or {}).get("name"), kind=data["kind"])
