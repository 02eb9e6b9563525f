"""The protocol classes that uvicorn is given on its command line.

uvicorn imports them before the application, so Django is set up here.
"""

import os
import sys

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dixit.settings")

import django

django.setup()

from games.webserver.connection_count import raise_file_limit  # noqa: E402
from games.webserver.http_protocol import HttpProtocol  # noqa: E402
from games.webserver.memory import return_large_blocks  # noqa: E402
from games.webserver.websocket_protocol import WebSocketProtocol  # noqa: E402

SWITCH_INTERVAL_SECONDS = 0.0005
"""How long the event loop waits for a thread that computes; Python's default is ten times as long."""

raise_file_limit()
return_large_blocks()
sys.setswitchinterval(SWITCH_INTERVAL_SECONDS)

__all__ = ["HttpProtocol", "WebSocketProtocol"]
