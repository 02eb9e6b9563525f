"""A record's line for an event: the event's body, its hash, and the openings that come with it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import NoneType
from typing import Any

from games.audit.canonical_json import NotCanonical, encode_canonical, parse_canonical
from games.audit.errors import fail
from games.audit.record_limits import MAX_LINE_BYTES, opening_fault, size_fault
from games.eventlog.digests import chain_hash

HASH_PATTERN = re.compile(r"[0-9a-f]{64}")
LINE_MEMBERS = {"event": (dict,), "hash": (str,), "opened": (list,)}
BODY_MEMBERS = {
    "actor": (int, str, NoneType),
    "at": (str,),
    "data": (dict,),
    "match": (str,),
    "prev": (str,),
    "schema": (int,),
    "type": (str,),
    "version": (int,),
}
OPENING_MEMBERS = {"part": (str,), "salt": (str,), "value": (int, str, list, dict, bool, NoneType), "version": (int,)}
"""Members with their allowed types. `type()` is compared, not `isinstance`: in Python, True is an int."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RecordOpening:
    """The opening of a sealed part of this event or an earlier one; `value` is canonical JSON."""

    version: int
    part: str
    salt: str
    value: str


@dataclass(frozen=True, kw_only=True, slots=True)
class EventLine:
    body: Mapping[str, Any]
    hash: str
    opened: tuple[RecordOpening, ...]

    @property
    def sealed(self) -> Mapping[str, str]:
        """The digest of each sealed part of the event, by the part's name."""
        digests: Mapping[str, str] = self.body["data"].get("sealed", {})
        return digests


def parse_line(raw: bytes, version: int) -> EventLine:
    """Parse the line of the event with this version.

    Raises:
        VerificationError: The line is malformed, has another version, or its hash does not match its body.
    """
    value = _parse_value(raw, version)
    body = value["event"]
    if not (_has_members(body, BODY_MEMBERS) and _are_digests(body["data"].get("sealed", {}))):
        fail(version, "The event does not have the members of an event.")
    if body["version"] != version:
        fail(version, f"Version {body['version']} is in the place of version {version}.")
    # The line was canonical, so encoding the body again gives the bytes that were hashed.
    text = encode_canonical(body)
    if value["hash"] != chain_hash(text):
        fail(version, "The hash does not match the event.")
    if fault := size_fault(body["data"], len(text)):
        fail(version, fault)
    return EventLine(
        body=body, hash=value["hash"], opened=tuple(_parse_opening(each, version) for each in value["opened"])
    )


def _parse_value(raw: bytes, version: int) -> Any:
    if len(raw) > MAX_LINE_BYTES:
        fail(version, f"The line of an event has at most {MAX_LINE_BYTES} bytes.")
    try:
        value = parse_canonical(raw)
    except NotCanonical as fault:
        fail(version, f"The line can't be read: {fault}.")
    if not _has_members(value, LINE_MEMBERS):
        fail(version, "The line must have exactly the members event, hash and opened.")
    return value


def _parse_opening(value: Any, version: int) -> RecordOpening:
    if not _has_members(value, OPENING_MEMBERS) or not HASH_PATTERN.fullmatch(value["salt"]):
        fail(version, "An opening must have exactly the members part, salt, value and version.")
    if fault := opening_fault(value["value"]):
        fail(version, fault)
    return RecordOpening(
        version=value["version"], part=value["part"], salt=value["salt"], value=encode_canonical(value["value"])
    )


def _has_members(value: Any, members: Mapping[str, tuple[type, ...]]) -> bool:
    """Return whether the value is an object with exactly these members, of these types."""
    if type(value) is not dict or value.keys() != members.keys():
        return False
    return all(type(value[name]) in kinds for name, kinds in members.items())


def _are_digests(sealed: Any) -> bool:
    return isinstance(sealed, dict) and all(
        isinstance(each, str) and HASH_PATTERN.fullmatch(each) for each in sealed.values()
    )
