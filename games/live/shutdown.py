"""The end of the process: those who are connected hear of it from us before the server cuts them off.

uvicorn closes sockets with a code of its own as soon as it sees the signal, and waits for streams that would never end.
So the signal comes to us first, and a moment later to uvicorn.
"""

import asyncio
import signal
import threading
from collections.abc import Callable
from types import FrameType

MOMENT = 0.3
"""Seconds in which everybody is told."""
SIGNALS = (signal.SIGTERM, signal.SIGINT)


def before_the_end(tell: Callable[[], None]) -> None:
    """Call `tell` in the running loop when a signal asks this process to end, a moment before the server's own end."""
    if threading.current_thread() is threading.main_thread():
        loop = asyncio.get_running_loop()
        for number in SIGNALS:
            _come_first(number, loop, tell)


def _come_first(number: signal.Signals, loop: asyncio.AbstractEventLoop, tell: Callable[[], None]) -> None:
    servers = signal.getsignal(number)
    if not callable(servers):
        return

    def end(got: int, frame: FrameType | None) -> None:
        signal.signal(number, servers)
        if loop.is_closed():
            servers(got, frame)
            return
        loop.call_soon_threadsafe(tell)
        loop.call_soon_threadsafe(loop.call_later, MOMENT, servers, got, None)

    signal.signal(number, end)
