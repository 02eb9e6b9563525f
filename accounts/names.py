"""Login names: spellings that differ only in case, width or invisible characters are the same name."""

from accounts.player_labels import normalize_caseless

MAX_LOGIN_CODE_POINTS = 320
"""The most code points of a normalized login; some names grow when they are normalized."""


def normalize_login(name: str) -> str:
    """Return the form in which names are compared: compatibility caseless, without invisible characters."""
    return normalize_caseless(name)
