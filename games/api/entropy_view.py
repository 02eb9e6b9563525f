"""Public statistics of this server's draws."""

from dataclasses import asdict

from rest_framework.request import Request
from rest_framework.response import Response

from games.api.strict_views import StrictAPIView
from games.projections import public_totals


class EntropyStatisticsView(StrictAPIView):
    def get(self, request: Request) -> Response:
        return Response(asdict(public_totals.draw_totals()), headers={"Cache-Control": "no-store"})
