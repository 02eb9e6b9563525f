"""The first line of a record: which match, how far, with which cards, and the keys of receipts."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from games.audit.broken import HEADER, broken
from games.audit.line import HEX, Line
from games.audit.receipt import Key, Unfit, chained, key
from games.audit.text import NotCanonical, canonical, parsed

RECORD = "dixit"
FORMAT = 1
MATCH = re.compile(r"[A-Za-z0-9_-]{1,40}")
HEADING = {
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
class Header:
    match: str
    version: int
    """The last version of the record, and `head` its hash."""
    head: str
    ruleset: str
    rulebook: int
    decks: Sequence[Mapping[str, Any]]
    keys: Mapping[str, Key]

    def fits(self, opened: Line) -> None:
        """Whether the match's first event says the same.

        Raises:
            Broken
        """
        data = opened.body["data"]
        rules, decks = data.get("ruleset"), data.get("decks")
        if not isinstance(rules, dict) or (rules.get("name"), data.get("rulebook")) != (self.ruleset, self.rulebook):
            broken(HEADER, "The header names another rule set than the first event.")
        if not isinstance(decks, list) or len(decks) != len(self.decks) or not all(map(_same, self.decks, decks)):
            broken(HEADER, "The header lists other cards than the first event.")


def read_header(raw: bytes) -> Header:
    """The header that a line is.

    Raises:
        Broken
    """
    try:
        value = parsed(raw)
        if not isinstance(value, dict) or value.get("record") != RECORD:
            broken(HEADER, "This is no record of a match.")
        if value.get("format") != FORMAT:
            broken(HEADER, f"The record has another format than {FORMAT}: a newer verifier is needed.")
        if value.keys() != HEADING.keys() or not all(type(value[name]) is kind for name, kind in HEADING.items()):
            broken(HEADER, f"The header has not exactly the members {', '.join(HEADING)}.")
        if not MATCH.fullmatch(value["match"]):
            broken(HEADER, "The header names no match.")
        if not HEX.fullmatch(value["head"]):
            broken(HEADER, "The header's head is no hash.")
        keys = chained(map(key, value["keys"]))
    except NotCanonical as fault:
        broken(HEADER, f"The header can't be read: {fault}.")
    except Unfit as fault:
        broken(HEADER, f"The header's keys are wrong: {fault}.")
    for deck in value["decks"]:
        _check(deck)
    rest = {name: value[name] for name in ("match", "version", "head", "ruleset", "rulebook", "decks")}
    return Header(keys=keys, **rest)


def _check(deck: Any) -> None:
    """Whether a deck's digest is that of its manifest; `cards` is null where the server has these pictures no more."""
    if not isinstance(deck, dict) or deck.keys() != {"cards", "digest", "name"}:
        broken(HEADER, "A deck has not exactly the members cards, digest and name.")
    if deck["cards"] is None:
        return
    manifest = canonical({"name": deck["name"], "cards": deck["cards"]})
    if sha256(manifest.encode()).hexdigest() != deck["digest"]:
        broken(HEADER, f"The cards of the deck {deck['name']} have not the digest that the header names.")


def _same(deck: Mapping[str, Any], opened: Any) -> bool:
    """Whether the first event has the same deck."""
    if not isinstance(opened, dict) or (opened.get("name"), opened.get("digest")) != (deck["name"], deck["digest"]):
        return False
    return deck["cards"] is None or [card["id"] for card in deck["cards"]] == opened.get("cards")
