"""How fast another player is answered, and how much memory the web process takes, while a client abuses the service."""

import json
import secrets
import subprocess
import sys
import threading
import time
from contextlib import closing
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from typing import Any

from games.management.programs import PROJECT_ROOT
from tests.abuse.abuse_deployment import AbusedService

BYTES_PER_MIB = 1024 * 1024
INTERVAL_SECONDS = 0.04
"""Pause between the player's requests, so that they stay within its limits."""
PROMISED_RATIO = 3
"""How many times as long requests may take while another client abuses the service."""
FAILED_SECONDS = 10.0
"""How long a request counts that wasn't answered."""


@dataclass
class Player:
    """A guest who looks at a lobby and changes the seats of its computer players, on one connection."""

    port: int
    token: str = ""
    match: str = ""
    has_bot: bool = False
    seconds: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.connection = HTTPConnection("127.0.0.1", self.port, timeout=FAILED_SECONDS)
        self.token = self.call("POST", "/guests", {"name": "Player"})["token"]
        self.open_match()

    def open_match(self) -> None:
        """Play in a new match from now on: the seats of a lobby can change only so often."""
        if self.match:
            self.call("POST", f"/matches/{self.match}/abandon", {})
        self.match = self.call("POST", "/matches", {"ruleset": "classic", "seats": 6})["id"]
        self.has_bot = False

    def call(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        """Return the JSON of the answer, which has to be a success."""
        headers = {"Content-Type": "application/json"} if body is not None else {}
        headers |= {"Authorization": f"Bearer {self.token}"} if self.token else {}
        content = None if body is None else json.dumps(body)
        self.connection.request(method, f"/api/v1{path}", content, headers)
        response = self.connection.getresponse()
        answer = response.read()
        assert response.status < 400, (response.status, answer)
        return json.loads(answer) if answer else None

    def change_seat(self) -> None:
        self.has_bot = not self.has_bot
        if self.has_bot:
            self.call("PUT", f"/matches/{self.match}/seats/1", {"bot": "random"})
        else:
            self.call("DELETE", f"/matches/{self.match}/seats/1")

    def take_turns(self, stop: threading.Event) -> None:
        """Send requests until told to stop, and record how long each took."""
        number = 0
        while not stop.is_set():
            number += 1
            started_at = time.monotonic()
            try:
                match number % 4:
                    case 0:
                        self.change_seat()
                    case 1:
                        self.call("GET", f"/matches/{self.match}")
                    case 2:
                        self.call("GET", "/me")
                    case 3:
                        self.call("GET", f"/matches/{self.match}/events?after=1")
            except (OSError, HTTPException):
                self.connection.close()
                self.seconds.append(FAILED_SECONDS)
            else:
                self.seconds.append(time.monotonic() - started_at)
            stop.wait(INTERVAL_SECONDS)


@dataclass(frozen=True, kw_only=True)
class AbuseResult:
    kind: str
    quiet_p99_ms: float
    abused_p99_ms: float
    samples: int
    grown_mib: float

    @property
    def ratio(self) -> float:
        return self.abused_p99_ms / self.quiet_p99_ms

    def __str__(self) -> str:
        sign = "≤" if self.ratio <= PROMISED_RATIO else ">"
        return (
            f"| {self.kind} | {self.quiet_p99_ms:.1f} | {self.abused_p99_ms:.1f} |"
            f" {self.ratio:.1f} {sign} {PROMISED_RATIO} |"
            f" {self.grown_mib:+.1f} |"
        )


TABLE_HEAD = "| abuse | p99 quiet, ms | p99 under it, ms | ratio | RSS, MiB |\n| --- | --- | --- | --- | --- |"


def measure(service: AbusedService, player: Player, kind: str, seconds: float) -> AbuseResult:
    """Let the player play in quiet, then under one kind of abuse for about as long."""
    player.open_match()
    quiet = play(player, seconds)
    before = service.web_process.memory_info().rss
    abuser_token, player_token = open_account(service.port), player.match
    arguments = [kind, str(service.port), abuser_token, player_token, str(seconds + 0.7)]
    with subprocess.Popen([sys.executable, "-m", "tests.abuse.abuser", *arguments], cwd=PROJECT_ROOT) as abuser:
        try:
            time.sleep(0.5)
            peak, abused = before, [0.0]
            playing = threading.Thread(target=lambda: abused.extend(play(player, seconds)))
            playing.start()
            while playing.is_alive():
                peak = max(peak, service.web_process.memory_info().rss)
                time.sleep(0.05)
        finally:
            abuser.kill()
    return AbuseResult(
        kind=kind,
        quiet_p99_ms=p99(quiet) * 1000,
        abused_p99_ms=p99(abused) * 1000,
        samples=len(abused),
        grown_mib=(peak - before) / BYTES_PER_MIB,
    )


def play(player: Player, seconds: float) -> list[float]:
    """Return how long each of the player's requests took."""
    player.seconds, stop = [], threading.Event()
    timer = threading.Timer(seconds, stop.set)
    timer.start()
    player.take_turns(stop)
    timer.cancel()
    return player.seconds


def open_account(port: int) -> str:
    """Return the token of a new guest, as the abuser."""
    # An address may become only a few guests an hour.
    address = f"127.{secrets.randbelow(254) + 1}.{secrets.randbelow(254) + 1}.{secrets.randbelow(254) + 1}"
    headers = {"Content-Type": "application/json"}
    with closing(HTTPConnection("127.0.0.1", port, timeout=FAILED_SECONDS, source_address=(address, 0))) as connection:
        connection.request("POST", "/api/v1/guests", json.dumps({"name": "Abuser"}), headers)
        token: str = json.loads(connection.getresponse().read())["token"]
        return token


def p99(seconds: list[float]) -> float:
    return sorted(seconds)[int(len(seconds) * 0.99) - (len(seconds) % 100 == 0)]
