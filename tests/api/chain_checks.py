"""Checks of the hash chain that are written from the documentation alone and use no code of the service."""

import hashlib
from collections.abc import Iterator, Sequence

import rfc8785

from tests.api.api_client import Json

SECRET_FIELDS = {"order", "hands", "card", "cards", "slots", "trap"}
"""Sealed parts that aren't for everyone at once."""


def check_chain(events: Sequence[Json]) -> None:
    """Assert that the events are versions 1, 2, 3, … of one match in one chain, and that each opening fits its seal."""
    previous_hash, seals = "0" * 64, {}
    for version, event in enumerate(events, start=1):
        body = {name: value for name, value in event.items() if name not in ("hash", "opened")}
        assert event["version"] == version, f"version {event['version']} is in the place of version {version}"
        assert event["match"] == events[0]["match"], f"version {version} is of another match"
        assert event["prev"] == previous_hash, f"version {version} does not follow"
        previous_hash = hashlib.sha256(b"dixit-event-v1\n" + rfc8785.dumps(body)).hexdigest()
        assert event["hash"] == previous_hash, f"version {version} doesn't have its recorded hash"
        seals.update({(version, part): seal for part, seal in event["data"].get("sealed", {}).items()})
        for opened in event["opened"]:
            text = bytes.fromhex(opened["salt"]) + rfc8785.dumps(opened["value"])
            seal = hashlib.sha256(b"dixit-seal-v1\n" + text).hexdigest()
            assert opened["version"] <= version, f"version {version} opens a part of a later event"
            assert seals[opened["version"], opened["part"]] == seal, f"version {version} opens {opened['part']} wrongly"


def sealed_parts(events: Sequence[Json]) -> set[tuple[int, str]]:
    """Return every sealed part, by version and name."""
    return {(event["version"], part) for event in events for part in event["data"].get("sealed", {})}


def opening_versions(events: Sequence[Json]) -> dict[tuple[int, str], int]:
    """Return the version that opened each opened part; a part that is opened twice is an error."""
    versions: dict[tuple[int, str], int] = {}
    for event in events:
        for opened in event["opened"]:
            sealed_part = (opened["version"], opened["part"])
            assert sealed_part not in versions, (
                f"{sealed_part} is opened at {versions[sealed_part]} and again at {event['version']}"
            )
            versions[sealed_part] = event["version"]
    return versions


def opening_violations(events: Sequence[Json], seat: int | None) -> Iterator[str]:
    """Yield every secret that this seat (None: the public) received too early by the documented rules."""
    events_by_version = {event["version"]: event for event in events}
    for (version, part), at in opening_versions(events).items():
        event, field = events_by_version[version], part.partition("/")[0]
        owner = int(part.partition("/")[2]) if "/" in part else event["data"].get("seat")
        if field not in SECRET_FIELDS or (seat is not None and owner == seat and field != "order"):
            if at != version:
                yield f"{part} of version {version} came late, at {at}"
        elif events_by_version[at]["type"] != "match_ended" and (
            field in ("order", "hands") or events_by_version[at]["type"] != "round_scored" or not version < at
        ):
            yield f"{part} of version {version} was opened by {events_by_version[at]['type']} at {at}"
