"""Admin pages on matches: the public view of any match, private ones included, and the actions on it."""

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
from games.narrative.narrative import narrate
from games.narrative.visible_event import visible_events
from games.projections.models import SeatRow
from games.records.export import public_record_pages
from games.report.page import REPORT_CONTENT_SECURITY_POLICY, render_page
from games.report.report_builder import build_record_report
from games.rulebook.match import Over, phase_id, seat_of, terms_of
from games.staff import moderation
from games.staff.admin_base import ReadOnlyAdmin
from games.staff.confirmation import confirm_and_run
from games.staff.guards import report_broken_log
from games.staff.match_page import load_match_page
from games.staff.models import Match, StaffAct
from games.story.story_renderer import render_story

log = logging.getLogger(__name__)

ACT_ON_MATCH_PERMISSION = "staff.act_on_match"


class MatchAdmin(ReadOnlyAdmin):
    """List, detail, audit and story pages, and the actions that end a phase or a match."""

    list_display = ("match_id", "status", "phase", "ruleset", "visibility", "places", "opened_at")
    list_filter = ("status", "visibility", "ruleset", "opened_at")
    search_fields = ("=match_id", "ruleset")
    search_help_text = "A match or player id, a rule set, or a player's full name"
    ordering = ("-opened_at", "match_id")

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[Any], search_term: str) -> Any:
        """Also find matches by the id or name of a player."""
        matches, _ = super().get_search_results(request, queryset, search_term)
        if term := search_term.strip():
            seats = SeatRow.objects.filter(player_id=term) | SeatRow.objects.filter(player_name=term)
            matches |= queryset.filter(match_id__in=seats.values("match_id"))
        return matches, False

    def get_urls(self) -> list[Any]:
        view_by_name = {
            "audit": self.audit_view,
            "story": self.story_view,
            "end_phase": self.end_phase_view,
            "end_match": self.end_match_view,
        }
        extra_urls = [
            path(f"<str:match_id>/{name}/", self.admin_site.admin_view(view), name=f"staff_match_{name}")
            for name, view in view_by_name.items()
        ]
        # First, because the admin's own last route takes every path below this one for an object's id.
        return [*extra_urls, *super().get_urls()]

    @report_broken_log
    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        match_id = unquote(object_id)
        state = self._load_viewable_match(request, match_id)
        match_page = load_match_page(match_id, state)
        context = {
            **self.admin_site.each_context(request),
            "title": f"Match {match_id}",
            "opts": self.opts,
            "row": Match.objects.filter(match_id=match_id).first(),
            "match": match_page,
            "is_over": isinstance(state.match, Over),
            "events": match_page.events_of_type(request.GET.get("type")),
            "type": request.GET.get("type"),
            "may_act": request.user.has_perm(ACT_ON_MATCH_PERMISSION),
            "acts": StaffAct.objects.filter(about=match_id).order_by("-id"),
        }
        return TemplateResponse(request, "staff/match.html", context)

    @report_broken_log
    def audit_view(self, request: HttpRequest, match_id: str) -> HttpResponse:
        """Show the public audit page, for private matches too."""
        state = self._load_viewable_match(request, match_id)
        report = build_record_report(
            "".join(public_record_pages(match_id)).encode(), match_id, terms_of(state.match).ruleset.name
        )
        headers = {"Content-Security-Policy": REPORT_CONTENT_SECURITY_POLICY}
        return HttpResponse(render_page(report, thumbnails()), headers=headers)

    @report_broken_log
    def story_view(self, request: HttpRequest, match_id: str) -> HttpResponse:
        self._load_viewable_match(request, match_id)
        story = render_story(narrate(visible_events(match_id, None)))
        return HttpResponse(story, content_type="text/plain; charset=utf-8")

    @report_broken_log
    def end_phase_view(self, request: HttpRequest, match_id: str) -> HttpResponse:
        state = self._load_actionable_match(request, match_id)
        phase = request.GET.get("phase", phase_id(state.match))

        # The phase comes from the link. If the match has moved on since, the command is refused, instead of ending a
        # phase that the user has not seen.
        def end_phase(reason: str) -> None:
            moderation.end_phase(match_id, phase, by=str(request.user.pk), reason=reason)

        warning = (
            "Players who have not moved are treated as if their time were up. All players see that staff did this."
        )
        return confirm_and_run(
            request, self.admin_site, f"End the phase {phase}", warning, self._change_url(match_id), end_phase
        )

    @report_broken_log
    def end_match_view(self, request: HttpRequest, match_id: str) -> HttpResponse:
        self._load_actionable_match(request, match_id)

        def end_match(reason: str) -> None:
            moderation.end_match(match_id, by=str(request.user.pk), reason=reason)

        warning = "No one wins, and this cannot be undone. All players see that staff did this."
        return confirm_and_run(
            request, self.admin_site, "End the match", warning, self._change_url(match_id), end_match
        )

    def _load_viewable_match(self, request: HttpRequest, match_id: str) -> MatchState:
        """Return the state of a match, and log the access.

        Raises:
            PermissionDenied: if the user lacks the permission, or plays in the match: staff must not look into or
                decide about their own running matches.
            Http404: if there is no such match.
        """
        if not self.has_view_permission(request):
            raise PermissionDenied
        state = match_state.load(match_id)
        if state is None:
            raise Http404
        is_player = not isinstance(state.match, Over) and seat_of(state.match, str(request.user.pk)) is not None
        # Before the refusal, so that attempts to look into one's own match are in the log as well.
        log.info("Staff member %s requests %s%s", request.user.pk, request.path, " as a player" if is_player else "")
        if is_player:
            raise PermissionDenied("You play in this match. Another staff member has to handle it.")
        return state

    def _load_actionable_match(self, request: HttpRequest, match_id: str) -> MatchState:
        if not request.user.has_perm(ACT_ON_MATCH_PERMISSION):
            raise PermissionDenied
        return self._load_viewable_match(request, match_id)

    def _change_url(self, match_id: str) -> str:
        # The admin escapes ids in its URLs: an underscore becomes _5F.
        return reverse("admin:staff_match_change", args=[quote(match_id)])
