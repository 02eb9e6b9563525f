"""How many frames a client may send."""

import time

PER_SECOND = 50.0
AT_ONCE = 200.0


class Rate:
    """A bucket: `AT_ONCE` frames at once, refilled by `PER_SECOND`."""

    def __init__(self) -> None:
        self._left = AT_ONCE
        self._at = time.monotonic()

    def take(self) -> bool:
        """Whether one more is within the limit."""
        now = time.monotonic()
        self._left = min(AT_ONCE, self._left + (now - self._at) * PER_SECOND)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
