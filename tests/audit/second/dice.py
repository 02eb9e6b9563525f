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
class Dice:
    """Bytes in hex."""

    seed: str
    entropy: str
    salt: str

    def row(self, label: str, things: Sequence[str]) -> list[str]:
        stream = self._stream(label)
        row = list(things)
        for i in reversed(range(1, len(row))):
            fair = 2**32 - 2**32 % (i + 1)
            j = next(draw for draw in stream if draw < fair) % (i + 1)
            row[i], row[j] = row[j], row[i]
        return row

    def _stream(self, label: str) -> Iterator[int]:
        pseudorandom = hmac.digest(bytes.fromhex(self.salt), bytes.fromhex(self.seed + self.entropy), "sha256")
        key = hmac.digest(pseudorandom, label.encode("ascii") + b"\x01", "sha256")
        counter = 0
        while True:
            block = memoryview(hmac.digest(key, counter.to_bytes(8, "big"), "sha256"))
            yield from (int.from_bytes(block[i : i + 4], "big") for i in range(0, 32, 4))
            counter += 1
