"""Logs that this release can't read: a match whose log is broken, or has events of a newer release, harms no other."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from traceback import format_tb

from django.db import DatabaseError

MAX_REPORTED_MATCHES = 10_000
"""How many matches a process remembers as reported."""

log = logging.getLogger(__name__)


class UnreadableLog(Exception):
    """The log of a match can't be read here, so the match is unavailable."""

    def __init__(self, match_id: str, message: str) -> None:
        super().__init__(message)
        self.match_id = match_id


class NewerEvent(UnreadableLog):
    """The log of a match has an event that only a newer release knows: by its type, its schema or its rulebook."""

    def __init__(self, match_id: str, version: int, what: str) -> None:
        super().__init__(
            match_id, f"version {version} of match {match_id} has {what}, which this release does not know"
        )
        self.version, self.what = version, what


class BrokenLog(UnreadableLog):
    """The log of a match was changed past the application, or can't be folded. `__cause__` says why."""

    def __init__(self, match_id: str, cause: Exception) -> None:
        # Not the cause's words, which may name a card that is still hidden.
        why = f"{type(cause).__name__}; `manage.py verify_match {match_id}` says where it is broken"
        super().__init__(match_id, f"the log of match {match_id} can't be read ({why})")


_reported: set[str] = set()


def report_unreadable(match_id: str, error: Exception) -> None:
    """Log that a match can't be read, once per process and match."""
    if match_id in _reported:
        return
    if len(_reported) >= MAX_REPORTED_MATCHES:
        _reported.clear()
    _reported.add(match_id)
    if isinstance(error, NewerEvent):
        log.error("%s; a newer release has to serve it, and until then it is unavailable here", error)
        return
    broken = error if isinstance(error, BrokenLog) else BrokenLog(match_id, error)
    # The traceback without the exception's words, as above.
    log.error("%s\n%s", broken, "".join(format_tb((error.__cause__ or error).__traceback__)))


@contextmanager
def reading_log(match_id: str) -> Iterator[None]:
    """Raise `BrokenLog` for whatever goes wrong with the log of this match; errors of the database pass.

    Raises:
        UnreadableLog
    """
    try:
        yield
    except (DatabaseError, UnreadableLog):
        raise
    except Exception as error:
        raise BrokenLog(match_id, error) from error


@contextmanager
def skip_unreadable(match_id: str) -> Iterator[None]:
    """Suppress whatever goes wrong with the log of this match, and report it; errors of the database pass.

    A log that was changed past the application can fail in many ways and anywhere.
    """
    try:
        yield
    except DatabaseError:
        raise
    except Exception as error:  # noqa: BLE001
        report_unreadable(match_id, error)
