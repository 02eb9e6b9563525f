"""The cursor of a personal feed: how much of it has been delivered, signed so that only we can make one."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.core import signing

SALT_PREFIX = "dixit.personal-feed"
MAX_CURSOR_CHARS = 7000
"""Longest cursor that is read. The longest that is made is shorter, and so is a socket's largest frame."""


HASH_PREFIX_CHARS = 6
"""How much of each hash a cursor names: enough to tell histories apart, and little for many matches."""
PREFIXES_MARK, UNKNOWN = "=", "-"


class InvalidCursor(Exception):
    """This cursor was not given to this account by this server."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FeedCursor:
    """How much of its feed an account has got.

    Args:
        versions: by match, the version up to which the entries of its log have been delivered.
        announced: the rematches of which an entry has been delivered; they are in no log.
        hash_prefixes: by match, how the hash at that version begins; without those that aren't known.
    """

    versions: Mapping[str, int]
    announced: frozenset[str]
    hash_prefixes: Mapping[str, str] = field(default_factory=dict)


def encode_cursor(cursor: FeedCursor, account: str) -> str:
    """Return the cursor as text that is valid for this account only."""
    prefixes = [
        cursor.hash_prefixes.get(match_id, "").ljust(HASH_PREFIX_CHARS, UNKNOWN) for match_id in cursor.versions
    ]
    # All prefixes together are one of the announced ids, which no match has: 0.2.0 reads only cursors of two members.
    announced = sorted([*cursor.announced, *([PREFIXES_MARK + "".join(prefixes)] if cursor.versions else [])])
    return signing.dumps([dict(cursor.versions), announced], salt=_salt(account), compress=True)


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
    prefixes = next((one[1:] for one in announced if one.startswith(PREFIXES_MARK)), "")
    starts = range(0, len(prefixes), HASH_PREFIX_CHARS)
    prefix_of_each = (prefixes[start : start + HASH_PREFIX_CHARS].rstrip(UNKNOWN) for start in starts)
    return FeedCursor(
        versions=versions,
        announced=frozenset(one for one in announced if not one.startswith(PREFIXES_MARK)),
        hash_prefixes={match_id: prefix for match_id, prefix in zip(versions, prefix_of_each, strict=False) if prefix},
    )


def _salt(account: str) -> str:
    return f"{SALT_PREFIX}/{account}"
