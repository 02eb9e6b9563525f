"""The header, a record's first line: the match, its last version, its decks, and the keys of its receipts."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from games.audit.canonical_json import NotCanonical, encode_canonical, parse_canonical
from games.audit.ed25519 import is_valid_signature
from games.audit.errors import HEADER_VERSION, fail
from games.audit.receipt import InvalidReceipt, ReceiptKey, SignatureCheck, parse_key, verify_key_chain
from games.audit.record_limits import MAX_HEADER_BYTES, MAX_KEYS
from games.audit.record_line import HASH_PATTERN, EventLine

RECORD_TYPE = "dixit"
RECORD_FORMAT_VERSION = 1
MATCH_ID_PATTERN = re.compile(r"[A-Za-z0-9_-]{1,40}")
HEADER_MEMBERS = {
    "decks": list,
    "format": int,
    "head": str,
    "keys": list,
    "match": str,
    "record": str,
    "rulebook": int,
    "ruleset": str,
    "version": int,
}


@dataclass(frozen=True, kw_only=True, slots=True)
class RecordHeader:
    match: str
    version: int
    """The record's last version; `head` is its hash."""
    head: str
    ruleset: str
    rulebook: int
    decks: Sequence[Mapping[str, Any]]
    keys: Mapping[str, ReceiptKey]

    def check_first_event(self, first_line: EventLine) -> None:
        """Check that the first event names the same rule set, rulebook and decks.

        Raises:
            VerificationError
        """
        data = first_line.body["data"]
        ruleset, decks = data.get("ruleset"), data.get("decks")
        if not isinstance(ruleset, dict) or (ruleset.get("name"), data.get("rulebook")) != (
            self.ruleset,
            self.rulebook,
        ):
            fail(HEADER_VERSION, "The header and the first event name different rule sets.")
        if (
            not isinstance(decks, list)
            or len(decks) != len(self.decks)
            or not all(map(_is_same_deck, self.decks, decks))
        ):
            fail(HEADER_VERSION, "The header and the first event name different cards.")


def parse_header(raw: bytes, is_valid_signature: SignatureCheck = is_valid_signature) -> RecordHeader:
    """Parse and check the header.

    Raises:
        VerificationError
    """
    if len(raw) > MAX_HEADER_BYTES:
        fail(HEADER_VERSION, f"A header has at most {MAX_HEADER_BYTES} bytes.")
    try:
        value = parse_canonical(raw)
        if not isinstance(value, dict) or value.get("record") != RECORD_TYPE:
            fail(HEADER_VERSION, "This is not a match record.")
        # Before the other members: those of a later format are unknown here.
        if value.get("format") != RECORD_FORMAT_VERSION:
            fail(
                HEADER_VERSION,
                f"The record's format is not {RECORD_FORMAT_VERSION}: a newer verifier is needed.",
            )
        if value.keys() != HEADER_MEMBERS.keys() or not all(
            type(value[name]) is kind for name, kind in HEADER_MEMBERS.items()
        ):
            fail(HEADER_VERSION, f"The header must have exactly the members {', '.join(HEADER_MEMBERS)}.")
        if not MATCH_ID_PATTERN.fullmatch(value["match"]):
            fail(HEADER_VERSION, "The header's match is not a match id.")
        if not HASH_PATTERN.fullmatch(value["head"]):
            fail(HEADER_VERSION, "The header's head is not a hash.")
        keys = _parse_keys(value["keys"], is_valid_signature)
    except NotCanonical as fault:
        fail(HEADER_VERSION, f"The header can't be read: {fault}.")
    except InvalidReceipt as fault:
        fail(HEADER_VERSION, f"The header's keys are invalid: {fault}.")
    for deck in value["decks"]:
        _check_deck(deck)
    members = {name: value[name] for name in ("match", "version", "head", "ruleset", "rulebook", "decks")}
    return RecordHeader(keys=keys, **members)


def _parse_keys(values: Sequence[Any], is_valid_signature: SignatureCheck) -> Mapping[str, ReceiptKey]:
    if len(values) > MAX_KEYS:
        fail(HEADER_VERSION, f"A header has at most {MAX_KEYS} keys.")
    return verify_key_chain(map(parse_key, values), is_valid_signature)


def _check_deck(deck: Any) -> None:
    """Check a deck's digest against its manifest. `cards` is null if the server no longer has that deck's pictures."""
    if not isinstance(deck, dict) or deck.keys() != {"cards", "digest", "name"}:
        fail(HEADER_VERSION, "A deck must have exactly the members cards, digest and name.")
    if deck["cards"] is None:
        return
    # The digest says nothing about the shape: a forger can compute it for any value.
    if not _are_cards(deck["cards"]):
        fail(HEADER_VERSION, "A deck's cards must be a list of cards with an id.")
    manifest = encode_canonical({"name": deck["name"], "cards": deck["cards"]})
    if sha256(manifest.encode()).hexdigest() != deck["digest"]:
        fail(HEADER_VERSION, f"The cards of the deck {deck['name']} do not match its digest.")


def _are_cards(cards: Any) -> bool:
    return isinstance(cards, list) and all(isinstance(card, dict) and "id" in card for card in cards)


def _is_same_deck(deck: Mapping[str, Any], event_deck: Any) -> bool:
    """Return whether a deck of the header is the one in the first event."""
    if not isinstance(event_deck, dict) or (event_deck.get("name"), event_deck.get("digest")) != (
        deck["name"],
        deck["digest"],
    ):
        return False
    return deck["cards"] is None or [card["id"] for card in deck["cards"]] == event_deck.get("cards")
