"""A live session over REST with long polls, for environments without WebSockets."""

import threading
from typing import Any

from dixit_client.calls import Calls
from dixit_client.live_match import Ack
from dixit_client.live_session import LiveSession
from dixit_client.match_stream import HISTORY_CODES, HistoryLost, MatchStream
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
            while stream in self._followed and not self._follow_history(stream):
                pass
        except Problem as problem:
            stream.fail(problem)
        except Exception as error:  # noqa: BLE001  (otherwise the readers would wait forever)
            stream.fail(Problem("unexplained", repr(error)))

    def _follow_history(self, stream: MatchStream) -> bool:
        """Fill the stream until its match is over, or has another history; return whether nothing more will come."""
        try:
            if stream.last_version is None:
                self._me = self._me or self._client.me()["id"]
                view = self._client.match(stream.match)
                stream.start(view, self._me)
                if view["status"] in ("over", "abandoned"):
                    self._wait_for_rematch(stream)
                    return True
            while stream in self._followed:
                if self._fill_page(stream):
                    self._wait_for_rematch(stream)
                    return True
        except HistoryLost:
            return not stream.restart()
        except Problem as problem:
            if problem.code not in HISTORY_CODES:
                raise
            return not stream.restart(problem)
        return True

    def _fill_page(self, stream: MatchStream) -> bool:
        """Add the next events to the stream; return whether the match has ended with them.

        Raises:
            Problem
            HistoryLost: The match has other events than before, or lacks some that were acknowledged before.
        """
        position, awaited_version = stream.position("after", "after_hash"), stream.awaited_version
        page = self._client.events(stream.match, **position, limit=1000, wait=LONG_POLL_SECONDS)
        for event in page["results"]:
            stream.put({"t": "event", "version": event["version"], "event": event})
        if page["version"] < awaited_version:
            raise HistoryLost
        return any(event["type"] == "match_ended" for event in page["results"])

    def _wait_for_rematch(self, stream: MatchStream) -> None:
        while stream in self._followed:
            position = stream.position("after", "after_hash")
            rematch = self._client.match(stream.match, **position, wait=LONG_POLL_SECONDS)["rematch"]
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
