"""The staff site: Django's admin, with session middleware that applies to these pages only."""

from collections.abc import Callable
from typing import Any, TypeAlias

from django.contrib.admin import AdminSite
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.template.response import TemplateResponse
from django.urls import URLPattern, URLResolver
from django.utils.decorators import decorator_from_middleware

from games.eventlog.unreadable_logs import NewerEvent
from games.staff.admin_base import StaffActAdmin
from games.staff.guards import EventLogBroken
from games.staff.login_form import StaffLoginForm
from games.staff.match_admin import MatchAdmin
from games.staff.models import Match, Person, StaffAct
from games.staff.person_admin import PersonAdmin

AdminView: TypeAlias = Callable[..., HttpResponseBase]
STAFF_CONTENT_SECURITY_POLICY = (
    "default-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)

with_session = decorator_from_middleware(SessionMiddleware)
with_user = decorator_from_middleware(AuthenticationMiddleware)
with_messages = decorator_from_middleware(MessageMiddleware)


class StaffSite(AdminSite):
    """Django's admin site with the staff login, and the latest audit log entries on its index page."""

    site_header = site_title = "Dixit: staff"
    index_title = "Moderation"
    index_template = "staff/index.html"
    login_form = StaffLoginForm
    site_url = "/api/v1/docs"
    enable_nav_sidebar = False

    def get_urls(self) -> list[Any]:
        return [_wrap_with_session(each) for each in super().get_urls()]

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        may_see = request.user.has_perm("staff.view_staffact")
        acts = StaffAct.objects.order_by("-id")[:10] if may_see else ()
        return super().index(request, {"acts": acts, **(extra_context or {})})


def _wrap_with_session(url_pattern: URLPattern | URLResolver) -> URLPattern | URLResolver:
    """Give a page, or all pages below a resolver, a session and security headers. Changes the pattern in place.

    The middlewares are applied here, not in the settings, so that API calls do not pay for them. CSRF protection is
    not added, because Django's admin protects its views itself.
    """
    if isinstance(url_pattern, URLResolver):
        for nested_pattern in url_pattern.url_patterns:
            _wrap_with_session(nested_pattern)
    else:
        url_pattern.callback = _with_security_headers(
            with_session(with_user(with_messages(_with_html_errors(url_pattern.callback))))
        )
    return url_pattern


def _with_html_errors(view: AdminView) -> AdminView:
    """Return a view that shows errors as HTML. The project's own error handlers answer with JSON problems."""

    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except PermissionDenied as denied:
            title, why, status = "Permission denied", str(denied) or "You do not have permission to do this.", 403
        except NewerEvent as newer:
            title, why, status = "This match needs a newer release", f"It was left unchanged: {newer}.", 503
        except EventLogBroken as broken:
            title, why, status = "The log of this match is broken", str(broken), 409
        except SuspiciousOperation:
            title, why, status = "Bad request", "A list can be filtered by the fields beside it only.", 400
        except Http404:
            title, why, status = "Not found", "This page does not exist, or no longer exists.", 404
        context = {**site.each_context(request), "title": title, "why": why}
        return TemplateResponse(request, "staff/error.html", context, status=status)

    return wrapper


def _with_security_headers(view: AdminView) -> AdminView:
    def wrapper(*args: Any, **kwargs: Any) -> HttpResponseBase:
        response = view(*args, **kwargs)
        response.headers.setdefault("Content-Security-Policy", STAFF_CONTENT_SECURITY_POLICY)
        # With the project's default, `no-referrer`, browsers send `Origin: null` with a form, and Django's CSRF check
        # would refuse it as cross-site.
        response.headers["Referrer-Policy"] = "same-origin"
        return response

    return wrapper


site = StaffSite(name="admin")
site.register(Match, MatchAdmin)
site.register(Person, PersonAdmin)
site.register(StaffAct, StaffActAdmin)
