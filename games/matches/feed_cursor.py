"""The cursor of a personal feed: how much of it an account has been told, signed so that only we can make one."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.core import signing

SALT_PREFIX = "dixit.personal-feed"
MAX_CURSOR_CHARS = 7000
"""Longest cursor that is read. The longest that is made is shorter, and so is a socket's largest frame."""


class InvalidCursor(Exception):
    """This cursor was not given to this account by this server."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FeedCursor:
    """How much an account has been told.

    Args:
        versions: by match, the version up to which it has been told of the match's log.
        told: the matches of which it has been told by an entry that is in no log: rematches and reserved seats.
    """

    versions: Mapping[str, int]
    told: frozenset[str]


def encode_cursor(cursor: FeedCursor, account: str) -> str:
    """Return the cursor as text that is valid for this account only."""
    return signing.dumps([dict(cursor.versions), sorted(cursor.told)], salt=_salt(account), compress=True)


def decode_cursor(text: str, account: str) -> FeedCursor:
    """Return the cursor that was encoded for this account; it never expires.

    Raises:
        InvalidCursor: the text is something else, was changed, or was given to another account.
    """
    try:
        if len(text) > MAX_CURSOR_CHARS:
            raise InvalidCursor
        versions, told = signing.loads(text, salt=_salt(account))
    except (signing.BadSignature, UnicodeError):
        raise InvalidCursor from None
    return FeedCursor(versions=versions, told=frozenset(told))


def _salt(account: str) -> str:
    return f"{SALT_PREFIX}/{account}"
