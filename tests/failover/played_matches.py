"""Matches that are played and followed while their database goes back, and what their clients were answered."""

import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress

import httpx
from dixit_client import Client
from dixit_client.live_match import LiveMatch
from dixit_client.live_session import LiveSession

from tests.api.api_client import ApiResponse, Transport, http_transport
from tests.api.game_table import GameTable, body_for_action
from tests.failover.standby_pair import StandbyPair
from tests.services.deployment import Deployment

WAIT_SECONDS = 30.0
VOLATILE = ("connected", "remaining_ms", "expires_at")


class Journal:
    """The statuses that a deployment has answered, but for 503, after which a client asks again."""

    def __init__(self) -> None:
        self.statuses: dict[int, int] = {}

    def recording(self, address: str) -> Transport:
        send = http_transport(address)

        def send_until_answered(
            method: str, path: str, content: bytes = b"", headers: Mapping[str, str] | None = None
        ) -> ApiResponse:
            deadline = time.monotonic() + WAIT_SECONDS
            while (
                response := send(method, path, content, headers or {})
            ).status == 503 and time.monotonic() < deadline:
                time.sleep(0.05)
            self.statuses[response.status] = self.statuses.get(response.status, 0) + 1
            return response

        return send_until_answered


class FollowedMatch:
    """A match whose players use two servers by turns, and which Python clients follow on each of them."""

    def __init__(self, deployment: Deployment, journal: Journal) -> None:
        self.transports = [journal.recording(address) for address in deployment.base_urls]
        self.table = GameTable(3, transports=self.transports, ruleset="odyssey").start()
        self.id = self.table.id
        self.followers = [
            Follower(deployment.base_urls[0], self.table.players[0].token, self.id, poll=False),
            Follower(deployment.base_urls[1], self.table.players[1].token, self.id, poll=True),
        ]

    def play(self, moves: int, choice: int = 0) -> None:
        """Make the next moves, each through another server; `choice` decides which player begins and what is played."""
        for number in range(moves):
            waiting = self.table.host.view(self.id)["phase"]["waiting_for"]
            if not waiting:
                return
            player = self.table.players[waiting[(choice + number) % len(waiting)]]
            player = player.with_transport(self.transports[number % len(self.transports)])
            view = player.view(self.id)
            action = next(one for one in view["actions"] if body_for_action(one) is not None)
            body = body_for_action(action) or {}
            if "cards" in body:
                count = action["count"]
                body["cards"] = action["cards"][choice : choice + count]
            player.act(self.id, action["type"], {**body, "phase": view["phase"]["id"]})

    def wrong_views(self) -> list[str]:
        """Return what is wrong with the views that both servers give each player, compared with folds of the log."""
        wrong = []
        for player in self.table.players:
            for number, transport in enumerate(self.transports):
                asked = player.with_transport(transport)
                view = asked.view(self.id)
                # A view at a version is folded from the log alone.
                folded = asked.view(self.id, at=view["version"])
                if without_volatile(view) != without_volatile(folded):
                    wrong.append(f"server {number}, {player.name}: {view} is not {folded}")
        return wrong

    def heads_shown(self) -> list[tuple[int, str]]:
        views = [self.table.host.with_transport(transport).view(self.id) for transport in self.transports]
        return [(view["version"], view["head"]) for view in views]


class BusyMatch(FollowedMatch):
    """A match that is played without a pause in a thread of its own, also while the database is away."""

    def __init__(self, deployment: Deployment, journal: Journal) -> None:
        super().__init__(deployment, journal)
        self.moves, self._stopped = 0, threading.Event()
        self._thread = threading.Thread(target=self._play_on, daemon=True)
        self._thread.start()

    def _play_on(self) -> None:
        while not self._stopped.wait(0.02):
            # What was read may be lost before the move is made, which is then refused.
            with suppress(AssertionError, StopIteration, IndexError, httpx.TransportError):
                self.play(1, self.moves % 2)
                self.moves += 1

    def stop(self) -> None:
        self._stopped.set()
        self._thread.join(WAIT_SECONDS)


class Follower:
    """A Python client that follows a match in a thread of its own."""

    def __init__(self, address: str, token: str, match_id: str, *, poll: bool) -> None:
        self.session: LiveSession = Client(address, token=token).live(poll=poll)
        self.match: LiveMatch = self.session.match(match_id)
        self.error: Exception | None = None
        threading.Thread(target=self._follow, daemon=True).start()

    def _follow(self) -> None:
        try:
            for _ in self.match.views():
                pass
        except Exception as error:  # noqa: BLE001  (the test looks at it)
            self.error = error

    @property
    def head(self) -> tuple[int, str]:
        return self.match.view["version"], self.match.view["head"]


def without_volatile(value: object) -> object:
    if isinstance(value, dict):
        return {name: without_volatile(part) for name, part in value.items() if name not in VOLATILE}
    return [without_volatile(part) for part in value] if isinstance(value, list) else value


def wait_until(is_so: Callable[[], bool], what: Callable[[], object]) -> None:
    deadline = time.monotonic() + WAIT_SECONDS
    while not is_so():
        assert time.monotonic() < deadline, what()
        time.sleep(0.02)


def wait_for_followers(matches: list[FollowedMatch], servers: StandbyPair) -> None:
    """Return once every client has what the database has."""
    heads = servers.heads()
    for match in matches:
        for follower in match.followers:
            wait_until(
                lambda follower=follower, match=match: follower.head == heads[match.id],  # type: ignore[misc]
                lambda follower=follower, match=match: (follower.head, heads[match.id], follower.error),  # type: ignore[misc]
            )


def told(matches: list[FollowedMatch]) -> list[int]:
    """Return how often each client was told that its match has another history."""
    return [follower.match.histories_lost for match in matches for follower in match.followers]
