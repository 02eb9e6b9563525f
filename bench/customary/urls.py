"""The one address, beside the question whether the server lives."""

from django.urls import path

from bench.customary.views import VoteView
from games.api import health_views

urlpatterns = [
    path("livez", health_views.livez),
    path("api/v1/matches/<str:match_id>/vote", VoteView.as_view()),
]
