"""The URL of the vote, and `livez`, by which the deployment sees that a server is up."""

from django.urls import path

from bench.conventional.views import VoteView
from games.api import health_views

urlpatterns = [
    path("livez", health_views.livez),
    path("api/v1/matches/<str:match_id>/vote", VoteView.as_view()),
]
