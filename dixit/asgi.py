"""The ASGI application: WebSockets, static files and Django."""

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

API_DOCS_STATIC_DIR = Path(drf_spectacular_sidecar.__file__).parent / "static"
ADMIN_STATIC_DIR = Path(admin.__file__).parent / "static"
STAFF_STATIC_DIR = Path(__file__).parents[1] / "games" / "staff" / "static"
WEB_CLIENT_DIR = Path(__file__).parents[1] / "examples" / "web"

django_application = get_asgi_application()
# It imports a model, so it has to come after get_asgi_application, which sets Django up.
from games.receipts.checks import require_announced_key  # noqa: E402

# In a thread: with several workers uvicorn imports this inside an event loop, where Django allows no database access.
with ThreadPoolExecutor(1) as startup_thread:
    startup_thread.submit(require_durable_database).result()
    startup_thread.submit(require_announced_key).result()
# These handlers clean up connections left by earlier requests on the same thread. Under ASGI every request has a thread
# and connections of its own, so there are none, and the handlers would cost another thread switch per request.
request_started.disconnect(close_old_connections)
request_started.disconnect(reset_queries)
# Resolving a URL imports all views. Done before the port opens, so that the first request doesn't wait for it.
resolve("/livez")

# These import models, so they have to come after get_asgi_application, which sets Django up.
from games.api.security_headers import add_file_headers  # noqa: E402
from games.live.urls import urlpatterns  # noqa: E402
from games.metrics import exposition  # noqa: E402
from games.webserver.command_fast_path import with_fast_commands  # noqa: E402
from games.webserver.hub_start import with_hub  # noqa: E402
from games.webserver.request_queue import with_turns  # noqa: E402

exposition.start_publishing()

files_and_django = ServeStaticASGI(
    with_hub(django_application),
    root=str(API_DOCS_STATIC_DIR),
    prefix="static/",
    index_file=True,
    add_headers_function=add_file_headers,
)
files_and_django.add_files(WEB_CLIENT_DIR, prefix="play/")
files_and_django.add_files(ADMIN_STATIC_DIR, prefix="static/")
files_and_django.add_files(STAFF_STATIC_DIR, prefix="static/")
if settings.SITE.is_dir():
    files_and_django.add_files(settings.SITE, prefix="docs/")

application = ProtocolTypeRouter(
    {
        "http": with_turns(with_fast_commands(files_and_django)),
        "websocket": URLRouter(urlpatterns),
    }
)
