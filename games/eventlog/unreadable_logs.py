"""Logs that this release can't read: a match whose log is broken, or has events of a newer release, harms no other."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import DatabaseError

MAX_REPORTED_MATCHES = 10_000
"""How many matches a process remembers as reported."""

log = logging.getLogger(__name__)


class NewerEvent(Exception):
    """The log of a match has an event that only a newer release knows: by its type, its schema or its rulebook."""

    def __init__(self, match_id: str, version: int, what: str) -> None:
        super().__init__(f"version {version} of match {match_id} has {what}, which this release does not know")
        self.match_id, self.version, self.what = match_id, version, what


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
    else:
        log.error("the log of match %s can't be read", match_id, exc_info=error)


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
