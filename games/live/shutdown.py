"""Graceful shutdown: closing live connections before the server does.

On a signal uvicorn closes sockets at once with a code of its own, and waits for streams, which would never end. So we
intercept the signal, close the connections with our code, and hand the signal to uvicorn a moment later.
"""

import asyncio
import signal
import threading
from collections.abc import Callable
from types import FrameType

SHUTDOWN_DELAY_SECONDS = 0.3
"""Time for sending close frames before uvicorn sees the signal."""
SHUTDOWN_SIGNALS = (signal.SIGTERM, signal.SIGINT)


def call_before_shutdown(callback: Callable[[], None]) -> None:
    """Call `callback` in the running loop on SIGTERM or SIGINT, `SHUTDOWN_DELAY_SECONDS` before the server reacts."""
    # Python allows signal handlers only in the main thread.
    if threading.current_thread() is threading.main_thread():
        loop = asyncio.get_running_loop()
        for number in SHUTDOWN_SIGNALS:
            _intercept_signal(number, loop, callback)


def _intercept_signal(number: signal.Signals, loop: asyncio.AbstractEventLoop, callback: Callable[[], None]) -> None:
    server_handler = signal.getsignal(number)
    # SIG_DFL or SIG_IGN: no server has installed a handler.
    if not callable(server_handler):
        return

    def handle_signal(received: int, frame: FrameType | None) -> None:
        # Restored at once, so that a second Ctrl-C ends the process without delay.
        signal.signal(number, server_handler)
        if loop.is_closed():
            server_handler(received, frame)
            return
        loop.call_soon_threadsafe(callback)
        loop.call_soon_threadsafe(loop.call_later, SHUTDOWN_DELAY_SECONDS, server_handler, received, None)

    signal.signal(number, handle_signal)
