"""The luck of a match: a seed that is committed to before anybody sits down, and kept secret."""

import base64
import secrets
from collections.abc import Sequence
from functools import cache
from hashlib import sha256

from cryptography.fernet import Fernet, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

from games.audit import shuffle
from games.rulebook.cards import Card, Chance, Pile
from games.table.models import Seed


def new_seed() -> bytes:
    return secrets.token_bytes(32)


def commitment(seed: bytes) -> str:
    """What the match's first event says of its seed."""
    return sha256(seed).hexdigest()


def keep(match_id: str, seed: bytes) -> None:
    """Store the seed, encrypted with a key that the database doesn't know."""
    Seed.objects.create(match_id=match_id, sealed=_keys().encrypt(seed).decode())


def chance(match_id: str, salt: str) -> Chance:
    """The match's luck; `salt` is the head hash when the lobby was locked. The seed is read once, if luck is asked."""
    seed = cache(lambda: _seed(match_id))

    def shuffled(label: str, items: Sequence[Card]) -> Pile:
        return shuffle.shuffle(shuffle.key(seed(), bytes.fromhex(salt), label), items)

    return shuffled


def _seed(match_id: str) -> bytes:
    return _keys().decrypt(Seed.objects.get(match_id=match_id).sealed)


def _keys() -> MultiFernet:
    return MultiFernet([_fernet(secret) for secret in settings.SEED_KEYS])


@cache
def _fernet(secret: str) -> Fernet:
    derived = HKDF(algorithm=SHA256(), length=32, salt=None, info=b"dixit seeds").derive(secret.encode())
    return Fernet(base64.urlsafe_b64encode(derived))
