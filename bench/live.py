"""Commands with connected players: many matches with six sockets each, and every vote is delivered to all six.

Sixteen commands are in flight at a time. The clients run in a process of their own. `conventional` is a REST view with
`group_send`, and a Channels consumer for each socket.
"""

from collections.abc import Callable, Iterator, Sequence

import msgspec

from bench import database_setup, http_load, pgbench
from bench.client_process import ClientPoolProxy, running_client_pool
from bench.comparison import Contestant, measure_rates
from bench.deployments import running_deployments
from bench.match_fixtures import MatchFixtures, PendingVote
from bench.progress import say
from bench.result_rows import Aim, BenchmarkRow, make_row, ratios
from bench.scale import Scale
from bench.votes import check_logs_and_projections
from tests.services.deployment import Deployment

SOCKETS_ROW = "commands over sockets, delivered to all"
REST_ROW = "commands over REST, delivered to all"
CONVENTIONAL_ROW = "conventional: DRF, ORM, group_send, consumers; delivered to all"
PGBENCH_ROW = "pgbench: lock, insert, two updates; 16 clients"
OFFERED_ROW = "p99 at 100 commands/s offered over sockets"
SOCKETS_PER_MATCH = 6
"""Sockets subscribed to each match; each votes once per turn."""
AIMS = {
    "sockets : pgbench": Aim(text=">= 0.25", least=0.25),
    "sockets : conventional": Aim(text=">= 3", least=3),
}
LATENCY_AIM = Aim(text="<= 30 ms", most=30)


def measure(database: str, scale: Scale) -> Iterator[BenchmarkRow]:
    """Yield the rates and their ratios, then the latency of commands that arrive at a fixed rate."""
    if database != "postgresql":
        return
    database_setup.migrate_and_check()
    pgbench.create_tables()
    say("starting the web servers")
    with running_client_pool() as clients, running_deployments(scale.servers) as (ours, theirs):
        turns = LiveTurns(clients, MatchFixtures(), scale.live_matches)
        contestants = [
            turns.contestant(SOCKETS_ROW, ours, turns.over_sockets),
            turns.contestant(REST_ROW, ours, turns.over_rest),
            turns.contestant(CONVENTIONAL_ROW, theirs, turns.over_rest, conventional=True),
            Contestant(name=PGBENCH_ROW, operations=turns.count, prepare=lambda: lambda: pgbench.run(turns.count)),
        ]
        found = measure_rates(contestants, scale.rounds)
        latencies_ms = [turns.latency_at_fixed_rate(ours) for _ in range(scale.rounds)]
        turns.disconnect_all()
    check_logs_and_projections(turns.fixtures.matches)
    for one in contestants:
        yield make_row("live", database, one.name, found[one.name], "commands/s", one.operations * scale.rounds)
    for name, over, under in (
        ("sockets : pgbench", SOCKETS_ROW, PGBENCH_ROW),
        ("sockets : conventional", SOCKETS_ROW, CONVENTIONAL_ROW),
        ("REST : conventional", REST_ROW, CONVENTIONAL_ROW),
    ):
        compared = ratios(found[over], found[under])
        yield make_row("live", database, name, compared, "x", len(compared), AIMS.get(name))
    yield make_row("live", database, OFFERED_ROW, latencies_ms, "ms", turns.count * scale.rounds, LATENCY_AIM)


class LiveTurns:
    """The contestants' turns. Each gets new matches and new sockets, opened while it is prepared."""

    def __init__(self, clients: ClientPoolProxy, fixtures: MatchFixtures, matches: int) -> None:
        self.clients, self.fixtures, self.matches = clients, fixtures, matches
        self.count = matches * SOCKETS_PER_MATCH

    def contestant(
        self,
        name: str,
        deployment: Deployment,
        work: Callable[[Deployment, Sequence[PendingVote]], object],
        *,
        conventional: bool = False,
    ) -> Contestant:
        def prepare() -> Callable[[], object]:
            votes = self.connect_sockets(deployment, conventional=conventional)
            return lambda: work(deployment, votes)

        return Contestant(name=name, operations=self.count, prepare=prepare)

    def connect_sockets(self, deployment: Deployment, *, conventional: bool = False) -> list[PendingVote]:
        """Insert new matches and connect six sockets to each; return the vote that each socket will cast."""
        self.disconnect_all()
        votes = self.fixtures.votes_in(self.matches, SOCKETS_PER_MATCH)
        watching = [(vote.token, vote.match_id, self.fixtures.initial_version) for vote in votes]
        self.clients("connect_all", deployment.base_urls, watching, conventional=conventional)
        return votes

    def disconnect_all(self) -> None:
        self.clients("close_all")

    def over_sockets(self, deployment: Deployment, votes: Sequence[PendingVote]) -> None:
        self.clients("send_commands", _frames(votes))
        self.clients("collect_events", SOCKETS_PER_MATCH)

    def over_rest(self, deployment: Deployment, votes: Sequence[PendingVote]) -> None:
        self.clients("send_requests", deployment.base_urls, http_load.vote_requests(votes))
        self.clients("collect_events", SOCKETS_PER_MATCH)

    def latency_at_fixed_rate(self, deployment: Deployment) -> float:
        """Return the p99 latency in ms of commands that arrive at 100 per second."""
        votes = self.connect_sockets(deployment)
        latencies_ms = sorted(
            1000 * seconds for seconds in self.clients("send_commands", _frames(votes), per_second=100)
        )
        middle, slowest = latencies_ms[len(latencies_ms) // 2], latencies_ms[len(latencies_ms) * 99 // 100]
        say(f"100/s offered: p50 {middle:.0f} ms, p99 {slowest:.0f} ms")
        return float(slowest)


def _frames(votes: Sequence[PendingVote]) -> list[tuple[int, str, bytes]]:
    """Return (socket number, frame id, frame) for each vote, which the socket with its number sends."""
    return [(number, f"c{vote.number}", _frame(vote)) for number, vote in enumerate(votes)]


def _frame(vote: PendingVote) -> bytes:
    data = {"slots": vote.slots, "phase": vote.phase, "command_id": f"live-{vote.number}"}
    return msgspec.json.encode(
        {"t": "command", "id": f"c{vote.number}", "match": vote.match_id, "type": "vote", "data": data}
    )
