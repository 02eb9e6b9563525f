"""What is sent over one connection: never more frames than the service lets pass."""

import json
import time
from collections import deque
from typing import Any

from websockets.sync.client import ClientConnection

AT_ONCE = 150.0
PER_SECOND = 40.0


class Outgoing:
    """A bucket of `AT_ONCE` frames, refilled by `PER_SECOND`; what is beyond waits."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._waiting: deque[str] = deque()
        self._left, self._at = AT_ONCE, time.monotonic()

    @property
    def waits(self) -> bool:
        return bool(self._waiting)

    def send(self, frame: dict[str, Any]) -> None:
        self._waiting.append(json.dumps(frame))
        self.flush()

    def flush(self) -> None:
        """Send as much of it as may be sent now."""
        now = time.monotonic()
        self._left = min(AT_ONCE, self._left + (now - self._at) * PER_SECOND)
        self._at = now
        while self._waiting and self._left >= 1:
            self._left -= 1
            self._socket.send(self._waiting.popleft())
