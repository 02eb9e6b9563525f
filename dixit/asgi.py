"""The ASGI application: static files, then Django."""

import os
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dixit.settings")

import drf_spectacular_sidecar
from django.core.asgi import get_asgi_application
from servestatic import ServeStaticASGI

SIDECAR = Path(drf_spectacular_sidecar.__file__).parent / "static"

application = ServeStaticASGI(get_asgi_application(), root=str(SIDECAR), prefix="static/")
