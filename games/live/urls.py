"""URL routes of WebSockets."""

from typing import Any

from django.urls import path, re_path

from games.live.close_codes import CloseCode
from games.live.socket_connection import websocket_app
from games.live.websocket import AsgiReceive, AsgiScope, AsgiSend


async def reject_unknown_path(scope: AsgiScope, receive: AsgiReceive, send: AsgiSend) -> None:
    """Close a socket of an unknown path with `NOT_FOUND`."""
    # Accepted first: browsers hide the code of a rejected handshake from scripts.
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": int(CloseCode.NOT_FOUND), "reason": "No such endpoint."})


WEBSOCKET_VIEW: Any = websocket_app
UNKNOWN_PATH_VIEW: Any = reject_unknown_path
"""Typed as Any because Django's type stubs accept only HTTP views."""

urlpatterns: list[Any] = [path("ws/v1", WEBSOCKET_VIEW), re_path("", UNKNOWN_PATH_VIEW)]
