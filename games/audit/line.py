"""A line of a record that holds an event: its body, its hash, and what it opens."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import NoneType
from typing import Any

from games.audit.broken import broken
from games.audit.text import NotCanonical, canonical, parsed
from games.eventlog.digests import chain_hash

HEX = re.compile(r"[0-9a-f]{64}")
LINE = {"event": (dict,), "hash": (str,), "opened": (list,)}
BODY = {
    "actor": (int, str, NoneType),
    "at": (str,),
    "data": (dict,),
    "match": (str,),
    "prev": (str,),
    "schema": (int,),
    "type": (str,),
    "version": (int,),
}
OPENING = {"part": (str,), "salt": (str,), "value": (int, str, list, dict, bool, NoneType), "version": (int,)}
"""Members with the types that they may have; true and false are no whole numbers."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Opening:
    """What opens a sealed part of this or an earlier event; `value` is its canonical text."""

    version: int
    part: str
    salt: str
    value: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Line:
    body: Mapping[str, Any]
    hash: str
    opened: tuple[Opening, ...]

    @property
    def sealed(self) -> Mapping[str, str]:
        """The digest of each sealed part of the event."""
        digests: Mapping[str, str] = self.body["data"].get("sealed", {})
        return digests


def read(raw: bytes, version: int) -> Line:
    """The line that stands at the place of a version.

    Raises:
        Broken: it is none, or its hash is not that of its body.
    """
    value = _value(raw, version)
    body = value["event"]
    if not (_has(body, BODY) and _digests(body["data"].get("sealed", {}))):
        broken(version, "The event has not the members of an event.")
    if body["version"] != version:
        broken(version, f"Version {body['version']} stands where version {version} belongs.")
    if value["hash"] != chain_hash(canonical(body)):
        broken(version, "The hash is not that of the event.")
    return Line(body=body, hash=value["hash"], opened=tuple(_opening(each, version) for each in value["opened"]))


def _value(raw: bytes, version: int) -> Any:
    try:
        value = parsed(raw)
    except NotCanonical as fault:
        broken(version, f"The line can't be read: {fault}.")
    if not _has(value, LINE):
        broken(version, "The line has not the members event, hash and opened.")
    return value


def _opening(value: Any, version: int) -> Opening:
    if not _has(value, OPENING) or not HEX.fullmatch(value["salt"]):
        broken(version, "An opening has not the members part, salt, value and version.")
    return Opening(version=value["version"], part=value["part"], salt=value["salt"], value=canonical(value["value"]))


def _has(value: Any, members: Mapping[str, tuple[type, ...]]) -> bool:
    """Whether it is an object with exactly these members."""
    if type(value) is not dict or value.keys() != members.keys():
        return False
    return all(type(value[name]) in kinds for name, kinds in members.items())


def _digests(sealed: Any) -> bool:
    return isinstance(sealed, dict) and all(isinstance(each, str) and HEX.fullmatch(each) for each in sealed.values())
