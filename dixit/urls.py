"""URL routes: home page, health checks, metrics, receipt keys, the API and the staff pages."""

from django.urls import include, path

from games.api import health_views, home_views, metrics_views, record_views
from games.api.moved_docs import moved_docs_paths
from games.protocol import problems
from games.staff.site import site

handler400 = problems.bad_request
handler403 = problems.forbidden
handler404 = problems.not_found
handler500 = problems.server_error

urlpatterns = [
    path("", home_views.home_view),
    path("livez", health_views.livez_view),
    path("readyz", health_views.readyz_view),
    path("metrics", metrics_views.metrics_view),
    path(".well-known/dixit-receipts.json", record_views.public_keys_view),
    path("api/v1/", include("games.api.urls")),
    path("admin/", site.urls),
    *moved_docs_paths(),
]
