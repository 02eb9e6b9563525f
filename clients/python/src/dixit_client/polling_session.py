"""A live session over REST with long polls, for environments without WebSockets."""

import threading
from typing import Any

from dixit_client.calls import Calls
from dixit_client.live_match import Ack
from dixit_client.live_session import LiveSession
from dixit_client.match_stream import MatchStream
from dixit_client.problem import Problem

LONG_POLL_SECONDS = 25


class PollingSession(LiveSession):
    """A live session with a thread for each followed match, which polls its events, and in the end its rematch."""

    def __init__(self, client: Calls) -> None:
        super().__init__(client)
        self._followed: set[MatchStream] = set()
        self._me: str | None = None

    def _follow(self, stream: MatchStream) -> None:
        self._followed.add(stream)
        threading.Thread(target=self._fill, args=(stream,), name="dixit-polling", daemon=True).start()

    def _leave(self, stream: MatchStream) -> None:
        self._followed.discard(stream)

    def _fill(self, stream: MatchStream) -> None:
        try:
            if stream.last_version is None:
                self._me = self._me or self._client.me()["id"]
                stream.start(self._client.match(stream.match), self._me)
            while stream in self._followed:
                assert stream.last_version is not None, "the stream has started"
                page = self._client.events(stream.match, after=stream.last_version, limit=1000, wait=LONG_POLL_SECONDS)
                for event in page["results"]:
                    stream.put({"t": "event", "version": event["version"], "event": event})
                    if event["type"] == "match_ended":
                        return self._wait_for_rematch(stream, event["version"])
        except Problem as problem:
            stream.fail(problem)
        except Exception as error:  # noqa: BLE001  (otherwise the readers would wait forever)
            stream.fail(Problem("unexplained", repr(error)))

    def _wait_for_rematch(self, stream: MatchStream, version: int) -> None:
        while stream in self._followed:
            rematch = self._client.match(stream.match, after=version, wait=LONG_POLL_SECONDS)["rematch"]
            if rematch is not None:
                stream.put({"t": "rematch", "rematch": rematch["match"]})
                return

    def _send_command(self, match_id: str, type: str, data: dict[str, Any], command_id: str) -> Ack:
        answer = getattr(self._client, type)(match_id, command_id=command_id, **data)
        return Ack(match=answer.get("id", match_id), version=answer["version"], receipt=answer["receipt"])

    def close(self) -> None:
        for stream in list(self._followed):
            stream.fail(Problem("closed", "The session was closed."))
            self._leave(stream)
