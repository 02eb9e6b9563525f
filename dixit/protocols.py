"""The protocol classes that uvicorn is given on its command line.

uvicorn imports them before the application, so Django is set up here.
"""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dixit.settings")

import django

django.setup()

from games.webserver.connection_count import raise_file_limit  # noqa: E402
from games.webserver.http_protocol import HttpProtocol  # noqa: E402
from games.webserver.memory import return_large_blocks  # noqa: E402
from games.webserver.websocket_protocol import WebSocketProtocol  # noqa: E402

raise_file_limit()
return_large_blocks()

__all__ = ["HttpProtocol", "WebSocketProtocol"]
