"""Canaries: marked secrets, and where each may be found. What else holds one has leaked it."""

import base64
import re
from binascii import Error
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

NAMED = {
    "credential": frozenset[str](),
    "card": frozenset(
        {
            # The whole deck is told when a match is opened: which cards there are, not where they lie.
            "eventlog_event.body of match_opened",
            "eventlog_opening.value",
            "projections_handrow.cards",
        }
    ),
    "words": frozenset({"eventlog_opening.value"}),
    "name": frozenset({"eventlog_opening.value", "projections_seatrow.player_name", "accounts_user.name"}),
}
"""The places that DESIGN.md names, by what is secret; seeds are there, too, but encrypted, so in clear nowhere."""
PACKED = re.compile(rb"[A-Za-z0-9+/_-]{16,}={0,2}")
"""What may be base64, as the messages of Celery are."""

Places: TypeAlias = Iterable[tuple[str, bytes]]


@dataclass(frozen=True, kw_only=True)
class Canary:
    """A secret of a kind; `name` tells which one without telling it."""

    kind: str
    name: str
    text: str


def secret(name: str, text: str) -> list[Canary]:
    """A credential, in every writing in which it could still be used."""
    raw = text.encode()
    writings = {"": text, " in hex": raw.hex(), " in base64": base64.b64encode(raw).decode().rstrip("=")}
    return [Canary(kind="credential", name=name + how, text=written) for how, written in writings.items()]


def key(name: str, raw: bytes) -> list[Canary]:
    """A binary credential, in every writing."""
    writings = {
        " in hex": raw.hex(),
        " in base64": base64.b64encode(raw).decode().rstrip("="),
        " for addresses": base64.urlsafe_b64encode(raw).decode().rstrip("="),
    }
    return [Canary(kind="credential", name=name + how, text=written) for how, written in writings.items()]


def leaks(canaries: Iterable[Canary], places: Places) -> set[str]:
    """What was found where it may not be: `name in place`."""
    asked = [(canary, canary.text.encode()) for canary in canaries]
    return {
        f"{canary.name} in {place}"
        for place, content in places
        for text in [content + _unpacked(content)]
        for canary, needle in asked
        if needle in text and place not in NAMED[canary.kind]
    }


def found(canaries: Iterable[Canary], places: Places) -> Mapping[str, set[str]]:
    """By kind, every place where one was found: what shows that there was something to find."""
    seen: dict[str, set[str]] = {}
    asked = [(canary.kind, canary.text.encode()) for canary in canaries]
    for place, content in places:
        for kind, needle in asked:
            if needle in content:
                seen.setdefault(kind, set()).add(place)
    return seen


def _unpacked(content: bytes) -> bytes:
    """Whatever is base64 in a text, decoded."""
    return b"\n".join(filter(None, map(_decoded, PACKED.findall(content))))


def _decoded(text: bytes) -> bytes:
    text = text.rstrip(b"=").translate(bytes.maketrans(b"-_", b"+/"))
    try:
        return base64.b64decode(text + b"=" * (-len(text) % 4))
    except (Error, ValueError):
        return b""
