"""Valid tokens that this process remembers for a moment, so that most requests authenticate without a query.

A token that was revoked is dropped at once in the process that did it, and in the others as soon as they hear of it; at
the latest after `MAX_AGE_SECONDS`. Only valid tokens are remembered: an unknown one always asks the database, and
nothing that a client makes up takes a place.
"""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from threading import Lock

from django.db import transaction

from accounts.models import Credential, Token, token_digest

MAX_AGE_SECONDS = 2.0
"""How long a token is believed to be as it was read."""
MAX_REMEMBERED_TOKENS = 10_000
"""Tokens held in memory; the least recently used is dropped first."""


@dataclass(frozen=True, slots=True)
class CachedCredential:
    """A credential, and the monotonic time until which it may be used."""

    credential: Credential
    usable_until: float


class TokenCache:
    """Credentials by the digest of the token's secret; the secrets themselves are not held."""

    def __init__(self) -> None:
        self._cached: OrderedDict[str, CachedCredential] = OrderedDict()
        self._lock = Lock()
        self._drop_count = 0

    def peek(self, secret: str) -> Token | None:
        """Return the token with this secret if it is remembered; never asks the database, and never waits."""
        return self._peek_digest(token_digest(secret))

    def find(self, secret: str) -> Token | None:
        """Return the valid token with this secret, from memory or from the database; None if there is none."""
        digest = token_digest(secret)
        return self._peek_digest(digest) or self._load(digest)

    def drop_user(self, user_id: str) -> None:
        """Forget all tokens of a user."""
        with self._lock:
            self._drop_count += 1
            for digest in [
                digest for digest, cached in self._cached.items() if cached.credential.token.user_id == user_id
            ]:
                del self._cached[digest]

    def clear(self) -> None:
        """Forget all tokens."""
        with self._lock:
            self._drop_count += 1
            self._cached.clear()

    def __len__(self) -> int:
        return len(self._cached)

    def _peek_digest(self, digest: str) -> Token | None:
        with self._lock:
            cached = self._cached.get(digest)
            if cached is None:
                return None
            if time.monotonic() >= cached.usable_until:
                del self._cached[digest]
                return None
            self._cached.move_to_end(digest)
        # A copy for each request: they may change it, and load more of its columns.
        return cached.credential.copy_token()

    def _load(self, digest: str) -> Token | None:
        drop_count, asked_at = self._drop_count, time.monotonic()
        credential = Token.objects.load_credential(digest)
        if credential is None:
            return None
        # The database's clock says for how long the token is valid, and this process's own how much of that is over.
        usable_until = asked_at + min(MAX_AGE_SECONDS, credential.valid_seconds)
        with self._lock:
            # What was read may be older than a revocation that came in meanwhile.
            if drop_count == self._drop_count:
                self._cached[digest] = CachedCredential(credential, usable_until)
                self._cached.move_to_end(digest)
                self._make_room(asked_at)
        return credential.copy_token()

    def _make_room(self, now: float) -> None:
        """Drop what nobody has used for so long that it is of no use any more, and what is beyond the limit."""
        while len(self._cached) > MAX_REMEMBERED_TOKENS or next(iter(self._cached.values())).usable_until <= now:
            self._cached.popitem(last=False)
            if not self._cached:
                break


TOKEN_CACHE = TokenCache()

_announce_change: list[Callable[[str], None]] = []


def on_account_change(announce: Callable[[str], None]) -> None:
    """Call `announce` with the user's ID after the commit of each change, so that it can tell the other processes."""
    _announce_change.append(announce)


def account_changed(user_id: str) -> None:
    """Forget a user's tokens here and, after the commit, everywhere.

    Whatever revokes tokens, bans or erases a user, or changes a name has to call this within its transaction.
    """
    # At once as well, for what follows in the same transaction.
    TOKEN_CACHE.drop_user(user_id)
    transaction.on_commit(partial(_forget_everywhere, user_id))


def _forget_everywhere(user_id: str) -> None:
    # Again: until the commit, other threads have read what was valid then.
    TOKEN_CACHE.drop_user(user_id)
    for announce in _announce_change:
        announce(user_id)
