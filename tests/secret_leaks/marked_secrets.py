"""Canaries: marked secrets, and the places where each may be found. Any other occurrence is a leak."""

import base64
import re
from binascii import Error
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

ALLOWED_PLACES_BY_KIND = {
    "credential": frozenset[str](),
    "card": frozenset(
        {
            # The opening of a match lists the whole deck: which cards there are, not where they lie.
            "eventlog_event.body of match_opened",
            "eventlog_opening.value",
            "projections_handrow.cards",
        }
    ),
    "words": frozenset({"eventlog_opening.value"}),
    "name": frozenset({"eventlog_opening.value", "projections_seatrow.player_name", "accounts_user.name"}),
}
"""Where each kind of secret may be stored in clear text. Seeds are stored only encrypted, so they have no place."""
BASE64_PATTERN = re.compile(rb"[A-Za-z0-9+/_-]{16,}={0,2}")
"""What may be base64, as the messages of Celery are."""

NamedContents: TypeAlias = Iterable[tuple[str, bytes]]


@dataclass(frozen=True, kw_only=True)
class MarkedSecret:
    """A secret of a kind; `name` identifies it without revealing it."""

    kind: str
    name: str
    text: str


def credential_encodings(name: str, text: str) -> list[MarkedSecret]:
    """Return a credential in every encoding in which it could still be used."""
    raw = text.encode()
    encodings = {"": text, " in hex": raw.hex(), " in base64": base64.b64encode(raw).decode().rstrip("=")}
    return [MarkedSecret(kind="credential", name=name + how, text=written) for how, written in encodings.items()]


def binary_credential_encodings(name: str, raw: bytes) -> list[MarkedSecret]:
    """Return a binary credential in every encoding."""
    encodings = {
        " in hex": raw.hex(),
        " in base64": base64.b64encode(raw).decode().rstrip("="),
        " for addresses": base64.urlsafe_b64encode(raw).decode().rstrip("="),
    }
    return [MarkedSecret(kind="credential", name=name + how, text=written) for how, written in encodings.items()]


def find_leaks(marked_secrets: Iterable[MarkedSecret], contents: NamedContents) -> set[str]:
    """Return the secrets found where they are not allowed: `name in place`."""
    needles = [(canary, canary.text.encode()) for canary in marked_secrets]
    return {
        f"{canary.name} in {place}"
        for place, content in contents
        for text in [content + _decode_base64_parts(content)]
        for canary, needle in needles
        if needle in text and place not in ALLOWED_PLACES_BY_KIND[canary.kind]
    }


def places_by_kind(marked_secrets: Iterable[MarkedSecret], contents: NamedContents) -> Mapping[str, set[str]]:
    """Return, by kind, every place where a secret was found, which proves that there was something to find."""
    result: dict[str, set[str]] = {}
    needles = [(canary.kind, canary.text.encode()) for canary in marked_secrets]
    for place, content in contents:
        for kind, needle in needles:
            if needle in content:
                result.setdefault(kind, set()).add(place)
    return result


def _decode_base64_parts(content: bytes) -> bytes:
    """Return all base64 in a text, decoded."""
    return b"\n".join(filter(None, map(_decode_base64, BASE64_PATTERN.findall(content))))


def _decode_base64(text: bytes) -> bytes:
    text = text.rstrip(b"=").translate(bytes.maketrans(b"-_", b"+/"))
    try:
        return base64.b64decode(text + b"=" * (-len(text) % 4))
    except (Error, ValueError):
        return b""
