"""Delivery to spectators: one match with twelve players and many spectators, five events per second, sent to them all.

It is compared with a plain Channels consumer per socket, which gets the whole event by `group_send`, removes what its
player may not see, and sends it. Each side has one server process; clients and players are other processes.
Delivery time is from the commit (conventional: from before `group_send`) until the client has read the event.
"""

import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import psutil
from asgiref.sync import async_to_sync
from channels_redis.core import RedisChannelLayer
from django.conf import settings

from accounts.models import Token, User
from bench import database_setup
from bench.bulk_insert import insert_matches
from bench.client_process import ClientPoolProxy, running_client_pool
from bench.deployments import running_deployments
from bench.match_fixtures import MatchFixtures
from bench.match_templates import SEED, copy_match, voting_match
from bench.progress import say
from bench.result_rows import Aim, BenchmarkRow, make_row, ratios
from bench.scale import Scale
from games.bots.random_bot import choose_random_move
from games.eventlog import match_state
from games.eventlog.command_metadata import CommandMetadata
from games.eventlog.models import Event, Opening
from games.matches import match_random
from games.matches.command_handler import handle_command
from games.rulebook import Viewer
from games.rulebook.player_view import actions
from games.rulebook.waiting import waiting_for
from tests.services.deployment import Deployment

EVENTS_PER_SECOND = 5
IDLE_SECONDS = 2.0
"""How long the CPU time of an idle server is measured, which is then subtracted."""
DELIVERY_AIM = Aim(text="< 250 ms", most=250)
CPU_AIM = Aim(text="<= 60 µs", most=60)
CPU_RATIO_AIM = Aim(text=">= 5", least=5)
MEMORY_AIM = Aim(text="<= 40 KiB", most=40)


class AudienceResult:
    """Measurements of one server and one audience: delivery times in seconds, CPU in µs per message, KiB per socket."""

    def __init__(self, latencies: list[float], cpu: float, memory_kib: float) -> None:
        self.latencies, self.cpu, self.memory_kib = sorted(latencies), cpu, memory_kib

    def latency_ms(self, quantile: float) -> float:
        return self.latencies[min(len(self.latencies) - 1, int(len(self.latencies) * quantile))] * 1000


def measure(database: str, scale: Scale) -> Iterator[BenchmarkRow]:
    if database != "postgresql":
        return
    database_setup.migrate_and_check()
    fixtures = MatchFixtures()
    spectator_token = Token.objects.issue(User.objects.create_guest("Spectator"))[1]
    with running_client_pool() as clients, running_deployments(1) as (ours, theirs):
        for spectators in scale.spectators:
            our_run = AudienceRun(clients, ours, fixtures, spectator_token, spectators, scale.seconds)
            their_run = AudienceRun(clients, theirs, fixtures, spectator_token, spectators, scale.seconds)
            our_result = our_run.run(our_run.play_commands, conventional=False)
            their_result = their_run.run(their_run.send_groups, conventional=True)
            yield from _rows(database, spectators, our_result, their_result)
        clients("close_all")


def _rows(
    database: str, spectators: int, our_result: AudienceResult, their_result: AudienceResult
) -> Iterator[BenchmarkRow]:
    many = spectators >= 100
    for name, one in (("", our_result), ("conventional, ", their_result)):
        count, what = len(one.latencies), f"{name}{spectators:,} spectators"
        yield make_row("audience", database, f"{what}: delivery, p50", [one.latency_ms(0.5)], "ms", count)
        aim = DELIVERY_AIM if not name and many else None
        yield make_row("audience", database, f"{what}: delivery, p99", [one.latency_ms(0.99)], "ms", count, aim)
        aim = CPU_AIM if not name and many else None
        yield make_row("audience", database, f"{what}: CPU per message", [one.cpu], "µs", count, aim)
        if spectators:
            aim = None if name else MEMORY_AIM
            yield make_row("audience", database, f"{what}: memory per socket", [one.memory_kib], "KiB", spectators, aim)
    cpu_ratios = ratios([their_result.cpu], [our_result.cpu])
    what = f"{spectators:,} spectators: CPU, conventional : ours"
    yield make_row("audience", database, what, cpu_ratios, "x", 1, CPU_RATIO_AIM if many else None)


