"""An ASGI application that starts the hub of the process with the first request, so that it hears of revoked tokens."""

import asyncio
from typing import Any

from games.live.hub import hub_of
from games.webserver.request_queue import AsgiApplication


def with_hub(application: AsgiApplication) -> AsgiApplication:
    """Return an application for HTTP whose process listens to notifications even if nobody watches a match there."""

    async def handle_with_hub(scope: dict[str, Any], receive: Any, send: Any) -> None:
        hub_of(asyncio.get_running_loop()).ensure_running()
        await application(scope, receive, send)

    return handle_with_hub
