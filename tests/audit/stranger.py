"""The luck of a match as a stranger checks it: from the events that anybody gets, by `docs/reference/luck.md` alone."""

import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any


class Cheated(Exception):
    """The log doesn't hold what it promises."""


def promised(truth: bool, what: str) -> None:  # noqa: FBT001
    if not truth:
        raise Cheated(what)


@dataclass(frozen=True, kw_only=True)
class Luck:
    """What the orders of a match come from."""

    seed: bytes
    entropy: bytes
    salt: bytes

    def order(self, label: str, items: Sequence[str]) -> list[str]:
        """HKDF-Extract, HKDF-Expand, draws in counter mode, Fisher-Yates."""
        extracted = hmac.new(self.salt, self.seed + self.entropy, sha256).digest()
        key = hmac.new(extracted, label.encode() + bytes([1]), sha256).digest()
        numbers, row = self._numbers(key), list(items)
        for place in range(len(row), 1, -1):
            number = next(number for number in numbers if number < 2**32 // place * place) % place
            row[place - 1], row[number] = row[number], row[place - 1]
        return row

    def _numbers(self, key: bytes) -> Iterator[int]:
        for count in range(2**64):
            block = hmac.new(key, count.to_bytes(8, "big"), sha256).digest()
            yield from (int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4))


def value(events: Sequence[Any], version: int, part: str) -> Any:
    """A sealed part, as it was opened."""
    return next(
        opening["value"]
        for event in events
        for opening in event["opened"]
        if (opening["version"], opening["part"]) == (version, part)
    )


def luck_of(events: Sequence[Any]) -> Luck:  # noqa: C901  (a case each)
    """The luck of a match that is over.

    Raises:
        Cheated
    """
    digest, salt = events[0]["data"]["seed_digest"], b""
    committed: dict[int, str] = {}
    later: dict[int, str] = {}
    revealed: dict[int, str] = {}
    for event in events:
        data = event["data"]
        match event["type"]:
            case "seat_taken" if data["entropy_digest"]:
                committed[data["seat"]] = data["entropy_digest"]
            case "seat_left":
                committed.pop(data["seat"], None)
            case "seat_moved" if data["seat"] in committed:
                committed[data["to"]] = committed.pop(data["seat"])
            case "match_started":
                salt = bytes.fromhex(event["prev"])
                committed = {new: committed[old] for new, old in enumerate(data["seats"]) if old in committed}
            case "entropy_revealed":
                text = b"dixit-entropy-v1\n" + bytes.fromhex(data["entropy"])
                promised(sha256(text).hexdigest() == committed[data["seat"]], f"entropy of {data['seat']}")
                revealed[data["seat"]] = data["entropy"]
                if data["next_digest"]:
                    later[data["seat"]] = data["next_digest"]
            case "draw_voided":
                promised(sha256(bytes.fromhex(data["seed"])).hexdigest() == digest, "the seed of a void draw")
                promised(set(data["missing"]) == set(committed) - set(revealed) != set(), "who is missing")
            case "seed_committed":
                gone = {e["data"]["seat"] for e in events[: event["version"]] if e["type"] == "seat_resigned"}
                promised(data["seats"] == sorted(later.keys() - gone), "who takes part in the next draw")
                committed = {seat: later[seat] for seat in data["seats"]}
                digest, later, revealed = data["seed_digest"], {}, {}
            case "deck_shuffled":
                promised(set(committed) == set(revealed), "nobody is left out")
    seed = bytes.fromhex(value(events, len(events), "seed"))
    promised(sha256(seed).hexdigest() == digest, "the seed")
    return Luck(seed=seed, entropy=bytes.fromhex("".join(revealed[seat] for seat in sorted(revealed))), salt=salt)


def check(events: Sequence[Any]) -> None:
    """Hold deck and tableaux of a match that is over against its luck.

    Raises:
        Cheated
    """
    luck, round_number = luck_of(events), 0
    cards = [card for deck in events[0]["data"]["decks"] for card in deck["cards"]]
    for event in events:
        match event["type"], event["data"]:
            case "deck_shuffled", _:
                promised(luck.order("deck", cards) == value(events, event["version"], "order"), "the deck")
            case "round_begun", data:
                round_number = data["round"]
            case "tableau_laid", data:
                order = luck.order(f"tableau/{round_number}", sorted(data["tableau"]))
                promised(order == data["tableau"], f"the tableau of round {round_number}")
            case _:
                pass
