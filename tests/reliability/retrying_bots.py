"""Bots that play match after match over REST, and retry every request that got no answer."""

import time
import uuid
from datetime import UTC, datetime
from random import Random
from threading import Event
from typing import Any

from examples.play_match import choose, possible
from tests.concurrency.concurrent_clients import run_simultaneously
from tests.reliability.acknowledgement_journal import AcknowledgementJournal, SentCommand
from tests.reliability.crash_deployment import OPERATION_TIMEOUT_SECONDS, CrashDeployment
from tests.reliability.http_client import ConnectionLost, Guest, HttpClient, Reply, command_endpoint, create_guest

RETRY_DELAY_SECONDS = 0.05
STALE_VIEW_CODES = {"phase_over", "not_the_storyteller", "wrong_phase", "already_done"}
"""Refusals that a bot can get because it acts on an outdated view."""


class BotsHalted(Exception):
    """The bots were asked to stop at once."""


class RetryingBot:
    """One player, who uses one server or the other."""

    def __init__(self, deployment: CrashDeployment, journal: AcknowledgementJournal, halt: Event, name: str) -> None:
        self.guest: Guest = create_guest(deployment.ports, name)
        self.client = HttpClient(deployment.ports, self.guest.token)
        self.journal = journal
        self.halt = halt
        self.rng = Random(name)

    def send(self, method: str, path: str, body: Any = None, key: str | None = None) -> Reply:
        """Send a request until there is an answer from either server."""
        deadline = time.monotonic() + OPERATION_TIMEOUT_SECONDS
        while time.monotonic() < deadline:
            if self.halt.is_set():
                raise BotsHalted
            try:
                reply = self.client.send(method, path, body, server=self.rng.randrange(2), key=key)
            except ConnectionLost:
                self.journal.increment_count("dropped")
            else:
                if reply.status < 500:
                    return reply
                self.journal.increment_count(f"answered {reply.status}")
                if reply.status != 503:
                    self.journal.unexpected_replies.append(f"{method} {path}: {reply.status} {reply.content[:300]!r}")
            time.sleep(RETRY_DELAY_SECONDS)
        raise AssertionError(f"{method} {path} got no answer for {OPERATION_TIMEOUT_SECONDS:.0f} seconds")

    def fetch_view(self, match: str, query: str = "") -> Any:
        reply = self.send("GET", f"/matches/{match}{query}")
        assert reply.status == 200, reply
        return reply.json

    def send_command(self, match: str | None, name: str, body: Any = None) -> Reply:
        """Send a command under a key of its own, and record the answer before anything else happens."""
        key = uuid.uuid4().hex
        method, path = ("POST", "/matches") if match is None else command_endpoint(match, name)
        self.journal.record_command(key, SentCommand(guest=self.guest, method=method, path=path, body=body))
        reply = self.send(method, path, body, key)
        if reply.status < 300:
            self.journal.record_acknowledgement(match or reply.json["id"], key, reply)
        else:
            self.journal.record_refusal(key, reply.code)
        return reply

    def play_match(self, match: str) -> None:
        """Play until the match is over."""
        view = self.fetch_view(match)
        while view["status"] == "playing":
            move = choose(possible(view["actions"], datetime.now(UTC)), self.rng)
            if move is None:
                view = self.fetch_view(match, f"?after={view['version']}&wait=1")
                continue
            name, body = move
            reply = self.send_command(match, name, {**body, "phase": view["phase"]["id"]})
            assert reply.status < 300 or reply.code in STALE_VIEW_CODES, reply
            view = self.fetch_view(match)


class BotGroup:
    """Three bots that play match after match, until they are stopped."""

    def __init__(self, deployment: CrashDeployment, journal: AcknowledgementJournal, number: int) -> None:
        self.halt, self.stop_after_match = Event(), Event()
        self.bots = [RetryingBot(deployment, journal, self.halt, f"Bot {number}{letter}") for letter in "abc"]
        self.finished_matches = 0

    def run(self) -> None:
        """Play match after match until stopped; the last match is played to its end unless the bots were halted."""
        try:
            while not self.stop_after_match.is_set():
                self._play_one_match()
                self.finished_matches += 1
        except BotsHalted:
            pass
        finally:
            for bot in self.bots:
                bot.client.close()

    def _play_one_match(self) -> None:
        host, *others = self.bots
        match = str(host.send_command(None, "open", {"ruleset": "classic", "seats": 3}).json["id"])
        for bot in others:
            assert bot.send_command(match, "sit", {}).status == 201
        assert host.send_command(match, "start", {}).status == 200
        run_simultaneously(*(lambda b=bot: b.play_match(match) for bot in self.bots))
        final_view = host.fetch_view(match)
        assert final_view["status"] == "over", final_view["status"]
        assert final_view["winners"], "a match that is over has winners"
