"""Randomness computed from seeds, for the server, which draws them, and for the verifier, which reads them.

Spec: `docs/reference/luck.md`.
"""

from collections.abc import Callable, Sequence
from typing import Self

from games.audit import shuffle
from games.rulebook.cards import Draw, Pile


class RandomnessUnavailable(Exception):
    """The rulebook wants to shuffle, but no outcome is recorded or no seed is known."""


class SeededRandom:
    """The rulebook's `Chance` for one match."""

    def __init__(self, find_seed: Callable[[str], bytes | None], salt: bytes) -> None:
        """Make the randomness of a match.

        Args:
            find_seed: returns the seed with this digest, or None if it isn't known; called when something is shuffled.
            salt: the head's hash when the lobby was closed.
        """
        self._find_seed, self._salt = find_seed, salt
        self._draw: Draw | None = None

    def for_draw(self, draw: Draw) -> Self:
        self._draw = draw
        return self

    def __call__(self, label: str, items: Sequence[str], /) -> Pile:
        seed, draw = self._current_seed()
        material = shuffle.key_material(seed, draw.entropy)
        return shuffle.shuffle(shuffle.derive_key(material, self._salt, label), items)

    def seed(self) -> str:
        seed, _ = self._current_seed()
        return seed.hex()

    def commitment(self) -> str:
        raise RandomnessUnavailable

    def _current_seed(self) -> tuple[bytes, Draw]:
        if self._draw is None or (seed := self._find_seed(self._draw.seed_digest)) is None:
            raise RandomnessUnavailable
        return seed, self._draw
