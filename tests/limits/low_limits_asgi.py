"""The ASGI application with limits that a test reaches soon."""

from dataclasses import replace

from dixit.asgi import application as application  # noqa: PLC0414  (uvicorn looks for it here)
from games.limits.connection_slots import MAX_CONNECTIONS_BY_SCOPE
from games.limits.policies import RATE_LIMIT_BY_NAME

for name, max_requests in {"read": 20, "play": 5, "identity": 1000}.items():
    RATE_LIMIT_BY_NAME[name] = replace(RATE_LIMIT_BY_NAME[name], max_requests=max_requests, window_seconds=600)
MAX_CONNECTIONS_BY_SCOPE.update({"account": 3, "address": 6, "match": 2})
