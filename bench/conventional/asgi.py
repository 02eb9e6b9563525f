"""HTTP and WebSocket, set up as in the documentation of Channels."""

from typing import Any

from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application
from django.urls import path

django_application = get_asgi_application()

from bench.conventional.consumers import MatchConsumer  # noqa: E402

CONSUMER: Any = MatchConsumer.as_asgi()

application = ProtocolTypeRouter(
    {"http": django_application, "websocket": URLRouter([path("ws/<str:match_id>", CONSUMER)])}
)
