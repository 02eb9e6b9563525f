"""Check the luck of a match from the public events, as `docs/reference/luck.md` alone specifies it."""

import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any


class LuckCheckFailed(Exception):
    """The log does not match its commitments."""


def require(condition: bool, description: str) -> None:  # noqa: FBT001
    if not condition:
        raise LuckCheckFailed(description)


def digest_of_seed(seed: str) -> str:
    return sha256(bytes.fromhex(seed)).hexdigest()


def digest_of_entropy(entropy: str) -> str:
    return sha256(b"dixit-entropy-v1\n" + bytes.fromhex(entropy)).hexdigest()


@dataclass(frozen=True, kw_only=True)
class ShuffleInputs:
    """The inputs from which the shuffles of a match are derived."""

    seed: bytes
    entropy: bytes
    salt: bytes

    def order(self, label: str, items: Sequence[str]) -> list[str]:
        """Shuffle with HKDF-Extract, HKDF-Expand, draws in counter mode and Fisher-Yates."""
        pseudorandom_key = hmac.new(self.salt, self.seed + self.entropy, sha256).digest()
        key = hmac.new(pseudorandom_key, label.encode() + bytes([1]), sha256).digest()
        numbers, shuffled = self._random_words(key), list(items)
        for place in range(len(shuffled), 1, -1):
            number = next(number for number in numbers if number < 2**32 // place * place) % place
            shuffled[place - 1], shuffled[number] = shuffled[number], shuffled[place - 1]
        return shuffled

    def _random_words(self, key: bytes) -> Iterator[int]:
        for count in range(2**64):
            block = hmac.new(key, count.to_bytes(8, "big"), sha256).digest()
            yield from (int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4))


def opened_value(events: Sequence[Any], version: int, part: str) -> Any:
    """Return the value of a sealed part from its opening."""
    return next(
        opening["value"]
        for event in events
        for opening in event["opened"]
        if (opening["version"], opening["part"]) == (version, part)
    )


def shuffle_inputs(events: Sequence[Any]) -> ShuffleInputs:  # noqa: C901  (a case each)
    """Return the shuffle inputs of a finished match.

    Raises:
        LuckCheckFailed
    """
    seed_digest, salt = events[0]["data"]["seed_digest"], b""
    digests_by_seat: dict[int, str] = {}
    next_digests_by_seat: dict[int, str] = {}
    entropy_by_seat: dict[int, str] = {}
    for event in events:
        data = event["data"]
        match event["type"]:
            case "seat_taken" if data["entropy_digest"]:
                digests_by_seat[data["seat"]] = data["entropy_digest"]
            case "seat_left":
                digests_by_seat.pop(data["seat"], None)
            case "seat_moved" if data["seat"] in digests_by_seat:
                digests_by_seat[data["to"]] = digests_by_seat.pop(data["seat"])
            case "match_started":
                salt = bytes.fromhex(event["prev"])
                digests_by_seat = {
                    new: digests_by_seat[old] for new, old in enumerate(data["seats"]) if old in digests_by_seat
                }
            case "entropy_revealed":
                digest = digest_of_entropy(data["entropy"])
                require(digest == digests_by_seat[data["seat"]], f"entropy of {data['seat']}")
                entropy_by_seat[data["seat"]] = data["entropy"]
                if data["next_digest"]:
                    next_digests_by_seat[data["seat"]] = data["next_digest"]
            case "draw_voided":
                require(digest_of_seed(data["seed"]) == seed_digest, "the seed of a void draw")
                require(set(data["missing"]) == set(digests_by_seat) - set(entropy_by_seat) != set(), "who is missing")
            case "seed_committed":
                resigned_seats = {e["data"]["seat"] for e in events[: event["version"]] if e["type"] == "seat_resigned"}
                require(
                    data["seats"] == sorted(next_digests_by_seat.keys() - resigned_seats),
                    "who takes part in the next draw",
                )
                digests_by_seat = {seat: next_digests_by_seat[seat] for seat in data["seats"]}
                seed_digest, next_digests_by_seat, entropy_by_seat = data["seed_digest"], {}, {}
            case "deck_shuffled":
                require(set(digests_by_seat) == set(entropy_by_seat), "nobody is left out")
    seed = opened_value(events, len(events), "seed")
    require(digest_of_seed(seed) == seed_digest, "the seed")
    entropy = "".join(entropy_by_seat[seat] for seat in sorted(entropy_by_seat))
    return ShuffleInputs(seed=bytes.fromhex(seed), entropy=bytes.fromhex(entropy), salt=salt)


def check_shuffles(events: Sequence[Any]) -> None:
    """Check the deck and the tableaux of a finished match against its seed and entropy.

    Raises:
        LuckCheckFailed
    """
    inputs, round_number = shuffle_inputs(events), 0
    cards = [card for deck in events[0]["data"]["decks"] for card in deck["cards"]]
    for event in events:
        match event["type"], event["data"]:
            case "deck_shuffled", _:
                require(inputs.order("deck", cards) == opened_value(events, event["version"], "order"), "the deck")
            case "round_begun", data:
                round_number = data["round"]
            case "tableau_laid", data:
                order = inputs.order(f"tableau/{round_number}", sorted(data["tableau"]))
                require(order == data["tableau"], f"the tableau of round {round_number}")
            case _:
                pass
