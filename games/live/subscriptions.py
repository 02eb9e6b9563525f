"""The matches that one socket watches."""

import re
from collections.abc import Collection

from games.limits.connection_slots import ConnectionSlot, release_slot
from games.live.closing import Closed, Code
from games.live.feed import Watcher
from games.live.frames import Subscribe, event_frame, framed, refused
from games.live.hub import Hub
from games.live.offloop import later, off_loop
from games.live.outbox import Outbox
from games.matches import event_queries, match_queries
from games.matches.match_access import NoSuchMatch
from games.protocol.problems import Problem
from games.protocol.throttling import acquire_connection_slot, enforce_rate_limits

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
        self._places: dict[str, ConnectionSlot] = {}

    @property
    def versions(self) -> dict[str, int]:
        """What has been told so far of each match."""
        return {match_id: watcher.version for match_id, watcher in self._watched.items()}

    @property
    def places(self) -> Collection[ConnectionSlot]:
        return self._places.values()

    async def add(self, frame: Subscribe, account: str, address: str) -> None:
        """Answer, send what has come since, and let the hub bring the rest; in place of an older subscription.

        Raises:
            Closed, Problem
        """
        self.remove(frame.match)
        if len(self._watched) >= MOST:
            raise Problem("too_many_requests", f"A socket watches at most {MOST} matches.")
        watcher = Watcher(account, self._outbox, event_frame, lambda: self._barred(frame))
        self._watched[frame.match] = watcher
        # The hub listens before we look, so nothing can happen in between.
        self._hub.watch(frame.match, watcher)
        try:
            if (held := await off_loop(admitted)(known(frame.match), account, address)) is not None:
                self._places[frame.match] = held
            version = await self._answer(frame, watcher)
        except BaseException as error:
            self.remove(frame.match)
            if isinstance(error, NoSuchMatch):
                raise Closed(Code.NOT_FOUND, f"There is no match {frame.match[:40]}.") from None
            raise
        self._hub.begin(frame.match, watcher, version)

    def remove(self, match_id: str) -> None:
        watcher = self._watched.pop(match_id, None)
        if watcher is not None:
            self._hub.leave(match_id, watcher)
        held = self._places.pop(match_id, None)
        if held is not None:
            later(release_slot, held)

    def remove_all(self) -> None:
        for match_id in list(self._watched):
            self.remove(match_id)

    async def _answer(self, frame: Subscribe, watcher: Watcher) -> int:
        """Send the view, or what has come since; the version after which events follow."""
        match_id = known(frame.match)
        if frame.since is not None:
            return await self._resume(frame, frame.since, watcher)
        seen = await off_loop(match_queries.match_view)(match_id, watcher.account, is_connected=True)
        self._outbox.put([framed("subscribed", re=frame.id, match=match_id, version=seen.version, view=seen)])
        watcher.knows = {seat.seat: seat.connected for seat in seen.seats}
        return seen.version

    async def _resume(self, frame: Subscribe, version: int, watcher: Watcher) -> int:
        """Send what is there already, as fast as it is read at the other end."""
        head, texts = await off_loop(event_queries.events_page)(frame.match, watcher.account, version, PAGE)
        if version > head:
            raise Problem("version_ahead", version=head)
        self._outbox.put([framed("subscribed", re=frame.id, match=frame.match, version=head)])
        while texts:
            for text in texts:
                version += 1
                self._outbox.put([event_frame(frame.match, version, text)])
                await self._outbox.room()
            if version == head:
                break
            head, texts = await off_loop(event_queries.events_page)(frame.match, watcher.account, version, PAGE)
        watcher.knows = {}
        return version

    def _barred(self, frame: Subscribe) -> None:
        """The account may see the match no more."""
        self.remove(frame.match)
        self._outbox.put([refused(frame.id, Problem("not_found", match=frame.match))])


def admitted(match_id: str, account: str, address: str) -> ConnectionSlot | None:
    """The place of who looks on; who plays needs none.

    Raises:
        NoSuchMatch
        Problem: this was asked for too often, or too many look on.
    """
    enforce_rate_limits("read", account=account, address=address)
    return acquire_connection_slot(("match", match_id)) if event_queries.is_spectator(match_id, account) else None


def known(match_id: str) -> str:
    """The id, if it is of the letters that addresses take: others aren't found."""
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,40}", match_id):
        raise NoSuchMatch
    return match_id
