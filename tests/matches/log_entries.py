"""The entries that a personal feed must have, worked out from REST's events without the service's own code."""

from collections.abc import Iterator, Sequence

from tests.api.api_client import Json, Player

PHASE_OPENERS = ("round_begun", "clue_given", "tableau_laid", "round_scored", "round_called_off")


def entries_of(player: Player, match_id: str, *, turns: bool = False) -> list[tuple[str, str, int]]:
    """Return match, kind and version of each entry, without turns unless asked for.

    Turns are found by asking for the view at the end of each command: whom does the match wait for?
    """
    events = player.events(match_id)
    entries = [*_plain_entries(player.id, match_id, events)]
    if turns:
        entries += _turns(player, match_id, events)
    return sorted(entries, key=lambda entry: entry[2])


def _plain_entries(account: str, match_id: str, events: Sequence[Json]) -> Iterator[tuple[str, str, int]]:
    seat: int | None = None
    for event in events:
        data, version = event["data"], event["version"]
        match event["type"]:
            case "seat_taken" if any(
                part["value"]["id"] == account for part in event["opened"] if part["part"] == "player"
            ):
                seat = data["seat"]
                yield match_id, "seated", version
            case "seat_left" if data["seat"] == seat:
                if event["actor"] != seat:
                    yield match_id, "kicked", version
                seat = None
            case "seat_moved" if data["seat"] == seat:
                seat = data["to"]
            case "match_started" if seat is not None:
                seat = data["seats"].index(seat)
                yield match_id, "started", version
            case "seat_skipped" if data["seat"] == seat:
                yield match_id, "skipped", version
            case "match_ended" if seat is not None:
                yield match_id, "ended", version


def _turns(player: Player, match_id: str, events: Sequence[Json]) -> Iterator[tuple[str, str, int]]:
    last_versions = [*[event["version"] - 1 for event in events if event["actor"] is not None][1:], len(events)]
    waited_in: str | None = None
    for version in last_versions:
        view = player.view(match_id, at=version)
        seat = next((seat["seat"] for seat in view["seats"] if seat["player"]["id"] == player.id), None)
        is_turn = view["status"] == "playing" and seat in view["phase"]["waiting_for"]
        if is_turn and waited_in != view["phase"]["id"]:
            yield match_id, "my_turn", version
        waited_in = view["phase"]["id"] if is_turn else None
