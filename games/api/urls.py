"""The routes of the API."""

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from games.api import (
    accounts,
    audit,
    catalogue,
    documents,
    history,
    imports,
    invites,
    luck,
    matches,
    play,
    quick,
    records,
    watch,
)


class MatchId(StringConverter):
    """What may be the id of a match; anything else isn't found."""

    regex = "[A-Za-z0-9_-]{1,40}"


register_converter(MatchId, "match")
MATCH = "matches/<match:match_id>"

urlpatterns = [
    path("openapi.json", documents.openapi_view),
    path("asyncapi.json", documents.asyncapi_view),
    path("docs", documents.page_view),
    path("docs/live", documents.live_view),
    path("docs/errors", documents.errors_view),
    path("dixit_verify.py", records.program_view),
    path("guests", accounts.Guests.as_view()),
    path("me", accounts.Me.as_view()),
    path("me/history", history.History.as_view()),
    path("me/statistics", history.Statistics.as_view()),
    path("users/<match:user_id>", history.Profile.as_view()),
    path("rulesets", catalogue.Rulesets.as_view()),
    path("rulesets/<str:name>", catalogue.OneRuleset.as_view()),
    path("decks", catalogue.Decks.as_view()),
    path("decks/<str:name>", catalogue.OneDeck.as_view()),
    path("decks/<str:name>/statistics", history.DeckStatistics.as_view()),
    path("decks/<str:name>/pictures/<str:file>", catalogue.picture_view),
    path("luck", luck.Luck.as_view()),
    path("bots", catalogue.Bots.as_view()),
    path("matches", matches.Matches.as_view()),
    path("imports", imports.bring_view),
    path("imports/<match:name>", imports.one_view),
    path("imports/<match:name>/record", imports.record_view),
    path("imports/<match:name>/view", imports.view_view),
    path(MATCH, watch.one),
    path(f"{MATCH}/events", watch.happened),
    path(f"{MATCH}/moments", watch.stops),
    path(f"{MATCH}/record", records.record_view),
    path(f"{MATCH}/audit", audit.audit_view),
    path(f"{MATCH}/seats", play.post("sit", status=201)),
    path(f"{MATCH}/seats/me", play.delete("stand")),
    path(f"{MATCH}/seats/<str:seat>", play.place),
    path(f"{MATCH}/rematch", play.rematch),
    path(f"{MATCH}/invites", invites.of_match),
    path(f"{MATCH}/invites/<match:invite>", invites.one),
    path("invites/<match:code>", invites.held),
    path("quick", quick.view),
    *(path(f"{MATCH}/{name}", play.post(name)) for name in ("move", "host", "start", "entropy")),
    *(
        path(f"{MATCH}/{name}", play.post(name))
        for name in ("claim", "clue", "cards", "signal", "vote", "ready", "abandon", "resign")
    ),
]
