"""People as the staff sees them: who they are, where they play, their tokens (never what opens a door), bans."""

from typing import Any

from django.contrib.admin.utils import quote, unquote
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import path, reverse

from accounts.models import Token, User
from games.projections.models import MatchRow, SeatRow
from games.staff import acts
from games.staff.asking import Act, asked
from games.staff.models import StaffAct
from games.staff.reading import ReadOnly

MAY_ACT = "staff.act_on_person"
MOST = 50
"""Matches of somebody that are listed."""


class PersonAdmin(ReadOnly):
    list_display = ("name", "kind", "login", "id", "is_active", "is_staff", "created_at")
    list_filter = ("kind", "is_active", "is_staff", "created_at")
    search_fields = ("=id", "login", "name")
    ordering = ("-created_at", "id")

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view
        more = [
            path("<str:user_id>/ban/", view(self.ban), name="staff_person_ban"),
            path("<str:user_id>/unban/", view(self.unban), name="staff_person_unban"),
            path("<str:user_id>/tokens/<str:token_id>/revoke/", view(self.revoke), name="staff_person_revoke"),
        ]
        return [*more, *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        person = self._person(request, unquote(object_id))
        sat = SeatRow.objects.filter(player_id=person.id).values("match_id")
        context = {
            **self.admin_site.each_context(request),
            "title": person.name,
            "opts": self.opts,
            "person": person,
            "tokens": Token.objects.filter(user_id=person.id).defer("digest").order_by("-created_at"),
            "matches": MatchRow.objects.filter(match_id__in=sat).order_by("-opened_at")[:MOST],
            "acts": StaffAct.objects.filter(about=person.id).order_by("-id"),
            "may_act": self._may_act(request, person),
        }
        return TemplateResponse(request, "staff/person.html", context)

    def ban(self, request: HttpRequest, user_id: str) -> HttpResponse:
        def act(reason: str) -> None:
            acts.ban(user_id, by=str(request.user.pk), reason=reason)

        warning = "They are logged out everywhere and let in no more, and luck plays on for their seats."
        return self._asked(request, user_id, "Ban", warning, act)

    def unban(self, request: HttpRequest, user_id: str) -> HttpResponse:
        def act(reason: str) -> None:
            acts.unban(user_id, by=str(request.user.pk), reason=reason)

        warning = "They may play again. Seats that they have lost stay lost."
        return self._asked(request, user_id, "Lift the ban of", warning, act)

    def revoke(self, request: HttpRequest, user_id: str, token_id: str) -> HttpResponse:
        def act(reason: str) -> None:
            acts.revoke(user_id, token_id, by=str(request.user.pk), reason=reason)

        warning = f"The token {token_id} is good for nothing any more. A guest who has no other one can't come back."
        return self._asked(request, user_id, "Revoke a token of", warning, act)

    def _asked(self, request: HttpRequest, user_id: str, verb: str, warning: str, act: Act) -> HttpResponse:
        person = self._person(request, user_id)
        if not self._may_act(request, person):
            raise PermissionDenied
        back = reverse("admin:staff_person_change", args=[quote(user_id)])
        return asked(request, self.admin_site, f"{verb} {person.name}", warning, back, act)

    def _person(self, request: HttpRequest, user_id: str) -> User:
        if not self.has_view_permission(request):
            raise PermissionDenied
        person = User.objects.filter(id=user_id).first()
        if person is None:
            raise Http404
        return person

    def _may_act(self, request: HttpRequest, person: User) -> bool:
        """Not on oneself, and on others of the staff only as a superuser."""
        user = request.user
        above = bool(getattr(user, "is_superuser", False)) or not person.is_staff
        return user.pk != person.pk and above and user.has_perm(MAY_ACT)
