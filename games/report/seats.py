"""Who sits where, as the match was started; in the lobby as they sit there."""

from collections.abc import Iterator, Sequence
from typing import Any

from games.report.shapes import SeatTold
from games.story.seen import Happened


def told_seats(events: Sequence[Happened]) -> Iterator[SeatTold]:
    taken = dict[int, dict[str, Any]]()
    for event in events:
        match event.type, event.data:
            case "seat_taken", data:
                taken[data["seat"]] = data
            case "seat_left", data:
                del taken[data["seat"]]
            case "seat_moved", data:
                taken[data["to"]] = taken.pop(data["seat"])
            case "match_started", data:
                taken = {new: taken[old] for new, old in enumerate(data["seats"])}
            case _:
                pass
    for seat, data in sorted(taken.items()):
        yield SeatTold(seat=seat, name=(data.get("player") or {}).get("name"), kind=data["kind"])
