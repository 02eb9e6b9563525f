"""Verifiable shuffling: a committed seed, a key derived for each label, an unbiased shuffle.

Spec: `docs/reference/luck.md`.
"""

import hmac
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")


def key_material(seed: bytes, entropy: Iterable[str | None]) -> bytes:
    """Return the input of the key derivation: the seed, then each seat's revealed entropy (hexadecimal) by seat."""
    return seed + b"".join(bytes.fromhex(added) for added in entropy if added)


def derive_key(material: bytes, salt: bytes, label: str) -> bytes:
    """Return the 32-byte key for a label: HKDF-SHA256 (RFC 5869) of the material, with the label as its info."""
    pseudorandom_key = hmac.digest(salt, material, sha256)
    return hmac.digest(pseudorandom_key, label.encode() + b"\x01", sha256)


def random_words(stream_key: bytes) -> Iterator[int]:
    """Yield 32-bit numbers forever: HMAC-SHA256 of an 8-byte counter from 0; each digest is eight big-endian words."""
    counter = 0
    while True:
        block = hmac.digest(stream_key, counter.to_bytes(8, "big"), sha256)
        yield from (int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4))
        counter += 1


def words_until_accepted(bound: int, numbers: Iterator[int]) -> Iterator[int]:
    """Yield the words drawn for an unbiased number below `bound`: those rejected, and last the one accepted.

    Words from the greatest multiple of `bound` on are rejected.
    """
    limit = 2**32 - 2**32 % bound
    for number in numbers:
        yield number
        if number < limit:
            return


def uniform_below(bound: int, numbers: Iterator[int]) -> int:
    """Return an unbiased number below `bound`: the remainder of the accepted word."""
    *_, accepted = words_until_accepted(bound, numbers)
    return accepted % bound


def shuffle(stream_key: bytes, items: Sequence[T]) -> tuple[T, ...]:
    """Return the items in the order that the key determines: Fisher-Yates, from the end."""
    order = list(items)
    numbers = random_words(stream_key)
    for last in range(len(order) - 1, 0, -1):
        other = uniform_below(last + 1, numbers)
        order[last], order[other] = order[other], order[last]
    return tuple(order)
