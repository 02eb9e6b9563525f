"""Players who play without a pause, one match after another, also while the database is away."""

import threading
from collections.abc import Sequence
from contextlib import suppress

import httpx

from tests.api.api_client import Player, Transport
from tests.failover.followers import WAIT_SECONDS
from tests.failover.played_matches import FollowedMatch
from tests.services.deployment import Deployment


class BusyTable:
    """Three players in a thread of their own; those who follow a match go on to do so when it is over or lost.

    Args:
        opened: gets all their matches, too.
    """

    def __init__(self, deployment: Deployment, transports: Sequence[Transport], opened: list[FollowedMatch]) -> None:
        self._deployment, self._transports, self._opened = deployment, transports, opened
        self.matches: list[FollowedMatch] = []
        self._open()
        self.moves, self._stopped = 0, threading.Event()
        self._thread = threading.Thread(target=self._play_on, name="busy-table", daemon=True)
        self._thread.start()

    def _play_on(self) -> None:
        while not self._stopped.wait(0.02):
            # What was read may be lost before the move is made, which is then refused.
            with suppress(AssertionError, StopIteration, IndexError, httpx.TransportError):
                self._play_or_open()

    def _play_or_open(self) -> None:
        match, players = self.matches[-1], self.matches[0].table.players
        response = players[0].get(f"/matches/{match.id}")
        if response.status == 404 or response.ok()["status"] != "playing":
            self._open(players)
        else:
            match.play(1, self.moves % 2)
            self.moves += 1

    def _open(self, players: int | Sequence[Player] = 3) -> None:
        match = FollowedMatch(self._deployment, self._transports, players)
        self.matches.append(match)
        self._opened.append(match)

    def stop_playing(self) -> None:
        self._stopped.set()
        self._thread.join(WAIT_SECONDS)
        assert not self._thread.is_alive()
