"""How many frames a client may send."""

import time

MAX_FRAMES_PER_SECOND = 50.0
MAX_FRAME_BURST = 200.0


class FrameRateLimiter:
    """A bucket: `AT_ONCE` frames at once, refilled by `PER_SECOND`."""

    def __init__(self) -> None:
        self._remaining = MAX_FRAME_BURST
        self._refilled_at = time.monotonic()

    def try_acquire(self) -> bool:
        """Whether one more is within the limit."""
        now = time.monotonic()
        self._remaining = min(MAX_FRAME_BURST, self._remaining + (now - self._refilled_at) * MAX_FRAMES_PER_SECOND)
        self._refilled_at = now
        if self._remaining < 1:
            return False
        self._remaining -= 1
        return True
