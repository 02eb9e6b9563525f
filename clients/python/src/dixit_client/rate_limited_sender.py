"""Sending frames no faster than the service's rate limit allows."""

import json
import time
from collections import deque
from typing import Any

from websockets.sync.client import ClientConnection

BURST_FRAMES = 150.0
FRAMES_PER_SECOND = 40.0
"""Both are a bit below the service's limits (200 and 50), because frames may arrive in quicker succession."""


class RateLimitedSender:
    """A token bucket of `BURST_FRAMES` that is refilled by `FRAMES_PER_SECOND`; frames wait while it is empty."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._waiting: deque[str] = deque()
        self._tokens, self._refilled_at = BURST_FRAMES, time.monotonic()

    @property
    def has_waiting_frames(self) -> bool:
        return bool(self._waiting)

    def send(self, frame: dict[str, Any]) -> None:
        self._waiting.append(json.dumps(frame))
        self.flush()

    def flush(self) -> None:
        """Send as many of the waiting frames as the bucket allows now."""
        now = time.monotonic()
        self._tokens = min(BURST_FRAMES, self._tokens + (now - self._refilled_at) * FRAMES_PER_SECOND)
        self._refilled_at = now
        while self._waiting and self._tokens >= 1:
            self._tokens -= 1
            self._socket.send(self._waiting.popleft())
