"""What must survive a lost connection: the followed matches and the unacknowledged commands."""

import threading
from concurrent.futures import Future
from typing import Any

from dixit_client.live_match import Ack
from dixit_client.match_stream import MatchStream
from dixit_client.problem import Problem


class Pending:
    """The followed matches and unacknowledged commands of a session.

    `lock` guards them: the session's thread uses them as well as the threads that follow and play.
    """

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.streams: dict[str, MatchStream] = {}
        self.commands: dict[str, tuple[dict[str, Any], Future[Ack]]] = {}
        self._failure: Problem | None = None

    def add_stream(self, stream: MatchStream) -> None:
        """Add a stream.

        Raises:
            Problem: The session has ended.
            ValueError: The match is being followed already.
        """
        with self.lock:
            if self._failure:
                raise self._failure
            if stream.match in self.streams:
                raise ValueError(f"{stream.match} is already being followed.")
            self.streams[stream.match] = stream

    def add_command(self, frame: dict[str, Any]) -> Future[Ack]:
        """Add a command, and return the future of its acknowledgement.

        Raises:
            Problem: The session has ended.
        """
        with self.lock:
            if self._failure:
                raise self._failure
            future: Future[Ack] = Future()
            self.commands[frame["id"]] = frame, future
            return future

    def remove_stream(self, stream: MatchStream, problem: Problem | None = None) -> None:
        """Remove a stream; with a problem, its readers get that."""
        with self.lock:
            if self.streams.get(stream.match) is stream:
                del self.streams[stream.match]
        if problem:
            stream.fail(problem)

    def resolve_command(self, command_id: str, answer: Ack | Problem) -> bool:
        """Complete a command with its result; return whether there was one with this id."""
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
        """End everything with this problem; whatever is added later fails with it, too."""
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
