"""A line that is cut: again and again in the middle of a word, or just before or after a request has arrived."""

import random
import socket
import threading
from contextlib import suppress
from types import TracebackType
from typing import Self

PIECE = 4096


class Cutter:
    """Stands before a server. `up` and `down` are how many bytes a connection may carry there and back, at least and at
    most; `lose` makes it lose the next `request` before it arrives, or the next `answer` after that."""

    def __init__(self, port: int, *, up: tuple[int, int] | None = None, down: tuple[int, int] | None = None) -> None:
        self.cuts = 0
        self._target, self._up, self._down = ("127.0.0.1", port), up, down
        self._lose: str | None = None
        self._luck = random.Random(7)
        self._lock = threading.Lock()
        self._open: list[socket.socket] = []
        self._door = socket.create_server(("127.0.0.1", 0))

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._door.getsockname()[1]}"

    def lose(self, what: str) -> None:
        self._lose = what

    def __enter__(self) -> Self:
        threading.Thread(target=self._serve, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._door.close()
        for end in self._open:
            end.close()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                here, _ = self._door.accept()
                there = socket.create_connection(self._target)
                self._open += [here, there]
                for ends, budget, way in (((here, there), self._up, "request"), ((there, here), self._down, "answer")):
                    most = None if budget is None else self._luck.randint(*budget)
                    threading.Thread(target=self._carry, args=(*ends, most, way), daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket, most: int | None, way: str) -> None:
        with suppress(OSError):
            while piece := source.recv(PIECE):
                if self._lost(way):
                    break
                if most is not None and len(piece) > most:
                    target.sendall(piece[:most])
                    self.cuts += 1
                    break
                target.sendall(piece)
                most = None if most is None else most - len(piece)
        for end in (source, target):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def _lost(self, way: str) -> bool:
        """Whether what has just come gets lost."""
        with self._lock:
            if self._lose != way:
                return False
            self._lose = None
            self.cuts += 1
            return True