class AudienceRun:
    """A match with its twelve players and a number of spectators, all connected to one server."""

    def __init__(
        self,
        clients: ClientPoolProxy,
        deployment: Deployment,
        fixtures: MatchFixtures,
        spectator_token: str,
        spectators: int,
        seconds: float,
    ) -> None:
        self.clients, self.deployment, self.fixtures, self.spectators = clients, deployment, fixtures, spectators
        self.tokens = [*fixtures.tokens, *[spectator_token] * spectators]
        self.count = int(seconds * EVENTS_PER_SECOND)
        self.process = psutil.Process(deployment.servers[0].pid)
        self.log = copy_match(
            voting_match(fixtures.players), f"audience {deployment.ports[0]} {spectators} {fixtures.tokens[0]}"
        )
        insert_matches([self.log])
        match_random.store_seed(self.log.match_id, SEED)

    def run(self, publish: Callable[[Random], dict[int, float]], *, conventional: bool) -> AudienceResult:
        """Connect all sockets, publish the events, and measure."""
        self.clients("close_all")
        time.sleep(0.5)
        before = self.process.memory_info().rss
        watching = [(token, self.log.match_id, len(self.log.events)) for token in self.tokens]
        self.clients("connect_all", self.deployment.base_urls, watching, conventional=conventional)
        memory_kib = (self.process.memory_info().rss - before) / len(self.tokens) / 1024
        idle_cpu = self._cpu(lambda: time.sleep(IDLE_SECONDS)) / IDLE_SECONDS
        begun, committed_at = time.monotonic(), dict[int, float]()
        cpu = self._cpu(lambda: committed_at.update(self._publish_all(publish)))
        received = self.received
        cpu -= idle_cpu * (time.monotonic() - begun)
        latencies = [at - committed_at[version] for one in received for version, at in one if version in committed_at]
        say(f"{self.spectators} spectators{', conventional' if conventional else ''}: {len(latencies)} messages")
        return AudienceResult(latencies, max(cpu, 0.0) / len(latencies) * 1e6, memory_kib)

    def _publish_all(self, publish: Callable[[Random], dict[int, float]]) -> dict[int, float]:
        committed_at = publish(Random(self.spectators))
        self.received = self.clients("collect_events", len(committed_at))
        return committed_at

    def _cpu(self, work: Callable[[], object]) -> float:
        before = self.process.cpu_times()
        work()
        after = self.process.cpu_times()
        return (after.user - before.user) + (after.system - before.system)

    def _paced(self) -> Iterator[int]:
        """Yield the number of each event when it is due: a fixed rate, however long each takes."""
        begun = time.monotonic()
        for number in range(self.count):
            time.sleep(max(0.0, begun + number / EVENTS_PER_SECOND - time.monotonic()))
            yield number

    def play_commands(self, rng: Random) -> dict[int, float]:
        """Execute commands by the command handler; return the time at which each version was committed."""
        committed_at: dict[int, float] = {}
        for number in self._paced():
            state = match_state.load(self.log.match_id)
            assert state is not None
            seat = waiting_for(state.match)[0]
            make_command = choose_random_move(actions(state.match, Viewer(seat=seat)), rng)
            assert make_command is not None
            metadata = CommandMetadata(
                account_id=self.fixtures.players[seat].id or "",
                command_id=f"audience-{self.deployment.ports[0]}-{self.spectators}-{number}",
                request_digest="",
            )
            result = handle_command(self.log.match_id, make_command, metadata=metadata)
            committed_at.update(dict.fromkeys(range(result.first_version, result.last_version + 1), time.time()))
        return committed_at

    def send_groups(self, rng: Random) -> dict[int, float]:
        """Send as many votes by `group_send`; return the time just before each, by version."""
        layer = RedisChannelLayer(
            hosts=[{"address": settings.REDIS_URL, "socket_timeout": None}], prefix="conventional"
        )
        event, committed_at = self._sample_event(), {}
        for number in self._paced():
            version = len(self.log.events) + 1 + number
            committed_at[version] = time.time()
            message = {"type": "match.event", "event": {"version": version, **event}}
            async_to_sync(layer.group_send)(f"match_{self.log.match_id}", message)
        return committed_at

    def _sample_event(self) -> dict[str, Any]:
        """Return the match's last event with a sealed part, in the form that the conventional view sends."""
        opening = Opening.objects.filter(match_id=self.log.match_id, reader__isnull=False).order_by("-version")[0]
        event = Event.objects.get(match_id=self.log.match_id, version=opening.version)
        part = {"reader": opening.reader, "part": opening.part, "salt": opening.salt, "value": opening.value}
        return {"match_id": event.match_id, "type": event.type, "body": event.body, "openings": [part]}
