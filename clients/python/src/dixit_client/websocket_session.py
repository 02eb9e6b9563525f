"""A live session over a WebSocket: any number of matches over one connection, which is restored when lost."""

import json
import threading
import time
from collections.abc import Callable
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from dixit_client.backoff import backoff_delays
from dixit_client.calls import Calls
from dixit_client.live_match import Ack
from dixit_client.live_session import LiveSession
from dixit_client.match_stream import Gap, MatchStream
from dixit_client.pending import Pending
from dixit_client.problem import Problem, seconds_of
from dixit_client.websocket_connection import GREETING_TIMEOUT_SECONDS, WebSocketConnection

DISCONNECT_ERRORS = (OSError, EOFError, ConnectionClosed, InvalidHandshake, Gap)
CLOSE_CODE_NO_AUTH = 4501
"""Not final for this client, which sends its token in the handshake: so the server was too slow to look at it."""
FIRST_FATAL_CLOSE_CODE = 4500
FATAL_CLOSE_CODES = (1007, 1009)
"""Standard close codes for an invalid or too large frame. Reconnecting wouldn't help, as from 4500 on."""
MAX_FRAME_BYTES = 8192


class WebSocketSession(LiveSession):
    """A live session with one thread, which reads the socket.

    When the connection is lost, the thread reconnects, subscribes again to all followed matches from their last version
    on, and sends all unacknowledged commands again.
    """

    def __init__(self, client: Calls, *, reconnect_seconds: float = 300.0) -> None:
        """Connect to the service in a thread.

        Args:
            reconnect_seconds: The seconds without a connection after which the session fails.
        """
        super().__init__(client)
        self._reconnect_seconds = reconnect_seconds
        self._pending = Pending()
        self._connection: WebSocketConnection | None = None
        self._closing = threading.Event()
        self._close_socket: Callable[[], None] | None = None
        self._thread = threading.Thread(target=self._run, name="dixit-live", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._pending.fail_all(Problem("closed", "The session was closed."))
        self._closing.set()
        with self._pending.lock:
            close_socket = self._close_socket
        if close_socket:
            close_socket()
        self._thread.join(timeout=GREETING_TIMEOUT_SECONDS)

    # Called by the threads that follow and play

    def _follow(self, stream: MatchStream) -> None:
        with self._pending.lock:
            self._pending.add_stream(stream)
            if self._connection:
                self._connection.subscribe(stream)

    def _leave(self, stream: MatchStream) -> None:
        with self._pending.lock:
            self._pending.remove_stream(stream)
            if self._connection and not self._pending.has_failed:
                self._connection.unsubscribe(stream)

    def _send_command(self, match_id: str, type: str, data: dict[str, Any], command_id: str) -> Ack:
        content = {"match": match_id, "type": type, "data": {**data, "command_id": command_id}}
        frame = {"t": "command", "id": command_id, **content}
        if len(json.dumps(frame)) > MAX_FRAME_BYTES:
            raise Problem("too_large", f"A frame may have at most {MAX_FRAME_BYTES} bytes.")
        with self._pending.lock:
            future = self._pending.add_command(frame)
            if self._connection:
                self._connection.send(frame)
        return future.result()

    # The session's own thread

    def _run(self) -> None:
        try:
            self._reconnect_until_closed()
        except Problem as problem:
            self._pending.fail_all(problem)
        except Exception as error:  # noqa: BLE001  (otherwise the waiting threads would wait forever)
            self._pending.fail_all(Problem("unexplained", repr(error)))

    def _reconnect_until_closed(self) -> None:
        """Connect, and reconnect with backoff, until the session is closed.

        Raises:
            Problem: The service closed the connection for good, or could not be reached for too long.
        """
        delays, delay, last_reached = backoff_delays(), 0.0, time.monotonic()
        while not self._closing.is_set():
            begun, retry_after = time.monotonic(), 0.0
            try:
                self._run_connection()
            except DISCONNECT_ERRORS as error:
                self._raise_if_fatal(error)
                if isinstance(error, InvalidStatus):
                    retry_after = seconds_of(error.response.headers.get("Retry-After")) or 0.0
                now = time.monotonic()
                last_reached = now if self._connection else last_reached
                if now - last_reached > self._reconnect_seconds:
                    raise Problem("unreachable", f"{self._client.address}: {error}") from error
                # Start over with short delays only after a connection that lasted. If the server closes each one at
                # once, the delays must go on growing.
                delays = backoff_delays() if self._connection and now - begun > delay else delays
            with self._pending.lock:
                self._connection = None
            delay = next(delays) + retry_after
            self._closing.wait(delay)

    def _run_connection(self) -> None:
        target = self._client.address.replace("http", "ws", 1) + "/ws/v1"
        headers = {"Authorization": f"Bearer {self._client.bearer}"}
        protocols = [Subprotocol("dixit.v1")]
        options: dict[str, Any] = {"compression": None, "close_timeout": 1}
        with connect(target, subprotocols=protocols, additional_headers=headers, **options) as socket:
            connection = WebSocketConnection(socket, self._pending, self._client.clock)
            with self._pending.lock:
                self._connection, self._close_socket = connection, socket.close
                connection.resume()
            if not self._closing.is_set():
                connection.listen()

    def _raise_if_fatal(self, error: Exception) -> None:
        """Raise a problem if reconnecting is pointless.

        Raises:
            Problem
        """
        match error:
            case InvalidStatus() if error.response.status_code not in (408, 429, *range(500, 600)):
                status = error.response.status_code
                raise Problem(
                    "closed", f"The service refused the WebSocket connection with status {status}.", status=status
                )
            case ConnectionClosed(rcvd=close) if close and (
                close.code in FATAL_CLOSE_CODES
                or (close.code >= FIRST_FATAL_CLOSE_CODE and close.code != CLOSE_CODE_NO_AUTH)
            ):
                raise Problem("closed", close.reason, status=close.code)
