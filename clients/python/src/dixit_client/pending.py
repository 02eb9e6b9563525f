"""What outlives a connection: the matches that are followed, and the commands that nobody has answered."""

import threading
from concurrent.futures import Future
from typing import Any

from dixit_client.match import Ack
from dixit_client.match_stream import MatchStream
from dixit_client.problem import Problem


class Pending:
    """Used by the thread that reads and by those that follow and play, under `lock`."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.streams: dict[str, MatchStream] = {}
        self.commands: dict[str, tuple[dict[str, Any], Future[Ack]]] = {}
        self._failure: Problem | None = None

    def add_stream(self, stream: MatchStream) -> None:
        """Hold a stream.

        Raises:
            Problem: it is all over.
        """
        with self.lock:
            if self._failure:
                raise self._failure
            if stream.match in self.streams:
                raise ValueError(f"{stream.match} is followed already.")
            self.streams[stream.match] = stream

    def add_command(self, frame: dict[str, Any]) -> Future[Ack]:
        """Hold a command until it is answered.

        Raises:
            Problem: it is all over.
        """
        with self.lock:
            if self._failure:
                raise self._failure
            future: Future[Ack] = Future()
            self.commands[frame["id"]] = frame, future
            return future

    def remove_stream(self, stream: MatchStream, problem: Problem | None = None) -> None:
        """Let a stream go, and say why if it isn't its reader who wants that."""
        with self.lock:
            if self.streams.get(stream.match) is stream:
                del self.streams[stream.match]
        if problem:
            stream.fail(problem)

    def resolve_command(self, command_id: str, answer: Ack | Problem) -> bool:
        """Whether there was such a command."""
        with self.lock:
            _, future = self.commands.pop(command_id, (None, None))
        if future is None:
            return False
        if isinstance(answer, Problem):
            future.set_exception(answer)
        else:
            future.set_result(answer)
        return True

    def fail_all(self, problem: Problem) -> None:
        """Nobody need wait any longer."""
        with self.lock:
            self._failure = self._failure or problem
            streams, commands = list(self.streams.values()), list(self.commands)
        for stream in streams:
            self.remove_stream(stream, problem)
        for command_id in commands:
            self.resolve_command(command_id, problem)

    @property
    def has_failed(self) -> bool:
        return self._failure is not None
