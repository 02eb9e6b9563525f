"""The one address, beside the question whether the server lives."""

from django.urls import path

from bench.customary.views import VoteView
from games.api import health

urlpatterns = [
    path("livez", health.livez),
    path("api/v1/matches/<str:match_id>/vote", VoteView.as_view()),
]
