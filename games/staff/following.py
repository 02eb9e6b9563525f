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

MatchView: TypeAlias = Callable[..., HttpResponse]


class LogBroken(Exception):
    """The log of a match was changed behind our back; the words say where."""


def following(view: MatchView) -> MatchView:
    """The view of a match, which the path names; a fault that isn't the log's own stays what it is."""

    @wraps(view)
    def followed(self: Any, request: HttpRequest, **named: str) -> HttpResponse:
        try:
            return view(self, request, **named)
        except (DatabaseError, Http404, PermissionDenied):
            raise
        except Exception:
            match_id = unquote(named.get("match_id") or named["object_id"])
            failed = verify_match(match_id).first_failure
            if failed is None:
                raise
            log.exception("the log of the match %s can't be followed", match_id)
            where = f"version {failed.first_bad}" if failed.first_bad else f"the {failed.level}"
            raise LogBroken(f"The first fault of this match is in {where}: {failed.words}") from None

    return followed
