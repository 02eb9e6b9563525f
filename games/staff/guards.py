"""A decorator for match pages that reports where an unreadable log is broken."""

import logging
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeAlias

from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse

from games.eventlog.unreadable_logs import NewerEvent, report_unreadable
from games.records.database_verifier import verify_match

log = logging.getLogger(__name__)

AdminMatchView: TypeAlias = Callable[..., HttpResponse]


class EventLogBroken(Exception):
    """The log of a match cannot be read, because it was changed outside the application. The message says where."""


def report_broken_log(view: AdminMatchView) -> AdminMatchView:
    """Wrap a view so that it raises `EventLogBroken` if it fails because of the match's log.

    The view's URL must have a `match_id` or `object_id`. Other exceptions pass through unchanged, `NewerEvent` too.
    """

    @wraps(view)
    def wrapper(self: Any, request: HttpRequest, **url_kwargs: str) -> HttpResponse:
        try:
            return view(self, request, **url_kwargs)
        except (DatabaseError, Http404, PermissionDenied):
            raise
        except NewerEvent as error:
            report_unreadable(error.match_id, error)
            raise
        except Exception:
            # A changed log can fail in many ways and anywhere: a decoding error, a failed assertion, a KeyError. So the
            # verifier decides afterwards whether the log is to blame. It is too slow to run before each request.
            match_id = unquote(url_kwargs.get("match_id") or url_kwargs["object_id"])
            failure = verify_match(match_id).first_failure
            if failure is None:
                raise
            location = f"version {failure.first_bad}" if failure.first_bad else f"the {failure.level}"
            # Neither the verifier's words nor the exception: the server verifies with the secrets of a running match,
            # so both can name a card that is still hidden.
            log.error("The log of match %s cannot be read: the first fault is in %s", match_id, location)  # noqa: TRY400
            raise EventLogBroken(
                f"The first fault of this match is in {location}. `manage.py verify_match {match_id}` says what it is."
            ) from None

    return wrapper
