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

from games.staff.following import LogBroken
from games.staff.login import StaffLogin
from games.staff.matches import MatchAdmin
from games.staff.models import Match, Person, StaffAct
from games.staff.people import PersonAdmin
from games.staff.reading import ActAdmin

View: TypeAlias = Callable[..., HttpResponseBase]
POLICY = "default-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

with_session = decorator_from_middleware(SessionMiddleware)
with_user = decorator_from_middleware(AuthenticationMiddleware)
with_messages = decorator_from_middleware(MessageMiddleware)


class StaffSite(AdminSite):
    site_header = site_title = "Dixit: staff"
    index_title = "The house"
    index_template = "staff/index.html"
    login_form = StaffLogin
    site_url = "/api/v1/docs"
    enable_nav_sidebar = False

    def get_urls(self) -> list[Any]:
        return [_guarded(each) for each in super().get_urls()]

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        may_see = request.user.has_perm("staff.view_staffact")
        acts = StaffAct.objects.order_by("-id")[:10] if may_see else ()
        return super().index(request, {"acts": acts, **(extra_context or {})})


def _guarded(each: URLPattern | URLResolver) -> URLPattern | URLResolver:
    """The page, or all pages of a part, with a session. A middleware would stand in the way of every call of the API.

    Django's admin itself protects each of its pages against forged forms.
    """
    if isinstance(each, URLResolver):
        for inner in each.url_patterns:
            _guarded(inner)
    else:
        each.callback = _dressed(with_session(with_user(with_messages(_in_words(each.callback)))))
    return each


def _in_words(view: View) -> View:
    """What can't be shown is told to people here, not to programs."""

    def told(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except PermissionDenied as denied:
            title, why, status = "Not for you", str(denied) or "You haven't got the right to do this.", 403
        except LogBroken as broken:
            title, why, status = "The log of this match is broken", str(broken), 409
        except Http404:
            title, why, status = "Not here", "There is nothing at this address, or no longer.", 404
        context = {**site.each_context(request), "title": title, "why": why}
        return TemplateResponse(request, "staff/refused.html", context, status=status)

    return told


def _dressed(view: View) -> View:
    def dressed(*args: Any, **kwargs: Any) -> HttpResponseBase:
        response = view(*args, **kwargs)
        response.headers.setdefault("Content-Security-Policy", POLICY)
        # Without it browsers don't say of a form where it comes from, and it would be taken for a foreign one.
        response.headers["Referrer-Policy"] = "same-origin"
        return response

    return dressed


site = StaffSite(name="admin")
site.register(Match, MatchAdmin)
site.register(Person, PersonAdmin)
site.register(StaffAct, ActAdmin)
