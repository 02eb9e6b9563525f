"""The site of the staff: Django's admin behind sessions of its own, which no other page pays for."""

from collections.abc import Callable
from typing import Any, TypeAlias

from django.contrib.admin import AdminSite
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.template.response import TemplateResponse
from django.urls import URLPattern, URLResolver
from django.utils.decorators import decorator_from_middleware

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
    site_header = site_title = "Dixit: staff"
    index_title = "The house"
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
    """The page, or all pages of a part, with a session. A middleware would stand in the way of every call of the API.

    Django's admin itself protects each of its pages against forged forms.
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
    """What can't be shown is told to people here, not to programs."""

    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except PermissionDenied as denied:
            title, why, status = "Not for you", str(denied) or "You haven't got the right to do this.", 403
        except EventLogBroken as broken:
            title, why, status = "The log of this match is broken", str(broken), 409
        except Http404:
            title, why, status = "Not here", "There is nothing at this address, or no longer.", 404
        context = {**site.each_context(request), "title": title, "why": why}
        return TemplateResponse(request, "staff/refused.html", context, status=status)

    return wrapper


def _with_security_headers(view: AdminView) -> AdminView:
    def wrapper(*args: Any, **kwargs: Any) -> HttpResponseBase:
        response = view(*args, **kwargs)
        response.headers.setdefault("Content-Security-Policy", STAFF_CONTENT_SECURITY_POLICY)
        # Without it browsers don't say of a form where it comes from, and it would be taken for a foreign one.
        response.headers["Referrer-Policy"] = "same-origin"
        return response

    return wrapper


site = StaffSite(name="admin")
site.register(Match, MatchAdmin)
site.register(Person, PersonAdmin)
site.register(StaffAct, StaffActAdmin)
