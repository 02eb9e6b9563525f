"""Where requests go: the front door, the API, what an orchestrator asks, and the staff's pages."""

from django.urls import include, path

from games.api import health, home, metrics, records
from games.protocol import problems
from games.staff.site import site

handler400 = problems.bad_request
handler403 = problems.forbidden
handler404 = problems.not_found
handler500 = problems.server_error

urlpatterns = [
    path("", home.home_view),
    path("livez", health.livez_view),
    path("readyz", health.readyz_view),
    path("metrics", metrics.metrics),
    path(".well-known/dixit-receipts.json", records.keys_view),
    path("api/v1/", include("games.api.urls")),
    path("admin/", site.urls),
]
