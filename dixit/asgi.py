"""The ASGI application: static files, then Django."""

import os
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dixit.settings")

import drf_spectacular_sidecar
from django.core.asgi import get_asgi_application
from django.urls import resolve
from servestatic import ServeStaticASGI

from games.eventlog.durability import refuse_unsafe

SIDECAR = Path(drf_spectacular_sidecar.__file__).parent / "static"

django_application = get_asgi_application()
refuse_unsafe()
# All views are loaded before the port opens: the first caller must not wait for that.
resolve("/livez")

application = ServeStaticASGI(django_application, root=str(SIDECAR), prefix="static/")
