"""POST requests that create guests, accounts, tokens and invites, once for each idempotency key."""

from collections.abc import Callable, Collection
from contextlib import AbstractContextManager, nullcontext
from typing import Annotated, TypeAlias

import msgspec
from django.db import transaction
from django.http import HttpRequest

from accounts.locking import retry_while_user_is_locked
from accounts.models import User
from games.api.login_throttle import charge_login_attempt
from games.api.throttle import client_address
from games.matches.command_decision import IdempotencyKeyReused
from games.matches.stored_answers import Answer, RepeatableRequest, find_answer, lock_request, store_answer
from games.protocol.command_specs import unquote_key
from games.protocol.problems import FieldError, Problem
from games.protocol.text_validation import normalize_typed_in

MIN_KEY_LENGTH = 22
"""As many characters as 128 random bits in base64: anyone who has the key can get the answer, with its secret."""
LongKey = Annotated[str, msgspec.Meta(pattern=rf"^[A-Za-z0-9_-]{{{MIN_KEY_LENGTH},64}}$(?!\n)")]

Effect: TypeAlias = Callable[[], Answer]
"""Does what the request asks for, within a transaction, and returns the answer.

It is called again, in a new transaction, while somebody else holds the lock of a user that it locks.
"""

SlotMaker: TypeAlias = Callable[[], AbstractContextManager[None]]


def repeatable_request(
    request: HttpRequest, body: msgspec.Struct, *, caller: str = "", passwords: Collection[str] = ()
) -> RepeatableRequest | None:
    """Return what a repetition of this request is recognized by; None without the header.

    Args:
        request: the request.
        body: its body, decoded.
        caller: the id of the account or the token whose key it is.
        passwords: the fields of the body that are verified in another way.

    Raises:
        Problem: `invalid` for a key that is too short, or has another form.
    """
    header = request.headers.get("Idempotency-Key")
    if header is None:
        return None
    content = {name: value for name, value in msgspec.to_builtins(body).items() if name not in passwords}
    return RepeatableRequest(
        caller=caller,
        idempotency_key=_parse_long_key(header),
        content={"path": request.path, "body": normalize_typed_in(content)},
    )


def _parse_long_key(header: str) -> str:
    try:
        return msgspec.convert(unquote_key(header), LongKey)
    except msgspec.ValidationError:
        detail = (
            f"Idempotency-Key must have {MIN_KEY_LENGTH} to 64 letters, digits, _ or - here, such as a random UUID: "
            "the answer has a secret, and anyone who knows the key could get it."
        )
        raise Problem("invalid", detail, errors=[FieldError(pointer="", code="wrong_value", detail=detail)]) from None


def answer_once(
    repeatable: RepeatableRequest | None,
    prepare: Callable[[], Effect],
    *,
    slot: SlotMaker = nullcontext,
    check_repetition: Callable[[User], None] = lambda user: None,
) -> msgspec.Raw:
    """Return the JSON of the answer: of this request, or of the first one with its idempotency key.

    Args:
        repeatable: what a repetition is recognized by; None if the request can't be repeated.
        prepare: does what takes long, such as hashing a password, before the transaction. Returns the effect.
        slot: makes what to hold around the transaction.
        check_repetition: called before a stored answer is given, with its user; raises if it must not be.

    Raises:
        IdempotencyKeyReused: the key was used for another request.
        StreamBlocked: a request with this key is taking too long.
        UserLocked: somebody else holds the lock of the account for too long.
    """
    if repeatable is None:
        effect = prepare()
        return msgspec.Raw(retry_while_user_is_locked(lambda: _execute(effect, slot)).content)
    answer, is_repetition = find_answer(repeatable), True
    if answer is None:
        effect = prepare()
        answer, is_repetition = retry_while_user_is_locked(lambda: _execute_once(repeatable, effect, slot))
    if is_repetition:
        check_repetition(answer.user)
    return msgspec.Raw(answer.content)


def _execute(effect: Effect, slot: SlotMaker) -> Answer:
    with slot(), transaction.atomic():
        return effect()


def _execute_once(repeatable: RepeatableRequest, effect: Effect, slot: SlotMaker) -> tuple[Answer, bool]:
    """Return the answer, and whether it was stored by another request with this key."""
    with lock_request(repeatable, slot()):
        # Again: one that was executed at the same time may have been first.
        if (stored := find_answer(repeatable)) is not None:
            return stored, True
        answer = effect()
        store_answer(repeatable, answer)
        return answer, False


def check_password_of_repetition(request: HttpRequest, user: User, password: str) -> None:
    """Verify the password of a repeated request, which no digest has, and count it like a login.

    Raises:
        IdempotencyKeyReused: it isn't the password of the first request, or that one has been changed since.
        Problem: `too_many_requests`, or `unavailable` while attempts can't be counted.
    """
    charge_login_attempt(user.login or "", client_address(request))
    if not user.check_password(password):
        raise IdempotencyKeyReused
