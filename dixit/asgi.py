"""The ASGI application: sockets, static files, then Django."""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dixit.settings")

import drf_spectacular_sidecar
from channels.routing import ProtocolTypeRouter, URLRouter
from django.conf import settings
from django.contrib import admin
from django.core.asgi import get_asgi_application
from django.core.signals import request_started
from django.db import close_old_connections, reset_queries
from django.urls import resolve
from servestatic import ServeStaticASGI

from games.eventlog.durability import require_durable_database

SIDECAR = Path(drf_spectacular_sidecar.__file__).parent / "static"
ADMIN = Path(admin.__file__).parent / "static"
PAGE = Path(__file__).parents[1] / "examples" / "web"

django_application = get_asgi_application()
# With several workers this is loaded inside an event loop, where Django lets nobody ask a database.
with ThreadPoolExecutor(1) as beside:
    beside.submit(require_durable_database).result()
# A request has a thread, and so connections, of its own. Nothing is left there to look after before it begins, and
# looking would cost another change of threads.
request_started.disconnect(close_old_connections)
request_started.disconnect(reset_queries)
# All views are loaded before the port opens: the first caller must not wait for that.
resolve("/livez")

# They have models, so Django comes first.
from games.api.security_headers import add_file_headers  # noqa: E402
from games.live.urls import urlpatterns  # noqa: E402
from games.matches import heartbeat  # noqa: E402
from games.metrics import exposition  # noqa: E402

heartbeat.start_heartbeat()
exposition.start_publishing()

files = ServeStaticASGI(
    django_application,
    root=str(SIDECAR),
    prefix="static/",
    index_file=True,
    add_headers_function=add_file_headers,
    # Without it a file that is edited while it is served would be cut to its old length.
    autorefresh=settings.DEBUG,
)
files.add_files(PAGE, prefix="play/")
files.add_files(ADMIN, prefix="static/")
if settings.SITE.is_dir():
    files.add_files(settings.SITE, prefix="docs/")

application = ProtocolTypeRouter(
    {
        "http": files,
        "websocket": URLRouter(urlpatterns),
    }
)
