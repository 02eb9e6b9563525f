"""The randomness of a match: a secret seed, whose digest is published before anyone can sit down.

docs/reference/luck.md specifies how every shuffle follows from it.
"""

import base64
import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterable
from functools import cache
from hashlib import sha256
from threading import Lock
from typing import TypeVar

from cryptography.fernet import Fernet, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

from games.audit.seeded_random import SeededRandom
from games.eventlog.write_batch import WriteBatch, insert_into
from games.matches.models import Seed

T = TypeVar("T")
MAX_REMEMBERED_SEEDS = 4096
"""How many seeds a process remembers, decrypted: about as many as states of matches."""


def new_seed() -> bytes:
    return secrets.token_bytes(32)


def seed_commitment(seed: bytes) -> str:
    """Return the commitment to a seed, its SHA-256 in hex, which goes into the match's first event."""
    return sha256(seed).hexdigest()


def store_seed(match_id: str, seed: bytes) -> None:
    """Store the seed, encrypted with a key that isn't in the database."""
    Seed.objects.create(match_id=match_id, sealed=_encrypt_seed(seed))
    _remember(seed)


class SeedNotLoaded(Exception):
    """This process doesn't remember the seed that something is to be shuffled with; `load_seeds` reads it."""


class MatchRandom(SeededRandom):
    """The rulebook's `Chance` for one match. It reads nothing, so that the rules never wait for a database."""

    def __init__(self, match_id: str, salt: str) -> None:
        """Make the randomness of a match; `salt` is the hash, in hex, of the last event before it started."""
        super().__init__(self._find_seed, bytes.fromhex(salt))
        self.match_id = match_id
        self.new_seed: bytes | None = None
        """The seed that replaces the stored one, if there was a void draw."""

    def commitment(self) -> str:
        """Return the commitment to a fresh seed, which is to replace the stored one.

        Called after a void draw, whose seed has been published and can't be used for another draw.
        """
        self.new_seed = new_seed()
        return _remember(self.new_seed)

    def _find_seed(self, digest: str) -> bytes:
        with _seeds_lock:
            if digest not in _seeds_by_digest:
                raise SeedNotLoaded
            _seeds_by_digest.move_to_end(digest)
            return _seeds_by_digest[digest]


def load_seeds(match_ids: Iterable[str]) -> list[bytes]:
    """Read and decrypt the seeds of these matches, remember them for `MatchRandom`, and return them in any order."""
    cipher, stored = _seed_cipher(), Seed.objects.filter(match_id__in=match_ids).values_list("sealed", flat=True)
    seeds = [cipher.decrypt(sealed) for sealed in stored]
    for seed in seeds:
        _remember(seed)
    return seeds


def with_seed(match_id: str, work: Callable[[], T]) -> T:
    """Return what the work returns, which may need the seed of this match; it is done again if that has to be read."""
    try:
        return work()
    except SeedNotLoaded:
        load_seeds([match_id])
    try:
        return work()
    except SeedNotLoaded:
        raise AssertionError("the seed doesn't match its commitment") from None


def add_seed(match_id: str, seed: bytes, writes: WriteBatch) -> None:
    """Add to `writes` a seed that takes the place of the match's present one."""
    writes.add(_REPLACE_SEEDS, [(match_id, _encrypt_seed(seed))])


_REPLACE_SEEDS = insert_into(
    Seed, ("match_id", "sealed"), suffix="ON CONFLICT (match_id) DO UPDATE SET sealed = excluded.sealed"
)
# By their commitments, which are digests of the seeds: what is found here is what was committed to.
_seeds_by_digest: OrderedDict[str, bytes] = OrderedDict()
_seeds_lock = Lock()


def _remember(seed: bytes) -> str:
    """Remember a seed, forget the one that wasn't used for longest if there are too many, and return its commitment."""
    digest = seed_commitment(seed)
    with _seeds_lock:
        _seeds_by_digest[digest] = seed
        _seeds_by_digest.move_to_end(digest)
        if len(_seeds_by_digest) > MAX_REMEMBERED_SEEDS:
            _seeds_by_digest.popitem(last=False)
    return digest


def _encrypt_seed(seed: bytes) -> str:
    return _seed_cipher().encrypt(seed).decode()


def _seed_cipher() -> MultiFernet:
    # Encrypts with the first key and decrypts with any of them, so that an operator can rotate keys.
    return MultiFernet([_fernet(secret) for secret in settings.SEED_KEYS])


@cache
def _fernet(secret: str) -> Fernet:
    derived_key = HKDF(algorithm=SHA256(), length=32, salt=None, info=b"dixit seeds").derive(secret.encode())
    return Fernet(base64.urlsafe_b64encode(derived_key))
