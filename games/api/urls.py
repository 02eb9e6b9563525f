"""The routes of the API."""

from django.urls import path

from games.api import accounts, catalogue, documents, matches, play, watch

MATCH = "matches/<str:match_id>"

urlpatterns = [
    path("openapi.json", documents.openapi),
    path("docs", documents.page),
    path("docs/errors", documents.errors),
    path("guests", accounts.Guests.as_view()),
    path("me", accounts.Me.as_view()),
    path("rulesets", catalogue.Rulesets.as_view()),
    path("rulesets/<str:name>", catalogue.OneRuleset.as_view()),
    path("decks", catalogue.Decks.as_view()),
    path("decks/<str:name>", catalogue.OneDeck.as_view()),
    path("decks/<str:name>/pictures/<str:file>", catalogue.picture),
    path("matches", matches.Matches.as_view()),
    path(MATCH, watch.one),
    path(f"{MATCH}/events", watch.happened),
    path(f"{MATCH}/seats", play.post("sit", status=201)),
    path(f"{MATCH}/seats/me", play.delete("stand")),
    *(
        path(f"{MATCH}/{name}", play.post(name))
        for name in ("start", "claim", "clue", "cards", "vote", "ready", "abandon")
    ),
]
