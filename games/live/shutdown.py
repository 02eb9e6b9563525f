"""The end of the process: those who are connected hear of it from us before the server cuts them off.

uvicorn closes sockets with a code of its own as soon as it sees the signal, and waits for streams that would never end.
So the signal comes to us first, and a moment later to uvicorn.
"""

import asyncio
import signal
import threading
from collections.abc import Callable
from types import FrameType

SHUTDOWN_DELAY_SECONDS = 0.3
"""Seconds in which everybody is told."""
SHUTDOWN_SIGNALS = (signal.SIGTERM, signal.SIGINT)


def call_before_shutdown(callback: Callable[[], None]) -> None:
    """Call `tell` in the running loop when a signal asks this process to end, a moment before the server's own end."""
    if threading.current_thread() is threading.main_thread():
        loop = asyncio.get_running_loop()
        for number in SHUTDOWN_SIGNALS:
            _intercept_signal(number, loop, callback)


def _intercept_signal(number: signal.Signals, loop: asyncio.AbstractEventLoop, callback: Callable[[], None]) -> None:
    server_handler = signal.getsignal(number)
    if not callable(server_handler):
        return

    def handle_signal(received: int, frame: FrameType | None) -> None:
        signal.signal(number, server_handler)
        if loop.is_closed():
            server_handler(received, frame)
            return
        loop.call_soon_threadsafe(callback)
        loop.call_soon_threadsafe(loop.call_later, SHUTDOWN_DELAY_SECONDS, server_handler, received, None)

    signal.signal(number, handle_signal)
