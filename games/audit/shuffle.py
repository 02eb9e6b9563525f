"""Luck that can be checked: a committed seed, a key for each label, and an unbiased shuffle.

Spec: `docs/reference/luck.md`.
"""

import hmac
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")


def key_material(seed: bytes, entropy: Iterable[str | None]) -> bytes:
    """What keys are made of: the seed, then what each seat has revealed in hex, in the order of the seats."""
    return seed + b"".join(bytes.fromhex(added) for added in entropy if added)


def derive_key(material: bytes, salt: bytes, label: str) -> bytes:
    """The 32-byte key for one label: HKDF-SHA256 (RFC 5869), the material being its input and the label its info."""
    pseudorandom_key = hmac.digest(salt, material, sha256)
    return hmac.digest(pseudorandom_key, label.encode() + b"\x01", sha256)


def random_words(stream_key: bytes) -> Iterator[int]:
    """32-bit numbers without end: HMAC-SHA256 over an 8-byte counter from 0, each digest is eight big-endian words."""
    counter = 0
    while True:
        block = hmac.digest(stream_key, counter.to_bytes(8, "big"), sha256)
        yield from (int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4))
        counter += 1


def uniform_below(bound: int, numbers: Iterator[int]) -> int:
    """An unbiased number from 0 to `bound` - 1: draws at or above the greatest multiple of `bound` are rejected."""
    limit = 2**32 - 2**32 % bound
    return next(number for number in numbers if number < limit) % bound


def shuffle(stream_key: bytes, items: Sequence[T]) -> tuple[T, ...]:
    """The items in the order that the key decides: Fisher-Yates from the end."""
    order = list(items)
    numbers = random_words(stream_key)
    for last in range(len(order) - 1, 0, -1):
        other = uniform_below(last + 1, numbers)
        order[last], order[other] = order[other], order[last]
    return tuple(order)
