"""The level *luck*: what the seed, the seats' entropy and the locked table make of a row of things."""

import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256


def digest_of_seed(seed: str) -> str:
    return sha256(bytes.fromhex(seed)).hexdigest()


def digest_of_entropy(entropy: str) -> str:
    return sha256(b"dixit-entropy-v1\n" + bytes.fromhex(entropy)).hexdigest()


@dataclass(frozen=True)
class SeededShuffler:
    """Bytes in hex."""

    seed: str
    entropy: str
    salt: str

    def shuffle(self, label: str, items: Sequence[str]) -> list[str]:
        random_words = self._random_words(label)
        shuffled = list(items)
        for i in reversed(range(1, len(shuffled))):
            unbiased_limit = 2**32 - 2**32 % (i + 1)
            j = next(draw for draw in random_words if draw < unbiased_limit) % (i + 1)
            shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
        return shuffled

    def _random_words(self, label: str) -> Iterator[int]:
        pseudorandom_key = hmac.digest(bytes.fromhex(self.salt), bytes.fromhex(self.seed + self.entropy), "sha256")
        key = hmac.digest(pseudorandom_key, label.encode("ascii") + b"\x01", "sha256")
        counter = 0
        while True:
            block = memoryview(hmac.digest(key, counter.to_bytes(8, "big"), "sha256"))
            yield from (int.from_bytes(block[i : i + 4], "big") for i in range(0, 32, 4))
            counter += 1
