"""Admin pages on people: their account, matches and tokens (never a token's secret), and the actions on them."""

from typing import Any

from django.contrib.admin.utils import quote, unquote
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import path, reverse

from accounts.models import Token, User
from games.projections.models import MatchRow, SeatRow
from games.staff import moderation
from games.staff.admin_base import ReadOnlyAdmin
from games.staff.confirmation import ConfirmedAction, confirm_and_run
from games.staff.models import StaffAct

ACT_ON_PERSON_PERMISSION = "staff.act_on_person"
PLAYS_WITH_PERSON = "You play in a match with this person. Another staff member has to handle this."
MAX_LISTED_MATCHES = 50
"""The number of a person's matches that their page lists, newest first."""


class PersonAdmin(ReadOnlyAdmin):
    """List and detail pages, and the actions that ban, unban and revoke a token."""

    list_display = ("name", "kind", "login", "id", "is_active", "is_staff", "created_at")
    list_filter = ("kind", "is_active", "is_staff", "created_at")
    search_fields = ("=id", "login", "name")
    ordering = ("-created_at", "id")

    def get_urls(self) -> list[Any]:
        wrap_view = self.admin_site.admin_view
        extra_urls = [
            path("<str:user_id>/ban/", wrap_view(self.ban_view), name="staff_person_ban"),
            path("<str:user_id>/unban/", wrap_view(self.unban_view), name="staff_person_unban"),
            path(
                "<str:user_id>/tokens/<str:token_id>/revoke/",
                wrap_view(self.revoke_token_view),
                name="staff_person_revoke",
            ),
        ]
        # First, as in `MatchAdmin`.
        return [*extra_urls, *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        person = self._load_person(request, unquote(object_id))
        match_ids = SeatRow.objects.filter(player_id=person.id).values("match_id")
        context = {
            **self.admin_site.each_context(request),
            "title": person.name,
            "opts": self.opts,
            "person": person,
            # Digests aren't even loaded, so no template can show them.
            "tokens": Token.objects.filter(user_id=person.id).defer("digest").order_by("-created_at"),
            "matches": MatchRow.objects.filter(match_id__in=match_ids).order_by("-opened_at")[:MAX_LISTED_MATCHES],
            "acts": StaffAct.objects.filter(about=person.id).order_by("-id"),
            "may_act": self._may_act(request, person),
            "plays_with": PLAYS_WITH_PERSON if plays_with(str(request.user.pk), person.id) else "",
        }
        return TemplateResponse(request, "staff/person.html", context)

    def ban_view(self, request: HttpRequest, user_id: str) -> HttpResponse:
        def ban(reason: str) -> None:
            moderation.ban_user(user_id, by=str(request.user.pk), reason=reason)

        warning = "They are logged out everywhere and cannot log in again. Their moves are made at random from now on."
        return self._confirm_and_run(request, user_id, "Ban", warning, ban)

    def unban_view(self, request: HttpRequest, user_id: str) -> HttpResponse:
        def lift_ban(reason: str) -> None:
            moderation.unban_user(user_id, by=str(request.user.pk), reason=reason)

        warning = "They may play again. Seats that they lost are not restored."
        return self._confirm_and_run(request, user_id, "Lift the ban on", warning, lift_ban)

    def revoke_token_view(self, request: HttpRequest, user_id: str, token_id: str) -> HttpResponse:
        def revoke(reason: str) -> None:
            moderation.revoke_token(user_id, token_id, by=str(request.user.pk), reason=reason)

        warning = f"Token {token_id} stops working. A guest without another token cannot come back."
        return self._confirm_and_run(request, user_id, "Revoke a token of", warning, revoke)

    def _confirm_and_run(
        self, request: HttpRequest, user_id: str, verb: str, warning: str, action: ConfirmedAction
    ) -> HttpResponse:
        person = self._load_person(request, user_id)
        if not self._may_act(request, person):
            raise PermissionDenied(PLAYS_WITH_PERSON if plays_with(str(request.user.pk), person.id) else "")
        return_url = reverse("admin:staff_person_change", args=[quote(user_id)])
        return confirm_and_run(request, self.admin_site, f"{verb} {person.name}", warning, return_url, action)

    def _load_person(self, request: HttpRequest, user_id: str) -> User:
        if not self.has_view_permission(request):
            raise PermissionDenied
        person = User.objects.filter(id=user_id).first()
        if person is None:
            raise Http404
        return person

    def _may_act(self, request: HttpRequest, person: User) -> bool:
        """Return whether the user may act on this person.

        Never on themselves or on somebody whom they play with, and on other staff only as a superuser.
        """
        user = request.user
        outranks = bool(getattr(user, "is_superuser", False)) or not person.is_staff
        is_impartial = user.pk != person.pk and not plays_with(str(user.pk), person.id)
        return is_impartial and outranks and user.has_perm(ACT_ON_PERSON_PERMISSION)


def plays_with(user_id: str, other_id: str) -> bool:
    """Return whether both have seats in a match that isn't over, and neither has resigned there."""
    own, others = (
        SeatRow.objects.filter(player_id=player_id, resigned=False).values("match_id")
        for player_id in (user_id, other_id)
    )
    unfinished = MatchRow.objects.filter(status__in=("gathering", "playing"))
    return unfinished.filter(match_id__in=own).filter(match_id__in=others).exists()
