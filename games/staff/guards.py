"""A match whose log can't be followed has no page, but what is wrong with it can be told."""

import logging
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeAlias

from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse

from games.records.database_verifier import verify_match

log = logging.getLogger(__name__)

AdminMatchView: TypeAlias = Callable[..., HttpResponse]


class EventLogBroken(Exception):
    """The log of a match was changed behind our back; the words say where."""


def report_broken_log(view: AdminMatchView) -> AdminMatchView:
    """The view of a match, which the path names; a fault that isn't the log's own stays what it is."""

    @wraps(view)
    def wrapper(self: Any, request: HttpRequest, **url_kwargs: str) -> HttpResponse:
        try:
            return view(self, request, **url_kwargs)
        except (DatabaseError, Http404, PermissionDenied):
            raise
        except Exception:
            match_id = unquote(url_kwargs.get("match_id") or url_kwargs["object_id"])
            failure = verify_match(match_id).first_failure
            if failure is None:
                raise
            log.exception("the log of the match %s can't be followed", match_id)
            location = f"version {failure.first_bad}" if failure.first_bad else f"the {failure.level}"
            raise EventLogBroken(f"The first fault of this match is in {location}: {failure.words}") from None

    return wrapper
