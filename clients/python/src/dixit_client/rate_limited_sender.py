"""What is sent over one connection: never more frames than the service lets pass."""

import json
import time
from collections import deque
from typing import Any

from websockets.sync.client import ClientConnection

BURST_FRAMES = 150.0
FRAMES_PER_SECOND = 40.0


class RateLimitedSender:
    """A bucket of `AT_ONCE` frames, refilled by `PER_SECOND`; what is beyond waits."""

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
        """Send as much of it as may be sent now."""
        now = time.monotonic()
        self._tokens = min(BURST_FRAMES, self._tokens + (now - self._refilled_at) * FRAMES_PER_SECOND)
        self._refilled_at = now
        while self._waiting and self._tokens >= 1:
            self._tokens -= 1
            self._socket.send(self._waiting.popleft())
