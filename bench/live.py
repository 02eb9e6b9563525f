"""Commands while everybody watches: many matches with six sockets each, which are all told of every vote.

Sixteen commands are on their way at the same time. The clients are a process of their own. `customary` is a REST view
with `group_send`, and a consumer of Channels for each socket.
"""

from collections.abc import Callable, Iterator, Sequence

import msgspec

from bench import databases, over_http, pgbench
from bench.crowd import Asking, crowd
from bench.houses import houses
from bench.progress import say
from bench.rounds import Contestant, rates
from bench.rows import Aim, Row, ratios, row
from bench.scale import Scale
from bench.stock import Stock, Vote
from bench.votes import check
from tests.services.house import House

SOCKETS = "commands over sockets, all told"
REST = "commands over REST, all told"
CUSTOMARY = "customary: DRF, ORM, group_send, consumers; all told"
PGBENCH = "pgbench: lock, insert, two updates; 16 clients"
OFFERED = "p99 at 100 commands/s offered over sockets"
EACH = 6
"""Sockets that watch a match, each of which votes once a turn."""
AIMS = {
    "sockets : pgbench": Aim(text=">= 0.25", least=0.25),
    "sockets : customary": Aim(text=">= 3", least=3),
}
SOON = Aim(text="<= 30 ms", most=30)


def measure(database: str, scale: Scale) -> Iterator[Row]:
    """Rates side by side, then how long a command takes that comes when it comes."""
    if database != "postgresql":
        return
    databases.make()
    pgbench.make()
    say("starting the web servers")
    with crowd() as ask, houses(scale.servers) as (ours, theirs):
        turns = Turns(ask, Stock(), scale.live_matches)
        contestants = [
            turns.contestant(SOCKETS, ours, turns.over_sockets),
            turns.contestant(REST, ours, turns.over_rest),
            turns.contestant(CUSTOMARY, theirs, turns.over_rest, customary=True),
            Contestant(name=PGBENCH, operations=turns.count, ready=lambda: lambda: pgbench.run(turns.count)),
        ]
        found = rates(contestants, scale.rounds)
        late = [turns.offered(ours) for _ in range(scale.rounds)]
        turns.everybody_goes()
    check(turns.stock.matches)
    for one in contestants:
        yield row("live", database, one.name, found[one.name], "commands/s", one.operations * scale.rounds)
    for name, over, under in (
        ("sockets : pgbench", SOCKETS, PGBENCH),
        ("sockets : customary", SOCKETS, CUSTOMARY),
        ("REST : customary", REST, CUSTOMARY),
    ):
        compared = ratios(found[over], found[under])
        yield row("live", database, name, compared, "x", len(compared), AIMS.get(name))
    yield row("live", database, OFFERED, late, "ms", turns.count * scale.rounds, SOON)


class Turns:
    """Each turn has new matches, and so new sockets, which its preparation opens."""

    def __init__(self, ask: Asking, stock: Stock, matches: int) -> None:
        self.ask, self.stock, self.matches = ask, stock, matches
        self.count = matches * EACH

    def contestant(
        self, name: str, house: House, work: Callable[[House, Sequence[Vote]], object], *, customary: bool = False
    ) -> Contestant:
        def ready() -> Callable[[], object]:
            votes = self.come(house, customary=customary)
            return lambda: work(house, votes)

        return Contestant(name=name, operations=self.count, ready=ready)

    def come(self, house: House, *, customary: bool = False) -> list[Vote]:
        """New matches, and six sockets at each; the votes that they will cast, by socket."""
        self.everybody_goes()
        votes = self.stock.votes_in(self.matches, EACH)
        watching = [(vote.token, vote.match_id, self.stock.head) for vote in votes]
        self.ask("come", house.addresses, watching, customary=customary)
        return votes

    def everybody_goes(self) -> None:
        self.ask("go")

    def over_sockets(self, house: House, votes: Sequence[Vote]) -> None:
        self.ask("command", _frames(votes))
        self.ask("all_told", EACH)

    def over_rest(self, house: House, votes: Sequence[Vote]) -> None:
        self.ask("post", house.addresses, over_http.votes_of(votes))
        self.ask("all_told", EACH)

    def offered(self, house: House) -> float:
        """How long the slowest of a hundred commands took, in ms, when a hundred come in a second."""
        votes = self.come(house)
        taken = sorted(1000 * seconds for seconds in self.ask("command", _frames(votes), per_second=100))
        middle, slowest = taken[len(taken) // 2], taken[len(taken) * 99 // 100]
        say(f"100/s offered: p50 {middle:.0f} ms, p99 {slowest:.0f} ms")
        return float(slowest)


def _frames(votes: Sequence[Vote]) -> list[tuple[int, str, bytes]]:
    """Each vote as a frame of the socket of the same number."""
    return [(number, f"c{vote.number}", _frame(vote)) for number, vote in enumerate(votes)]


def _frame(vote: Vote) -> bytes:
    data = {"slots": vote.slots, "phase": vote.phase, "command_id": f"live-{vote.number}"}
    return msgspec.json.encode(
        {"t": "command", "id": f"c{vote.number}", "match": vote.match_id, "type": "vote", "data": data}
    )
