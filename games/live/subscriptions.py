"""The matches that one socket watches."""

import re
from collections.abc import Collection

from games.limits.connection_slots import ConnectionSlot, release_slot
from games.live.close_codes import CloseCode, CloseSocket
from games.live.executor import run_in_background, run_in_thread
from games.live.feed import Watcher
from games.live.frames import Subscribe, encode_frame, error_frame, event_frame
from games.live.hub import Hub
from games.live.send_buffer import SendBuffer
from games.matches import event_queries, match_queries
from games.matches.match_access import NoSuchMatch
from games.protocol.problems import Problem
from games.protocol.throttling import acquire_connection_slot, enforce_rate_limits

EVENTS_PER_PAGE = 50
"""Events that are read at once for who comes back."""
MAX_SUBSCRIPTIONS_PER_SOCKET = 500
"""Matches that a socket may watch."""


class Subscriptions:
    """What a socket is told of, through the eyes of one account."""

    def __init__(self, hub: Hub, send_buffer: SendBuffer) -> None:
        self._hub = hub
        self._send_buffer = send_buffer
        self._watchers: dict[str, Watcher] = {}
        self._connection_slots: dict[str, ConnectionSlot] = {}

    @property
    def versions(self) -> dict[str, int]:
        """What has been told so far of each match."""
        return {match_id: watcher.version for match_id, watcher in self._watchers.items()}

    @property
    def connection_slots(self) -> Collection[ConnectionSlot]:
        return self._connection_slots.values()

    async def add(self, frame: Subscribe, account: str, address: str) -> None:
        """Answer, send what has come since, and let the hub bring the rest; in place of an older subscription.

        Raises:
            Closed, Problem
        """
        self.remove(frame.match)
        if len(self._watchers) >= MAX_SUBSCRIPTIONS_PER_SOCKET:
            raise Problem("too_many_requests", f"A socket watches at most {MAX_SUBSCRIPTIONS_PER_SOCKET} matches.")
        watcher = Watcher(account, self._send_buffer, event_frame, lambda: self._revoke(frame))
        self._watchers[frame.match] = watcher
        # The hub listens before we look, so nothing can happen in between.
        self._hub.add_watcher(frame.match, watcher)
        try:
            if (
                slot := await run_in_thread(admit_subscriber)(validate_match_id(frame.match), account, address)
            ) is not None:
                self._connection_slots[frame.match] = slot
            version = await self._send_snapshot_or_backlog(frame, watcher)
        except BaseException as error:
            self.remove(frame.match)
            if isinstance(error, NoSuchMatch):
                raise CloseSocket(CloseCode.NOT_FOUND, f"There is no match {frame.match[:40]}.") from None
            raise
        self._hub.start_watcher(frame.match, watcher, version)

    def remove(self, match_id: str) -> None:
        watcher = self._watchers.pop(match_id, None)
        if watcher is not None:
            self._hub.remove_watcher(match_id, watcher)
        slot = self._connection_slots.pop(match_id, None)
        if slot is not None:
            run_in_background(release_slot, slot)

    def remove_all(self) -> None:
        for match_id in list(self._watchers):
            self.remove(match_id)

    async def _send_snapshot_or_backlog(self, frame: Subscribe, watcher: Watcher) -> int:
        """Send the view, or what has come since; the version after which events follow."""
        match_id = validate_match_id(frame.match)
        if frame.since is not None:
            return await self._send_backlog(frame, frame.since, watcher)
        view = await run_in_thread(match_queries.match_view)(match_id, watcher.account, is_connected=True)
        self._send_buffer.put(
            [encode_frame("subscribed", re=frame.id, match=match_id, version=view.version, view=view)]
        )
        watcher.known_presence = {seat.seat: seat.connected for seat in view.seats}
        return view.version

    async def _send_backlog(self, frame: Subscribe, version: int, watcher: Watcher) -> int:
        """Send what is there already, as fast as it is read at the other end."""
        head, texts = await run_in_thread(event_queries.events_page)(
            frame.match, watcher.account, version, EVENTS_PER_PAGE
        )
        if version > head:
            raise Problem("version_ahead", version=head)
        self._send_buffer.put([encode_frame("subscribed", re=frame.id, match=frame.match, version=head)])
        while texts:
            for text in texts:
                version += 1
                self._send_buffer.put([event_frame(frame.match, version, text)])
                await self._send_buffer.drain()
            if version == head:
                break
            head, texts = await run_in_thread(event_queries.events_page)(
                frame.match, watcher.account, version, EVENTS_PER_PAGE
            )
        watcher.known_presence = {}
        return version

    def _revoke(self, frame: Subscribe) -> None:
        """The account may see the match no more."""
        self.remove(frame.match)
        self._send_buffer.put([error_frame(frame.id, Problem("not_found", match=frame.match))])


def admit_subscriber(match_id: str, account: str, address: str) -> ConnectionSlot | None:
    """The place of who looks on; who plays needs none.

    Raises:
        NoSuchMatch
        Problem: this was asked for too often, or too many look on.
    """
    enforce_rate_limits("read", account=account, address=address)
    return acquire_connection_slot(("match", match_id)) if event_queries.is_spectator(match_id, account) else None


def validate_match_id(match_id: str) -> str:
    """The id, if it is of the letters that addresses take: others aren't found."""
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,40}", match_id):
        raise NoSuchMatch
    return match_id
