"""A proxy that cuts connections, in the middle of the data or just before or after a request has arrived."""

import random
import socket
import threading
from contextlib import suppress
from types import TracebackType
from typing import Self

CHUNK_BYTES = 4096


class FlakyProxy:
    """A proxy that cuts each connection after a random number of bytes.

    The number is drawn from `request_bytes_range` for bytes to the server and from `response_bytes_range` for bytes
    from it. `drop_next` cuts the connection at the next request or response.
    """

    def __init__(
        self,
        port: int,
        *,
        request_bytes_range: tuple[int, int] | None = None,
        response_bytes_range: tuple[int, int] | None = None,
    ) -> None:
        self.cut_count = 0
        self._target, self._request_bytes_range, self._response_bytes_range = (
            ("127.0.0.1", port),
            request_bytes_range,
            response_bytes_range,
        )
        self._direction_to_drop: str | None = None
        self._random = random.Random(7)
        self._lock = threading.Lock()
        self._sockets: list[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", 0))

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def drop_next(self, direction: str) -> None:
        self._direction_to_drop = direction

    def __enter__(self) -> Self:
        threading.Thread(target=self._serve, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._listener.close()
        for end in self._sockets:
            end.close()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                client_socket, _ = self._listener.accept()
                server_socket = socket.create_connection(self._target)
                self._sockets += [client_socket, server_socket]
                for ends, bytes_range, direction in (
                    ((client_socket, server_socket), self._request_bytes_range, "request"),
                    ((server_socket, client_socket), self._response_bytes_range, "answer"),
                ):
                    remaining_bytes = None if bytes_range is None else self._random.randint(*bytes_range)
                    threading.Thread(
                        target=self._forward, args=(*ends, remaining_bytes, direction), daemon=True
                    ).start()

    def _forward(
        self, source: socket.socket, target: socket.socket, remaining_bytes: int | None, direction: str
    ) -> None:
        with suppress(OSError):
            while chunk := source.recv(CHUNK_BYTES):
                if self._consume_drop(direction):
                    break
                if remaining_bytes is not None and len(chunk) > remaining_bytes:
                    target.sendall(chunk[:remaining_bytes])
                    self.cut_count += 1
                    break
                target.sendall(chunk)
                remaining_bytes = None if remaining_bytes is None else remaining_bytes - len(chunk)
        for end in (source, target):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def _consume_drop(self, direction: str) -> bool:
        """Return whether the data that has just arrived gets lost."""
        with self._lock:
            if self._direction_to_drop != direction:
                return False
            self._direction_to_drop = None
            self.cut_count += 1
            return True
