"""The ASGI application with limits that a client of the tests reaches soon."""

from dataclasses import replace

from dixit.asgi import application as application  # noqa: PLC0414  (uvicorn looks for it here)
from games.limits.connection_slots import MAX_CONNECTIONS_BY_SCOPE
from games.limits.policies import RATE_LIMIT_BY_NAME
from tests.live.transport_watchers import MAX_CONNECTIONS, READS

for name, max_requests in {"read": READS, "identity": 1000}.items():
    RATE_LIMIT_BY_NAME[name] = replace(RATE_LIMIT_BY_NAME[name], max_requests=max_requests, window_seconds=600)
MAX_CONNECTIONS_BY_SCOPE["account"] = MAX_CONNECTIONS
