"""The match subscriptions of one socket."""

import re
from collections.abc import Collection
from dataclasses import dataclass

from games.eventlog.stream_position import StreamPosition
from games.limits.connection_slots import ConnectionSlot, release_slot
from games.live.executor import reserve, run_in_background, run_in_thread
from games.live.feed import Watcher
from games.live.frames import Subscribe, encode_frame, error_frame, event_frame, rematch_frame
from games.live.hub import Hub
from games.live.send_buffer import SendBuffer
from games.matches import event_queries, match_queries
from games.matches.match_access import NoSuchMatch
from games.protocol.problems import Problem
from games.protocol.throttling import CONNECTION_RETRY_SECONDS, acquire_connection_slot, enforce_rate_limits

EVENTS_PER_PAGE = 50
"""Events of the backlog that are read at a time when a client resumes."""
MAX_SUBSCRIPTIONS_PER_SOCKET = 500
"""Matches that one socket may subscribe to."""


@dataclass(slots=True)
class Subscription:
    """A match that a socket receives events of; only spectators hold a slot."""

    match_id: str
    watcher: Watcher
    slot: ConnectionSlot | None = None


class Subscriptions:
    """The matches that a socket receives events of."""

    def __init__(self, hub: Hub, send_buffer: SendBuffer) -> None:
        self._hub = hub
        self._send_buffer = send_buffer
        self._by_match: dict[str, Subscription] = {}

    @property
    def versions(self) -> dict[str, int]:
        """The last version sent of each match, for `pong`."""
        return {match_id: subscription.watcher.version for match_id, subscription in self._by_match.items()}

    @property
    def connection_slots(self) -> Collection[ConnectionSlot]:
        """The spectator slots held by the subscriptions."""
        return [subscription.slot for subscription in self._by_match.values() if subscription.slot is not None]

    async def add(self, frame: Subscribe, match_id: str, account: str, address: str) -> None:
        """Subscribe: reply, send the view or backlog, then let the hub deliver new events.

        An older subscription to the same match goes on until this one is accepted, and then ends.

        Raises:
            NoSuchMatch: there is no such match, or the account may not see it.
            VersionAhead, HistoryMismatch: the log doesn't have what the client has.
            Problem: too many subscriptions, requests or spectators, or a hash without a version.
        """
        if match_id not in self._by_match and len(self._by_match) >= MAX_SUBSCRIPTIONS_PER_SOCKET:
            raise Problem(
                "too_many_requests",
                f"A socket can watch at most {MAX_SUBSCRIPTIONS_PER_SOCKET} matches.",
                retry_after=CONNECTION_RETRY_SECONDS,
            )
        subscription = Subscription(match_id, self._watcher(frame, match_id, account))
        # Registered before the view or backlog is read, so that no event can fall between the two.
        self._hub.add_watcher(match_id, subscription.watcher)
        try:
            subscription.slot = await self._admit(match_id, account, address)
            position = await self._send_snapshot_or_backlog(frame, subscription)
        except BaseException:
            # Also when the socket is closed meanwhile, which cancels this: the hub must not keep the watcher.
            self._end(subscription)
            raise
        self._hub.start_watcher(match_id, subscription.watcher, position)

    def remove(self, match_id: str) -> None:
        """End the subscription to a match, if there is one, and release its slot."""
        if subscription := self._by_match.get(match_id):
            self._end(subscription)

    def remove_all(self) -> None:
        """End all subscriptions."""
        for subscription in list(self._by_match.values()):
            self._end(subscription)

    def _watcher(self, frame: Subscribe, match_id: str, account: str) -> Watcher:
        watcher: Watcher = Watcher(
            account,
            self._send_buffer,
            event_frame,
            lambda problem: self._on_failed(frame.id, match_id, watcher, problem),
            serialize_rematch=rematch_frame,
        )
        return watcher

    async def _admit(self, match_id: str, account: str, address: str) -> ConnectionSlot | None:
        """Return the slot for a subscription: that of an older one to the same match, or a new one."""
        older = self._by_match.get(match_id)
        held = older.slot if older else None
        return await reserve(
            run_in_thread(admit_subscriber)(validate_match_id(match_id), account, address, held),
            lambda slot: _release(None if slot is held else slot),
        )

    def _accept(self, subscription: Subscription) -> None:
        """Let the subscription take the place of an older one to the same match."""
        older = self._by_match.get(subscription.match_id)
        self._by_match[subscription.match_id] = subscription
        if older is not None:
            self._end(older)

    def _end(self, subscription: Subscription) -> None:
        self._hub.remove_watcher(subscription.match_id, subscription.watcher)
        current = self._by_match.get(subscription.match_id)
        if current is subscription:
            del self._by_match[subscription.match_id]
            current = None
        # A slot passes from the older subscription to the newer one.
        if subscription.slot is not None and (current is None or current.slot is not subscription.slot):
            _release(subscription.slot)
        subscription.slot = None

    async def _send_snapshot_or_backlog(self, frame: Subscribe, subscription: Subscription) -> StreamPosition:
        """Send the view, or the events after `since`; return the position after which the hub takes over."""
        if frame.since is not None:
            position = StreamPosition(version=frame.since, hash=frame.since_hash)
            return await self._send_backlog(frame.id, position, subscription)
        match_id, watcher = subscription.match_id, subscription.watcher
        view = await run_in_thread(match_queries.load_match_view)(match_id, watcher.account, is_connected=True)
        self._accept(subscription)
        self._send_buffer.put(
            [encode_frame("subscribed", re=frame.id, match=match_id, version=view.version, view=view)]
        )
        watcher.known_presence = {seat.seat: seat.connected for seat in view.seats}
        watcher.known_rematch = view.rematch.match if view.rematch else None
        return StreamPosition(version=view.version, hash=view.head)

    async def _send_backlog(
        self, frame_id: str, position: StreamPosition, subscription: Subscription
    ) -> StreamPosition:
        """Send the stored events after a position as fast as the client reads; return the position reached."""
        match_id, watcher = subscription.match_id, subscription.watcher
        read_page = run_in_thread(event_queries.events_page)
        page = await read_page(match_id, watcher.account, position, EVENTS_PER_PAGE)
        self._accept(subscription)
        self._send_buffer.put([encode_frame("subscribed", re=frame_id, match=match_id, version=page.head.version)])
        while page.texts:
            for version, text in enumerate(page.texts, start=position.version + 1):
                self._send_buffer.put([event_frame(match_id, version, text)])
                await self._send_buffer.drain()
            position = page.end
            if position.version == page.head.version:
                break
            page = await read_page(match_id, watcher.account, position, EVENTS_PER_PAGE)
        # A resuming client knows of no seat's presence, so the tracker sends all of them with its next update.
        watcher.known_presence = {}
        return page.end

    def _on_failed(self, frame_id: str, match_id: str, watcher: Watcher, problem: Problem) -> None:
        """End a subscription that can't go on, and report the problem to the client."""
        subscription = self._by_match.get(match_id)
        # Any other watcher is that of a subscription which isn't accepted yet: reading the match refuses it.
        if subscription is not None and subscription.watcher is watcher:
            self._end(subscription)
            self._send_buffer.put([error_frame(frame_id, problem.about(match=match_id))])


def admit_subscriber(
    match_id: str, account: str, address: str, held: ConnectionSlot | None = None
) -> ConnectionSlot | None:
    """Count the request against the rate limits. Return the slot of a spectator; players need none and get None.

    Args:
        held: the slot of an older subscription, which a spectator keeps.

    Raises:
        NoSuchMatch: there is none that the account may see.
        Problem: a rate limit is exceeded, or the match has too many spectators.
    """
    enforce_rate_limits("read", account=account, address=address)
    if not event_queries.is_spectator(match_id, account):
        return None
    return held or acquire_connection_slot(("match", match_id))


def _release(slot: ConnectionSlot | None) -> None:
    if slot is not None:
        run_in_background(release_slot, slot)


def validate_match_id(match_id: str) -> str:
    """Return the ID if it has the form that REST's URLs accept.

    Raises:
        NoSuchMatch: it has another form.
    """
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,40}", match_id):
        raise NoSuchMatch
    return match_id
