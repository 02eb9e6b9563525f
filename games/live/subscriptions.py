"""The match subscriptions of one socket."""

import re
from collections.abc import Collection

from games.limits.connection_slots import ConnectionSlot, release_slot
from games.live.close_codes import CloseCode, CloseSocket
from games.live.executor import run_in_background, run_in_thread
from games.live.feed import Watcher
from games.live.frames import Subscribe, encode_frame, error_frame, event_frame, rematch_frame
from games.live.hub import Hub
from games.live.send_buffer import SendBuffer
from games.matches import event_queries, match_queries
from games.matches.match_access import NoSuchMatch
from games.protocol.problems import Problem
from games.protocol.throttling import acquire_connection_slot, enforce_rate_limits

EVENTS_PER_PAGE = 50
"""Events of the backlog that are read at a time when a client resumes."""
MAX_SUBSCRIPTIONS_PER_SOCKET = 500
"""Matches that one socket may subscribe to."""


class Subscriptions:
    """The matches that a socket receives events of."""

    def __init__(self, hub: Hub, send_buffer: SendBuffer) -> None:
        self._hub = hub
        self._send_buffer = send_buffer
        self._watchers: dict[str, Watcher] = {}
        self._connection_slots: dict[str, ConnectionSlot] = {}

    @property
    def versions(self) -> dict[str, int]:
        """The last version sent of each match, for `pong`."""
        return {match_id: watcher.version for match_id, watcher in self._watchers.items()}

    @property
    def connection_slots(self) -> Collection[ConnectionSlot]:
        """The spectator slots held by the subscriptions."""
        return self._connection_slots.values()

    async def add(self, frame: Subscribe, match_id: str, account: str, address: str) -> None:
        """Subscribe: reply, send the view or backlog, then let the hub deliver new events.

        Replaces an older subscription to the same match.

        Raises:
            CloseSocket: there is no such match, or the account may not see it.
            Problem: too many subscriptions, requests or spectators, or `since` is beyond the match's version.
        """
        self.remove(match_id)
        if len(self._watchers) >= MAX_SUBSCRIPTIONS_PER_SOCKET:
            raise Problem("too_many_requests", f"A socket can watch at most {MAX_SUBSCRIPTIONS_PER_SOCKET} matches.")
        watcher = Watcher(
            account,
            self._send_buffer,
            event_frame,
            lambda: self._end_revoked(frame.id, match_id),
            serialize_rematch=rematch_frame,
        )
        self._watchers[match_id] = watcher
        # Registered before the view or backlog is read, so that no event can fall between the two.
        self._hub.add_watcher(match_id, watcher)
        try:
            slot = await run_in_thread(admit_subscriber)(validate_match_id(match_id), account, address)
            if slot is not None:
                self._connection_slots[match_id] = slot
            version = await self._send_snapshot_or_backlog(frame, match_id, watcher)
        except BaseException as error:
            # Also when the socket is closed meanwhile, which cancels this: the hub must not keep the watcher.
            self.remove(match_id)
            if isinstance(error, NoSuchMatch):
                raise CloseSocket(CloseCode.NOT_FOUND, f"No such match: {match_id[:40]}.") from None
            raise
        self._hub.start_watcher(match_id, watcher, version)

    def remove(self, match_id: str) -> None:
        """End the subscription to a match, if there is one, and release its slot."""
        watcher = self._watchers.pop(match_id, None)
        if watcher is not None:
            self._hub.remove_watcher(match_id, watcher)
        slot = self._connection_slots.pop(match_id, None)
        if slot is not None:
            run_in_background(release_slot, slot)

    def remove_all(self) -> None:
        """End all subscriptions."""
        for match_id in list(self._watchers):
            self.remove(match_id)

    async def _send_snapshot_or_backlog(self, frame: Subscribe, match_id: str, watcher: Watcher) -> int:
        """Send the view, or the events after `since`; return the version after which the hub takes over."""
        if frame.since is not None:
            return await self._send_backlog(frame.id, match_id, frame.since, watcher)
        view = await run_in_thread(match_queries.load_match_view)(match_id, watcher.account, is_connected=True)
        self._send_buffer.put(
            [encode_frame("subscribed", re=frame.id, match=match_id, version=view.version, view=view)]
        )
        watcher.known_presence = {seat.seat: seat.connected for seat in view.seats}
        watcher.known_rematch = view.rematch.match if view.rematch else None
        return view.version

    async def _send_backlog(self, frame_id: str, match_id: str, version: int, watcher: Watcher) -> int:
        """Send the stored events after a version as fast as the client reads; return the version reached."""
        head, texts = await run_in_thread(event_queries.events_page)(
            match_id, watcher.account, version, EVENTS_PER_PAGE
        )
        if version > head:
            raise Problem("version_ahead", version=head)
        self._send_buffer.put([encode_frame("subscribed", re=frame_id, match=match_id, version=head)])
        while texts:
            for text in texts:
                version += 1
                self._send_buffer.put([event_frame(match_id, version, text)])
                await self._send_buffer.drain()
            if version == head:
                break
            head, texts = await run_in_thread(event_queries.events_page)(
                match_id, watcher.account, version, EVENTS_PER_PAGE
            )
        # A resuming client knows of no seat's presence, so the tracker sends all of them with its next update.
        watcher.known_presence = {}
        return version

    def _end_revoked(self, frame_id: str, match_id: str) -> None:
        """End a subscription whose account may no longer see the match, and report it to the client."""
        self.remove(match_id)
        self._send_buffer.put([error_frame(frame_id, Problem("not_found", match=match_id))])


def admit_subscriber(match_id: str, account: str, address: str) -> ConnectionSlot | None:
    """Count the request against the rate limits. Return the slot of a spectator; players need none and get None.

    Raises:
        NoSuchMatch: there is none that the account may see.
        Problem: a rate limit is exceeded, or the match has too many spectators.
    """
    enforce_rate_limits("read", account=account, address=address)
    return acquire_connection_slot(("match", match_id)) if event_queries.is_spectator(match_id, account) else None


def validate_match_id(match_id: str) -> str:
    """Return the ID if it has the form that REST's URLs accept.

    Raises:
        NoSuchMatch: it has another form.
    """
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,40}", match_id):
        raise NoSuchMatch
    return match_id
