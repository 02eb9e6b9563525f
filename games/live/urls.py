"""The addresses of sockets."""

from typing import Any

from django.urls import path, re_path

from games.live.closing import Code
from games.live.line import Receive, Scope, Send
from games.live.socket import socket


async def nothing_here(scope: Scope, receive: Receive, send: Send) -> None:
    """Every other address for a socket: accepted first, so that browsers see the code."""
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": int(Code.NOT_FOUND), "reason": "There is nothing here."})


SOCKET: Any = socket
NOTHING: Any = nothing_here
"""Django's types know of no view but one over HTTP."""

urlpatterns: list[Any] = [path("ws/v1", SOCKET), re_path("", NOTHING)]
