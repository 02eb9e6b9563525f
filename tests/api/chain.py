"""The chain as an outsider checks it: written from the documents, with nothing of the service's own code."""

import hashlib
from collections.abc import Iterator, Sequence

import rfc8785

from tests.api.client import Json

SECRET = {"order", "hands", "card", "cards", "slots", "trap"}
"""Sealed parts that aren't for everyone at once."""


def check_chain(events: Sequence[Json]) -> None:
    """The events are versions 1, 2, 3, … of one match; each follows the last, each opening fits its seal."""
    prev, seals = "0" * 64, {}
    for version, event in enumerate(events, start=1):
        body = {name: value for name, value in event.items() if name not in ("hash", "opened")}
        assert event["version"] == version, f"version {event['version']} stands where {version} should"
        assert event["match"] == events[0]["match"], f"version {version} is of another match"
        assert event["prev"] == prev, f"version {version} does not follow"
        prev = hashlib.sha256(b"dixit-event-v1\n" + rfc8785.dumps(body)).hexdigest()
        assert event["hash"] == prev, f"version {version} is not what was hashed"
        seals.update({(version, part): seal for part, seal in event["data"].get("sealed", {}).items()})
        for opened in event["opened"]:
            text = bytes.fromhex(opened["salt"]) + rfc8785.dumps(opened["value"])
            seal = hashlib.sha256(b"dixit-seal-v1\n" + text).hexdigest()
            assert opened["version"] <= version, f"version {version} opens what has not happened"
            assert seals[opened["version"], opened["part"]] == seal, f"version {version} opens {opened['part']} wrongly"


def seals_of(events: Sequence[Json]) -> set[tuple[int, str]]:
    """Every sealed part, by version and name."""
    return {(event["version"], part) for event in events for part in event["data"].get("sealed", {})}


def opened_at(events: Sequence[Json]) -> dict[tuple[int, str], int]:
    """For each opened part the version that opened it; a part opened twice is an error."""
    found: dict[tuple[int, str], int] = {}
    for event in events:
        for opened in event["opened"]:
            place = (opened["version"], opened["part"])
            assert place not in found, f"{place} is opened at {found[place]} and again at {event['version']}"
            found[place] = event["version"]
    return found


def too_early(events: Sequence[Json], seat: int | None) -> Iterator[str]:
    """Every secret that this seat (None: the public) got before its time, told by the documents' rules."""
    kinds = {event["version"]: event for event in events}
    for (version, part), at in opened_at(events).items():
        event, field = kinds[version], part.partition("/")[0]
        owner = int(part.partition("/")[2]) if "/" in part else event["data"].get("seat")
        if field not in SECRET or (seat is not None and owner == seat and field != "order"):
            if at != version:
                yield f"{part} of version {version} came late, at {at}"
        elif kinds[at]["type"] != "match_ended" and (
            field in ("order", "hands") or kinds[at]["type"] != "round_scored" or not version < at
        ):
            yield f"{part} of version {version} was opened by {kinds[at]['type']} at {at}"
