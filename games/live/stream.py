"""A match's events as lines that go on and on, for who can't use sockets."""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence

from django.db import Error

from games.limits.connection_slots import ConnectionSlot, release_slot
from games.live.closing import Code
from games.live.feed import Watcher
from games.live.hub import hub_of
from games.live.member import PATIENCE
from games.live.offloop import later, off_loop
from games.live.outbox import Outbox
from games.matches import event_queries
from games.matches.match_access import NoSuchMatch

PAGE = 50

log = logging.getLogger(__name__)


def line(match_id: str, version: int, event: str) -> str:
    return f"{event}\n"


class Stream:
    """One reader of a match; a member of the hub. It ends when the process or the token does, or when it is too slow;
    whoever comes back goes on after the last version."""

    def __init__(
        self, match_id: str, account: str, token_id: str, after: int, places: Sequence[ConnectionSlot]
    ) -> None:
        self.token_id, self.places = token_id, places
        # A line that is only read can't be known to be heard.
        self.account = None
        self._match_id, self._account, self._after = match_id, account, after
        self._ended = False
        self._outbox = Outbox(lambda: self.end(Code.TOO_SLOW))

    def look(self, now: float) -> None:
        if self._outbox.since is not None and now - self._outbox.since > PATIENCE:
            self.end(Code.TOO_SLOW)

    def end(self, code: Code) -> None:
        self._ended = True
        self._outbox.shut(send_rest=code is Code.SHUTDOWN)

    async def lines(self) -> AsyncIterator[str]:
        hub = hub_of(asyncio.get_running_loop())
        with hub.member(self):
            watcher = Watcher(self._account, self._outbox, line, lambda: self.end(Code.NOT_FOUND))
            hub.watch(self._match_id, watcher)
            try:
                async for texts in self._missed():
                    yield texts
                hub.begin(self._match_id, watcher, self._after)
                async for text in self._outbox:
                    yield text
            finally:
                hub.leave(self._match_id, watcher)
                for place in self.places:
                    later(release_slot, place)

    async def _missed(self) -> AsyncIterator[str]:
        """What is there already, as fast as it is read."""
        head = self._after + 1
        while self._after < head and not self._ended:
            try:
                head, texts = await off_loop(event_queries.events_page)(
                    self._match_id, self._account, self._after, PAGE
                )
            except NoSuchMatch:
                self.end(Code.NOT_FOUND)
                return
            except Error as error:
                # The answer has begun: whoever comes back is told better.
                log.warning("a stream can't be read: %s", type(error).__name__)
                self.end(Code.UNAVAILABLE)
                return
            if texts:
                self._after += len(texts)
                yield "".join(f"{text}\n" for text in texts)
