"""Limiting the frames that one client sends."""

import time

MAX_FRAMES_PER_SECOND = 50.0
MAX_FRAME_BURST = 200.0


class FrameRateLimiter:
    """A token bucket of `MAX_FRAME_BURST` frames that refills at `MAX_FRAMES_PER_SECOND`."""

    def __init__(self) -> None:
        self._remaining = MAX_FRAME_BURST
        self._refilled_at = time.monotonic()

    def try_acquire(self) -> bool:
        """Take one frame from the bucket; return False if it is empty."""
        now = time.monotonic()
        self._remaining = min(MAX_FRAME_BURST, self._remaining + (now - self._refilled_at) * MAX_FRAMES_PER_SECOND)
        self._refilled_at = now
        if self._remaining < 1:
            return False
        self._remaining -= 1
        return True
