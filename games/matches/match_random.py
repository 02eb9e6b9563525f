"""The randomness of a match: a secret seed, whose digest is published before anyone can sit down.

docs/reference/luck.md specifies how every shuffle follows from it.
"""

import base64
import secrets
from functools import cache
from hashlib import sha256

from cryptography.fernet import Fernet, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

from games.audit.seeded_random import SeededRandom
from games.matches.models import Seed


def new_seed() -> bytes:
    return secrets.token_bytes(32)


def seed_commitment(seed: bytes) -> str:
    """Return the commitment to a seed, its SHA-256 in hex, which goes into the match's first event."""
    return sha256(seed).hexdigest()


def store_seed(match_id: str, seed: bytes) -> None:
    """Store the seed, encrypted with a key that isn't in the database."""
    Seed.objects.create(match_id=match_id, sealed=_encrypt_seed(seed))


class MatchRandom(SeededRandom):
    """The rulebook's `Chance` for one match. Reads and decrypts the seed only when something is shuffled."""

    def __init__(self, match_id: str, salt: str) -> None:
        """Make the randomness of a match; `salt` is the hash, in hex, of the last event before it started."""
        super().__init__(self._stored_seed, bytes.fromhex(salt))
        self.match_id = match_id
        # The seeds read so far; there can be two at a time, as after a void draw.
        self._seeds_by_digest: dict[str, bytes] = {}

    def commitment(self) -> str:
        """Return the commitment to a fresh seed, which replaces the stored one.

        Called after a void draw, whose seed has been published and can't be used for another draw.
        """
        seed = new_seed()
        Seed.objects.filter(match_id=self.match_id).update(sealed=_encrypt_seed(seed))
        self._seeds_by_digest[seed_commitment(seed)] = seed
        return seed_commitment(seed)

    def _stored_seed(self, digest: str) -> bytes:
        if digest not in self._seeds_by_digest:
            self._seeds_by_digest[digest] = _load_seed(self.match_id)
            assert seed_commitment(self._seeds_by_digest[digest]) == digest, "the seed doesn't match its commitment"
        return self._seeds_by_digest[digest]


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
