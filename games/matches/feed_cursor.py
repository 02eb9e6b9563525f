"""The cursor of a personal feed: how much of it has been delivered, signed so that only we can make one."""

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
    """How much of its feed an account has got.

    Args:
        versions: by match, the version up to which the entries of its log have been delivered.
        announced: the rematches of which an entry has been delivered; they are in no log.
    """

    versions: Mapping[str, int]
    announced: frozenset[str]


def encode_cursor(cursor: FeedCursor, account: str) -> str:
    """Return the cursor as text that is valid for this account only."""
    return signing.dumps([dict(cursor.versions), sorted(cursor.announced)], salt=_salt(account), compress=True)


def decode_cursor(text: str, account: str) -> FeedCursor:
    """Return the cursor that was encoded for this account; it never expires.

    Raises:
        InvalidCursor: the text is something else, was changed, or was given to another account.
    """
    try:
        if len(text) > MAX_CURSOR_CHARS:
            raise InvalidCursor
        versions, announced = signing.loads(text, salt=_salt(account))
    except (signing.BadSignature, UnicodeError):
        raise InvalidCursor from None
    return FeedCursor(versions=versions, announced=frozenset(announced))


def _salt(account: str) -> str:
    return f"{SALT_PREFIX}/{account}"
