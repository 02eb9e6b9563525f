"""The socket: many matches over one line, which comes back whenever it is cut."""

import json
import threading
import time
from collections.abc import Callable
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from dixit_client.calls import Calls
from dixit_client.connection import GREETING, Connection
from dixit_client.held import Held
from dixit_client.line import Line
from dixit_client.match import Ack
from dixit_client.pauses import pauses
from dixit_client.problem import Problem
from dixit_client.stream import Gap, Stream

CUT = (OSError, EOFError, ConnectionClosed, InvalidHandshake, Gap)
NOT_FOUND = 4504
BROKEN = 4500
FOR_GOOD = (1007, 1009)
"""Closed because of what was sent, as by `BROKEN` and above."""
MOST_BYTES = 8192


class Live(Line):
    """A thread reads the socket. Cut, it connects again, and asks again for all that is followed and unanswered."""

    def __init__(self, client: Calls, *, patience: float = 300.0) -> None:
        """`patience`: for how many seconds nobody need be reached before all is given up."""
        super().__init__(client)
        self._patience = patience
        self._held = Held()
        self._connection: Connection | None = None
        self._closing = threading.Event()
        self._hang_up: Callable[[], None] | None = None
        self._thread = threading.Thread(target=self._run, name="dixit-live", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._held.end(Problem("closed", "The line was closed."))
        self._closing.set()
        with self._held.lock:
            hang_up = self._hang_up
        if hang_up:
            hang_up()
        self._thread.join(timeout=GREETING)

    # For whoever follows and plays

    def _follow(self, stream: Stream) -> None:
        with self._held.lock:
            self._held.follow(stream)
            if self._connection:
                self._connection.subscribe(stream)

    def _leave(self, stream: Stream) -> None:
        self._held.leave(stream)

    def _commanded(self, match_id: str, type: str, data: dict[str, Any], command_id: str) -> Ack:
        content = {"match": match_id, "type": type, "data": {**data, "command_id": command_id}}
        frame = {"t": "command", "id": command_id, **content}
        if len(json.dumps(frame)) > MOST_BYTES:
            raise Problem("too_large", f"A frame has at most {MOST_BYTES} bytes.")
        with self._held.lock:
            future = self._held.command(frame)
            if self._connection:
                self._connection.send(frame)
        return future.result()

    # The thread

    def _run(self) -> None:
        try:
            self._come_back()
        except Problem as problem:
            self._held.end(problem)
        except Exception as error:  # noqa: BLE001  (who waits must not wait for ever)
            self._held.end(Problem("unexplained", repr(error)))

    def _come_back(self) -> None:
        """Connect again and again.

        Raises:
            Problem: for good.
        """
        waits, pause, reached = pauses(), 0.0, time.monotonic()
        while not self._closing.is_set():
            begun = time.monotonic()
            try:
                self._connected()
            except CUT as error:
                self._judge(error)
                now = time.monotonic()
                reached = now if self._connection else reached
                if now - reached > self._patience:
                    raise Problem("unreachable", f"{self._client.address}: {error}") from error
                # Who is sent away at once shall not come back at once.
                waits = pauses() if self._connection and now - begun > pause else waits
            with self._held.lock:
                self._connection = None
            pause = next(waits)
            self._closing.wait(pause)

    def _connected(self) -> None:
        target = self._client.address.replace("http", "ws", 1) + "/ws/v1"
        headers = {"Authorization": f"Bearer {self._client.bearer}"}
        protocols = [Subprotocol("dixit.v1")]
        options: dict[str, Any] = {"compression": None, "close_timeout": 1}
        with connect(target, subprotocols=protocols, additional_headers=headers, **options) as socket:
            connection = Connection(socket, self._held)
            with self._held.lock:
                self._connection, self._hang_up = connection, socket.close
                connection.resume()
            if not self._closing.is_set():
                connection.listen()

    def _judge(self, error: Exception) -> None:
        """Whether there is any use in coming back.

        Raises:
            Problem: there is none.
        """
        match error:
            case InvalidStatus() if error.response.status_code not in (408, 429, *range(500, 600)):
                status = error.response.status_code
                raise Problem("closed", f"No socket there: {status}", status=status)
            case ConnectionClosed(rcvd=close) if close and (close.code in FOR_GOOD or close.code >= BROKEN):
                stream = self._connection.first_asked() if self._connection else None
                if close.code != NOT_FOUND or stream is None:
                    raise Problem("closed", close.reason, status=close.code)
                self._held.leave(stream, Problem("not_found", close.reason, status=404))
