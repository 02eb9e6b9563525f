"""Answers that have a secret, stored for a day, so that a repeated request gets the same one and has no second effect.

The secret of a token and the code of an invite are stored only as digests, and the answers that tell them must not
become a second place to read them. So an answer is encrypted with a key that follows from the idempotency key, which
isn't stored, from the request, and from `SECRET_KEY`: neither a copy of the database, nor one together with
`SECRET_KEY`, is enough to read it. The idempotency key must be long, because it protects the answer like a password.

The answer to another request can't be decrypted, which is how one is recognized: no digest of the request is stored.
Passwords are no part of the request here. They are verified against the hash that the account has anyway, so that
nothing stored can be used to try passwords faster than with Argon2.
"""

import base64
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from typing import Any

from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.crypto import salted_hmac

from accounts.locking import lock_user
from accounts.models import User
from games.eventlog.advisory_lock import acquire_advisory_lock
from games.eventlog.canonical_encoding import encode_canonical
from games.eventlog.stream_slots import stream_slot
from games.matches.command_decision import IdempotencyKeyReused
from games.matches.models import StoredAnswer

ANSWER_LIFETIME = timedelta(hours=24)
"""How long a request can be repeated."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RepeatableRequest:
    """A request with an idempotency key."""

    caller: str
    """Whose key it is: the id of an account or a token; empty for requests without one, which share their keys."""
    idempotency_key: str
    content: Mapping[str, Any]
    """What makes it the same request, without passwords."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Answer:
    """The JSON of an answer, the user it belongs to, and the token or invite whose secret it has."""

    content: bytes
    user: User
    token_id: str | None = None
    invite_id: str | None = None


@contextmanager
def lock_request(request: RepeatableRequest, slot: AbstractContextManager[None]) -> Iterator[None]:
    """Open a transaction in which no other request with this caller and key is executed; wait for one that is.

    Args:
        request: the request.
        slot: what to hold around the transaction, in addition to the slot of the key.

    Raises:
        StreamBlocked: that one takes too long.
    """
    # Of the key alone, and nowhere stored: during a rotation of `SECRET_KEY` two servers can have different digests.
    name = f"answer/{sha256(_name_of(request).encode()).hexdigest()}"
    with stream_slot(name), slot, transaction.atomic():
        acquire_advisory_lock(name)
        yield


def find_answer(request: RepeatableRequest) -> Answer | None:
    """Return the answer that was stored for this request; None if there is none, or what it tells is no longer valid.

    Raises:
        IdempotencyKeyReused: the key was used for another request.
    """
    secret_by_digest = _secrets_by_digest(request)
    stored = (
        StoredAnswer.objects.filter(
            Q(token=None) | Q(token__expires_at__gt=Now()),
            Q(invite=None) | Q(invite__expires_at__gt=Now()),
            digest__in=secret_by_digest,
            created_at__gt=Now() - ANSWER_LIFETIME,
            user__is_active=True,
        )
        .select_related("user")
        .first()
    )
    if stored is None:
        return None
    try:
        content = _cipher(request, secret_by_digest[stored.digest]).decrypt(stored.sealed)
    except InvalidToken:
        raise IdempotencyKeyReused from None
    return Answer(content=content, user=stored.user, token_id=stored.token_id, invite_id=stored.invite_id)


def store_answer(request: RepeatableRequest, answer: Answer) -> None:
    """Store the answer; call it within `lock_request`, together with the effect of the request.

    Raises:
        BadToken: the account has just been erased or deactivated; the effect must be rolled back.
        UserLocked: somebody else holds the lock of the account; likewise.
    """
    # Otherwise an erasure at this moment could overlook the row. The lock of a match, if there is one, comes first:
    # nobody waits for a match while holding a user, nor for a user while holding a match.
    lock_user(answer.user.id)
    # One that `find_answer` passes over, because it is too old or tells what is no longer valid.
    StoredAnswer.objects.filter(digest__in=_secrets_by_digest(request)).delete()
    StoredAnswer.objects.create(
        digest=_digest(request, settings.SECRET_KEY),
        user=answer.user,
        token_id=answer.token_id,
        invite_id=answer.invite_id,
        sealed=_cipher(request, settings.SECRET_KEY).encrypt(answer.content).decode(),
    )


def _secrets_by_digest(request: RepeatableRequest) -> dict[str, str]:
    """Return the digests under which the answer may be stored, each with the secret that keys it."""
    return {_digest(request, secret): secret for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)}


def _digest(request: RepeatableRequest, secret: str) -> str:
    return salted_hmac("dixit stored answer", _name_of(request), secret=secret, algorithm="sha256").hexdigest()


def _name_of(request: RepeatableRequest) -> str:
    return f"{request.caller}/{request.idempotency_key}"


def _cipher(request: RepeatableRequest, secret: str) -> Fernet:
    info = encode_canonical({"caller": request.caller, "content": request.content})
    derivation = HKDF(algorithm=SHA256(), length=32, salt=secret.encode(), info=f"dixit stored answer\n{info}".encode())
    return Fernet(base64.urlsafe_b64encode(derivation.derive(request.idempotency_key.encode())))
