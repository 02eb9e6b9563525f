"""Matches as the staff sees them: what everybody may see, private matches too, and what it may do there."""

import logging
from typing import Any

from django.contrib.admin.utils import quote, unquote
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import path, reverse

from games.api.catalogue_views import thumbnails
from games.eventlog import match_state
from games.eventlog.match_state import MatchState
from games.projections.models import SeatRow
from games.records.export import public_record_pages
from games.report.page import sheet
from games.report.report import on_record
from games.rulebook.match import Over, phase_id, seat_of, terms_of
from games.staff import acts
from games.staff.asking import asked
from games.staff.following import following
from games.staff.match_page import page
from games.staff.models import Match, StaffAct
from games.staff.reading import ReadOnly
from games.story.seen import seen
from games.story.telling import story

log = logging.getLogger(__name__)

MAY_ACT = "staff.act_on_match"


class MatchAdmin(ReadOnly):
    list_display = ("match_id", "status", "phase", "ruleset", "visibility", "places", "opened_at")
    list_filter = ("status", "visibility", "ruleset", "opened_at")
    search_fields = ("=match_id", "ruleset")
    search_help_text = "A match's or a player's id, a rule set, or a player's whole name"
    ordering = ("-opened_at", "match_id")

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[Any], search_term: str) -> Any:
        """Also by who sits there."""
        found, _ = super().get_search_results(request, queryset, search_term)
        if term := search_term.strip():
            seats = SeatRow.objects.filter(player_id=term) | SeatRow.objects.filter(player_name=term)
            found |= queryset.filter(match_id__in=seats.values("match_id"))
        return found, False

    def get_urls(self) -> list[Any]:
        ways = {"audit": self.audit, "story": self.story, "end_phase": self.end_phase, "end_match": self.end_match}
        more = [
            path(f"<str:match_id>/{name}/", self.admin_site.admin_view(view), name=f"staff_match_{name}")
            for name, view in ways.items()
        ]
        return [*more, *super().get_urls()]

    @following
    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        match_id = unquote(object_id)
        folded = self._let_in(request, match_id)
        found = page(match_id, folded)
        context = {
            **self.admin_site.each_context(request),
            "title": f"Match {match_id}",
            "opts": self.opts,
            "row": Match.objects.filter(match_id=match_id).first(),
            "match": found,
            "over": isinstance(folded.match, Over),
            "shown": found.events_of(request.GET.get("type")),
            "type": request.GET.get("type"),
            "may_act": request.user.has_perm(MAY_ACT),
            "acts": StaffAct.objects.filter(about=match_id).order_by("-id"),
        }
        return TemplateResponse(request, "staff/match.html", context)

    @following
    def audit(self, request: HttpRequest, match_id: str) -> HttpResponse:
        """The same page as everybody's, for private matches, too."""
        folded = self._let_in(request, match_id)
        report = on_record(
            "".join(public_record_pages(match_id)).encode(), match_id, terms_of(folded.match).ruleset.name
        )
        headers = {"Content-Security-Policy": sheet.POLICY}
        return HttpResponse(sheet.sheet(report, thumbnails()), headers=headers)

    @following
    def story(self, request: HttpRequest, match_id: str) -> HttpResponse:
        self._let_in(request, match_id)
        return HttpResponse(story(seen(match_id, None)), content_type="text/plain; charset=utf-8")

    @following
    def end_phase(self, request: HttpRequest, match_id: str) -> HttpResponse:
        folded = self._to_act_on(request, match_id)
        named = request.GET.get("phase", phase_id(folded.match))

        def act(reason: str) -> None:
            acts.end_phase(match_id, named, by=str(request.user.pk), reason=reason)

        warning = "Whoever hasn't moved is treated as if their time were up. All who play see that it was the staff."
        return asked(request, self.admin_site, f"End the phase {named}", warning, self._back(match_id), act)

    @following
    def end_match(self, request: HttpRequest, match_id: str) -> HttpResponse:
        self._to_act_on(request, match_id)

        def act(reason: str) -> None:
            acts.end_match(match_id, by=str(request.user.pk), reason=reason)

        warning = "Nobody wins, and it can't be undone. All who play see that it was the staff."
        return asked(request, self.admin_site, "End the match", warning, self._back(match_id), act)

    def _let_in(self, request: HttpRequest, match_id: str) -> MatchState:
        """Nobody looks into a match in which they sit, or decides about it; who looks stands in the server's log."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        folded = match_state.load(match_id)
        if folded is None:
            raise Http404
        plays = not isinstance(folded.match, Over) and seat_of(folded.match, str(request.user.pk)) is not None
        log.info("%s of the staff asks for %s%s", request.user.pk, request.path, " and plays" if plays else "")
        if plays:
            raise PermissionDenied("You play in this match: others of the staff look after it.")
        return folded

    def _to_act_on(self, request: HttpRequest, match_id: str) -> MatchState:
        if not request.user.has_perm(MAY_ACT):
            raise PermissionDenied
        return self._let_in(request, match_id)

    def _back(self, match_id: str) -> str:
        return reverse("admin:staff_match_change", args=[quote(match_id)])
