"""The randomness of a match: a secret seed, whose digest is published before anyone can sit down.

docs/reference/luck.md specifies how every shuffle follows from it.
"""

import base64
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from hashlib import sha256
from typing import Self

from cryptography.fernet import Fernet, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

from games.audit import shuffle
from games.matches.models import Seed
from games.rulebook.cards import Card, Draw, Pile


def new_seed() -> bytes:
    return secrets.token_bytes(32)


def seed_commitment(seed: bytes) -> str:
    """Return the commitment to a seed, its SHA-256 in hex, which goes into the match's first event."""
    return sha256(seed).hexdigest()


def store_seed(match_id: str, seed: bytes) -> None:
    """Store the seed, encrypted with a key that isn't in the database."""
    Seed.objects.create(match_id=match_id, sealed=_encrypt_seed(seed))


@dataclass(frozen=True, kw_only=True, slots=True)
class MatchRandom:
    """The rulebook's `Chance` for one match. Reads and decrypts the seed only when something is shuffled."""

    match_id: str
    salt: str
    """The hash of the last event before the match started, in hex."""
    draw: Draw | None = None
    seeds_by_digest: dict[str, bytes] = field(default_factory=dict)
    """Seeds read so far; a match can have two at a time, as after a void draw."""

    def of(self, draw: Draw) -> Self:
        return replace(self, draw=draw)

    def __call__(self, label: str, items: Sequence[Card]) -> Pile:
        material = shuffle.key_material(self._get_seed(), self._current_draw.entropy)
        return shuffle.shuffle(shuffle.derive_key(material, bytes.fromhex(self.salt), label), items)

    def seed(self) -> str:
        return self._get_seed().hex()

    def commitment(self) -> str:
        """Return the commitment to a fresh seed, which replaces the stored one.

        Called after a void draw, whose seed has been published and can't be used for another draw.
        """
        seed = new_seed()
        Seed.objects.filter(match_id=self.match_id).update(sealed=_encrypt_seed(seed))
        self.seeds_by_digest[seed_commitment(seed)] = seed
        return seed_commitment(seed)

    @property
    def _current_draw(self) -> Draw:
        assert self.draw is not None, "`of` names the draw before anything is shuffled"
        return self.draw

    def _get_seed(self) -> bytes:
        digest = self._current_draw.seed_digest
        if digest not in self.seeds_by_digest:
            self.seeds_by_digest[digest] = _load_seed(self.match_id)
            assert seed_commitment(self.seeds_by_digest[digest]) == digest, "the seed doesn't match its commitment"
        return self.seeds_by_digest[digest]


def _load_seed(match_id: str) -> bytes:
    return _seed_cipher().decrypt(Seed.objects.get(match_id=match_id).sealed)


def _encrypt_seed(seed: bytes) -> str:
    return _seed_cipher().encrypt(seed).decode()


def _seed_cipher() -> MultiFernet:
    # Encrypts with the first key and decrypts with any of them, so that an operator can rotate keys.
    return MultiFernet([_fernet(secret) for secret in settings.SEED_KEYS])


@cache
def _fernet(secret: str) -> Fernet:
    derived_key = HKDF(algorithm=SHA256(), length=32, salt=None, info=b"dixit seeds").derive(secret.encode())
    return Fernet(base64.urlsafe_b64encode(derived_key))
