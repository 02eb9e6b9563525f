"""A match's events as an NDJSON response that goes on until the match ends, for clients that can't use WebSockets."""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence

from django.db import Error

from games.eventlog.stream_position import PositionLost, StreamPosition
from games.eventlog.unreadable_logs import UnreadableLog
from games.limits.connection_slots import ConnectionSlot
from games.live.close_codes import CloseCode
from games.live.connection import SEND_TIMEOUT_SECONDS
from games.live.executor import run_in_thread
from games.live.feed import Watcher
from games.live.hub import hub_of
from games.live.send_buffer import SendBuffer
from games.live.stream_connection import EMPTY_LINE, EMPTY_LINE_INTERVAL_SECONDS, StreamConnection
from games.matches import event_queries
from games.matches.match_access import NoSuchMatch

EVENTS_PER_PAGE = 50
"""Events of the backlog that are read at a time."""

# Events are canonical JSON, in which quotes inside a text are escaped: only the type of an event reads like this.
MATCH_ENDED_MARKER = '"type":"match_ended"'

log = logging.getLogger(__name__)


def encode_ndjson_line(match_id: str, version: int, event: str) -> str:
    """Return the event as one line; match and version are unused (an `EventSerializer`)."""
    return f"{event}\n"


class NdjsonStream(StreamConnection):
    """One reader of a match's events; a `LiveConnection`.

    The stream ends after the last event of the match, at shutdown, when its token expires or is revoked, when the
    client reads too slowly, or when the log no longer has what was sent. The client resumes with `after` set to the
    last version it has, and `after_hash` to the hash there.
    """

    def __init__(
        self,
        match_id: str,
        account: str,
        token_id: str,
        position: StreamPosition,
        connection_slots: Sequence[ConnectionSlot],
    ) -> None:
        super().__init__(account, token_id, connection_slots)
        self._match_id, self._account, self._position = match_id, account, position
        self._ended = False
        self._send_buffer = SendBuffer(
            lambda: self.request_close(CloseCode.TOO_SLOW),
            idle_text=EMPTY_LINE,
            idle_seconds=EMPTY_LINE_INTERVAL_SECONDS,
        )

    def check_health(self, now: float) -> None:
        if self._send_buffer.sending_since is not None and now - self._send_buffer.sending_since > SEND_TIMEOUT_SECONDS:
            self.request_close(CloseCode.TOO_SLOW)

    def request_close(self, code: CloseCode) -> None:
        self._ended = True
        self._send_buffer.close(send_rest=code is CloseCode.SHUTDOWN)

    async def lines(self) -> AsyncIterator[str]:
        """Yield one line per event: the backlog first, then new events until the stream ends.

        While nothing happens, the lines are empty.
        """
        hub = hub_of(asyncio.get_running_loop())
        with hub.track_connection(self):
            watcher = Watcher(
                self._account,
                self._send_buffer,
                encode_ndjson_line,
                # The status can't change any more; a client that asks again gets the problem.
                lambda problem: self.request_close(CloseCode.NOT_FOUND),
            )
            # Registered before the backlog is read, so that no event can fall between the two.
            hub.add_watcher(self._match_id, watcher)
            try:
                async for page_text in self._read_backlog():
                    yield page_text
                if await self._has_all_events():
                    return
                hub.start_watcher(self._match_id, watcher, self._position)
                async for text in self._send_buffer:
                    yield text
                    if MATCH_ENDED_MARKER in text:
                        return
            finally:
                hub.remove_watcher(self._match_id, watcher)

    async def _has_all_events(self) -> bool:
        try:
            final_version = await run_in_thread(event_queries.final_version)(self._match_id)
        except (Error, UnreadableLog) as error:
            log.warning("could not read whether a match is over: %s", type(error).__name__)
            return False
        return final_version is not None and self._position.version >= final_version

    async def _read_backlog(self) -> AsyncIterator[str]:
        """Yield the stored events in pages, each read only once the client has taken the previous one."""
        is_behind = True
        while is_behind and not self._ended:
            try:
                page = await run_in_thread(event_queries.events_page)(
                    self._match_id, self._account, self._position, EVENTS_PER_PAGE
                )
            except (NoSuchMatch, PositionLost):
                self.request_close(CloseCode.NOT_FOUND)
                return
            except (Error, UnreadableLog) as error:
                # The response has begun, so its status can't change; a client that reconnects gets a proper problem.
                log.warning("could not read the backlog of a stream: %s", type(error).__name__)
                self.request_close(CloseCode.UNAVAILABLE)
                return
            self._position, is_behind = page.end, page.end.version < page.head.version
            if page.texts:
                yield "".join(f"{text}\n" for text in page.texts)
