"""The routes of the API."""

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from games.api import (
    account_views,
    audit_views,
    catalogue_views,
    command_views,
    docs_views,
    entropy_view,
    export_views,
    history_views,
    import_views,
    invite_views,
    match_list_views,
    match_views,
    personal_feed_views,
    quick_match_views,
    record_views,
    token_views,
)


class MatchIdConverter(StringConverter):
    """Matches what can be an ID, of a match or anything else; other paths are a 404."""

    # As long as the columns for ids are wide, so no query gets a longer one.
    regex = "[A-Za-z0-9_-]{1,40}"


class PastedCodeConverter(StringConverter):
    """Matches an invite's code, also with blanks and line feeds, which are left out."""

    regex = r"[A-Za-z0-9_\-\s]{1,200}"

    def to_python(self, value: str) -> str:
        return "".join(value.split())


register_converter(MatchIdConverter, "match")
register_converter(PastedCodeConverter, "code")
MATCH_ROUTE = "matches/<match:match_id>"

urlpatterns = [
    path("openapi.json", docs_views.openapi_view),
    path("asyncapi.json", docs_views.asyncapi_view),
    path("docs", docs_views.swagger_view),
    path("docs/live", docs_views.socket_docs_view),
    path("docs/errors", docs_views.errors_view),
    path("dixit_verify.py", record_views.verifier_view),
    path("guests", account_views.GuestsView.as_view()),
    path("accounts", account_views.AccountsView.as_view()),
    path("tokens", token_views.TokenListView.as_view()),
    path("tokens/<match:token_id>", token_views.TokenView.as_view()),
    path("me", account_views.MeView.as_view()),
    path("me/upgrade", account_views.GuestUpgradeView.as_view()),
    path("me/export", export_views.ExportView.as_view()),
    path("me/matches", personal_feed_views.personal_feed_view),
    path("me/history", history_views.HistoryView.as_view()),
    path("me/statistics", history_views.MyStatisticsView.as_view()),
    path("users/<match:user_id>", history_views.ProfileView.as_view()),
    path("rulesets", catalogue_views.RulesetListView.as_view()),
    path("rulesets/<str:name>", catalogue_views.RulesetView.as_view()),
    path("decks", catalogue_views.DeckListView.as_view()),
    path("decks/<str:name>", catalogue_views.DeckView.as_view()),
    path("decks/<str:name>/statistics", history_views.DeckStatisticsView.as_view()),
    path("decks/<str:name>/pictures/<str:file>", catalogue_views.picture_view),
    path("luck", entropy_view.EntropyStatisticsView.as_view()),
    path("bots", catalogue_views.BotListView.as_view()),
    path("matches", match_list_views.MatchListView.as_view()),
    path("imports", import_views.imports_view),
    path(MATCH_ROUTE, match_views.match_view),
    path(f"{MATCH_ROUTE}/events", match_views.events_view),
    path(f"{MATCH_ROUTE}/moments", match_views.moments_view),
    path(f"{MATCH_ROUTE}/record", record_views.record_view),
    path(f"{MATCH_ROUTE}/audit", audit_views.audit_view),
    path(f"{MATCH_ROUTE}/seats", command_views.post_command_view("sit", status=201)),
    # Before the next route, which would take `me` for a seat's number.
    path(f"{MATCH_ROUTE}/seats/me", command_views.delete_command_view("stand")),
    path(f"{MATCH_ROUTE}/seats/<str:seat>", command_views.seat_command_view),
    path(f"{MATCH_ROUTE}/rematch", command_views.rematch_view),
    path(f"{MATCH_ROUTE}/invites", invite_views.match_invites_view),
    path(f"{MATCH_ROUTE}/invites/<match:invite>", invite_views.match_invite_view),
    path("invites/<code:code>", invite_views.invite_view),
    path("quick", quick_match_views.quick_match_view),
    *(
        path(f"{MATCH_ROUTE}/{name}", command_views.post_command_view(name))
        for name in ("move", "host", "start", "entropy")
    ),
    *(
        path(f"{MATCH_ROUTE}/{name}", command_views.post_command_view(name))
        for name in ("claim", "clue", "cards", "signal", "vote", "ready", "abandon", "resign", "call_time", "resume")
    ),
]
