"""The matches that one socket watches."""

import re

from games.live.closing import Closed, Code
from games.live.feed import Watcher
from games.live.frames import Subscribe, event_frame, framed, refused
from games.live.hub import Hub
from games.live.offloop import off_loop
from games.live.outbox import Outbox
from games.table import look, watch
from games.table.access import NoSuchMatch
from games.wire.problems import Problem

PAGE = 50
"""Events that are read at once for who comes back."""
MOST = 500
"""Matches that a socket may watch."""


class Subscriptions:
    """What a socket is told of, through the eyes of one account."""

    def __init__(self, hub: Hub, outbox: Outbox) -> None:
        self._hub = hub
        self._outbox = outbox
        self._watched: dict[str, Watcher] = {}

    @property
    def versions(self) -> dict[str, int]:
        """What has been told so far of each match."""
        return {match_id: watcher.version for match_id, watcher in self._watched.items()}

    async def add(self, frame: Subscribe, account: str) -> None:
        """Answer, send what has come since, and let the hub bring the rest; in place of an older subscription.

        Raises:
            Closed, Problem
        """
        self.remove(frame.match)
        if len(self._watched) >= MOST:
            raise Problem("too_many_requests", f"A socket watches at most {MOST} matches.")
        try:
            version = await self._catch_up(frame.match, account, await self._answer(frame, account))
        except NoSuchMatch:
            raise Closed(Code.NOT_FOUND, f"There is no match {frame.match[:40]}.") from None
        watcher = Watcher(account, version, self._outbox, event_frame, lambda: self._barred(frame))
        self._watched[frame.match] = watcher
        await self._hub.watch(frame.match, watcher)

    def remove(self, match_id: str) -> None:
        watcher = self._watched.pop(match_id, None)
        if watcher is not None:
            self._hub.leave(match_id, watcher)

    def remove_all(self) -> None:
        for match_id in list(self._watched):
            self.remove(match_id)

    async def _answer(self, frame: Subscribe, account: str) -> int:
        """Say from where on events follow: the version after which they do."""
        match_id = known(frame.match)
        if frame.since is None:
            seen = await off_loop(look.look)(match_id, account)
            self._outbox.put([framed("subscribed", re=frame.id, match=match_id, version=seen.version, view=seen)])
            return seen.version
        head = await off_loop(look.version)(match_id, account)
        if frame.since > head:
            raise Problem("version_ahead", version=head)
        self._outbox.put([framed("subscribed", re=frame.id, match=match_id, version=head)])
        return frame.since

    async def _catch_up(self, match_id: str, account: str, version: int) -> int:
        """Send what is there already, as fast as it is read at the other end; the version that leads to."""
        head = version + 1
        while version < head:
            head, texts = await off_loop(watch.page)(match_id, account, version, PAGE)
            for version, text in enumerate(texts, start=version + 1):  # noqa: B020, PLR1704  (each follows the last)
                self._outbox.put([event_frame(match_id, version, text)])
                await self._outbox.room()
        return version

    def _barred(self, frame: Subscribe) -> None:
        """The account may see the match no more."""
        self.remove(frame.match)
        self._outbox.put([refused(frame.id, Problem("not_found", match=frame.match))])


def known(match_id: str) -> str:
    """The id, if it is of the letters that addresses take: others aren't found."""
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,40}", match_id):
        raise NoSuchMatch
    return match_id
