"""The addresses of sockets."""

from typing import Any

from django.urls import path, re_path

from games.live.close_codes import CloseCode
from games.live.socket_connection import websocket_app
from games.live.websocket import AsgiReceive, AsgiScope, AsgiSend


async def reject_unknown_path(scope: AsgiScope, receive: AsgiReceive, send: AsgiSend) -> None:
    """Every other address for a socket: accepted first, so that browsers see the code."""
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": int(CloseCode.NOT_FOUND), "reason": "There is nothing here."})


WEBSOCKET_VIEW: Any = websocket_app
UNKNOWN_PATH_VIEW: Any = reject_unknown_path
"""Django's types know of no view but one over HTTP."""

urlpatterns: list[Any] = [path("ws/v1", WEBSOCKET_VIEW), re_path("", UNKNOWN_PATH_VIEW)]
