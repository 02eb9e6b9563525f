"""The ASGI application in which a lobby is deserted after seconds, so that a test can wait for it."""

from dixit.asgi import application as application  # noqa: PLC0414  (uvicorn looks for it here)
from games import lobby_presence

lobby_presence.ABSENCE_SECONDS = 3
lobby_presence.REFRESH_SECONDS = 1
