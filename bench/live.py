"""Commands while everybody watches: many matches with six sockets each, which are all told of every vote.

Sixteen commands are on their way at the same time. The clients are a process of their own. `customary` is a REST view
with `group_send`, and a consumer of Channels for each socket.
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

SOCKETS_ROW = "commands over sockets, all told"
REST_ROW = "commands over REST, all told"
CUSTOMARY_ROW = "customary: DRF, ORM, group_send, consumers; all told"
PGBENCH_ROW = "pgbench: lock, insert, two updates; 16 clients"
OFFERED_ROW = "p99 at 100 commands/s offered over sockets"
SOCKETS_PER_MATCH = 6
"""Sockets that watch a match, each of which votes once a turn."""
AIMS = {
    "sockets : pgbench": Aim(text=">= 0.25", least=0.25),
    "sockets : customary": Aim(text=">= 3", least=3),
}
LATENCY_AIM = Aim(text="<= 30 ms", most=30)


def measure(database: str, scale: Scale) -> Iterator[BenchmarkRow]:
    """Rates side by side, then how long a command takes that comes when it comes."""
    if database != "postgresql":
        return
    database_setup.migrate_and_check()
    pgbench.create_tables()
    say("starting the web servers")
    with running_client_pool() as ask, running_deployments(scale.servers) as (ours, theirs):
        turns = LiveTurns(ask, MatchFixtures(), scale.live_matches)
        contestants = [
            turns.contestant(SOCKETS_ROW, ours, turns.over_sockets),
            turns.contestant(REST_ROW, ours, turns.over_rest),
            turns.contestant(CUSTOMARY_ROW, theirs, turns.over_rest, customary=True),
            Contestant(name=PGBENCH_ROW, operations=turns.count, prepare=lambda: lambda: pgbench.run(turns.count)),
        ]
        found = measure_rates(contestants, scale.rounds)
        latencies_ms = [turns.latency_at_fixed_rate(ours) for _ in range(scale.rounds)]
        turns.disconnect_all()
    check_logs_and_projections(turns.stock.matches)
    for one in contestants:
        yield make_row("live", database, one.name, found[one.name], "commands/s", one.operations * scale.rounds)
    for name, over, under in (
        ("sockets : pgbench", SOCKETS_ROW, PGBENCH_ROW),
        ("sockets : customary", SOCKETS_ROW, CUSTOMARY_ROW),
        ("REST : customary", REST_ROW, CUSTOMARY_ROW),
    ):
        compared = ratios(found[over], found[under])
        yield make_row("live", database, name, compared, "x", len(compared), AIMS.get(name))
    yield make_row("live", database, OFFERED_ROW, latencies_ms, "ms", turns.count * scale.rounds, LATENCY_AIM)


class LiveTurns:
    """Each turn has new matches, and so new sockets, which its preparation opens."""

    def __init__(self, ask: ClientPoolProxy, stock: MatchFixtures, matches: int) -> None:
        self.ask, self.stock, self.matches = ask, stock, matches
        self.count = matches * SOCKETS_PER_MATCH

    def contestant(
        self,
        name: str,
        deployment: Deployment,
        work: Callable[[Deployment, Sequence[PendingVote]], object],
        *,
        customary: bool = False,
    ) -> Contestant:
        def ready() -> Callable[[], object]:
            votes = self.connect_sockets(deployment, customary=customary)
            return lambda: work(deployment, votes)

        return Contestant(name=name, operations=self.count, prepare=ready)

    def connect_sockets(self, deployment: Deployment, *, customary: bool = False) -> list[PendingVote]:
        """New matches, and six sockets at each; the votes that they will cast, by socket."""
        self.disconnect_all()
        votes = self.stock.votes_in(self.matches, SOCKETS_PER_MATCH)
        watching = [(vote.token, vote.match_id, self.stock.initial_version) for vote in votes]
        self.ask("come", deployment.base_urls, watching, customary=customary)
        return votes

    def disconnect_all(self) -> None:
        self.ask("go")

    def over_sockets(self, deployment: Deployment, votes: Sequence[PendingVote]) -> None:
        self.ask("command", _frames(votes))
        self.ask("all_told", SOCKETS_PER_MATCH)

    def over_rest(self, deployment: Deployment, votes: Sequence[PendingVote]) -> None:
        self.ask("post", deployment.base_urls, http_load.vote_requests(votes))
        self.ask("all_told", SOCKETS_PER_MATCH)

    def latency_at_fixed_rate(self, deployment: Deployment) -> float:
        """How long the slowest of a hundred commands took, in ms, when a hundred come in a second."""
        votes = self.connect_sockets(deployment)
        latencies_ms = sorted(1000 * seconds for seconds in self.ask("command", _frames(votes), per_second=100))
        middle, slowest = latencies_ms[len(latencies_ms) // 2], latencies_ms[len(latencies_ms) * 99 // 100]
        say(f"100/s offered: p50 {middle:.0f} ms, p99 {slowest:.0f} ms")
        return float(slowest)


def _frames(votes: Sequence[PendingVote]) -> list[tuple[int, str, bytes]]:
    """Each vote as a frame of the socket of the same number."""
    return [(number, f"c{vote.number}", _frame(vote)) for number, vote in enumerate(votes)]


def _frame(vote: PendingVote) -> bytes:
    data = {"slots": vote.slots, "phase": vote.phase, "command_id": f"live-{vote.number}"}
    return msgspec.json.encode(
        {"t": "command", "id": f"c{vote.number}", "match": vote.match_id, "type": "vote", "data": data}
    )
