"""Casting votes in four ways, each in its turn: by hand, at the table, over HTTP, and the customary way over HTTP.

Many Odyssey matches of twelve wait for votes; each command is one `vote_cast`, never the last vote, which would score.
"""

from collections.abc import Callable, Iterator, Sequence

from bench import databases, hand_written, over_http, table_play
from bench.houses import houses
from bench.progress import say
from bench.rounds import Contestant, rates
from bench.rows import Aim, Row, ratios, row
from bench.scale import Scale
from bench.stock import Stock, Vote
from games.eventlog import match_state
from games.projections.rebuild import compare

HAND = "(a) by hand: lock and read, all writes in one statement"
TABLE = "(b) table.play"
HTTP = "(c) over HTTP, 16 clients, 2 web processes"
CUSTOMARY = "(d) customary: DRF, ORM objects, group_send; over HTTP as (c)"
AIMS = {
    HTTP: Aim(text=">= 300/s", least=300),
    "(b) : (a)": Aim(text=">= 0.35, better 0.5", least=0.35),
    "(c) : (d)": Aim(text=">= 3", least=3),
}
DEADLINES = "projections_deadlinerow"
CHECKED = 200


def measure(database: str, scale: Scale) -> Iterator[Row]:
    """The rates of the four, and how they compare round by round."""
    databases.make()
    stock = Stock()
    say("starting the web servers")
    with houses(scale.servers) as (ours, theirs):
        contestants = [
            _in_process(HAND, hand_written.cast, stock, scale.votes),
            _in_process(TABLE, table_play.cast, stock, scale.votes),
            votes_over_http(HTTP, ours.addresses, stock, scale.http_votes, looks=True),
            votes_over_http(CUSTOMARY, theirs.addresses, stock, scale.http_votes, looks=False),
        ]
        found = rates(contestants, scale.rounds)
    check(stock.matches)
    for one in contestants:
        operations = one.operations * scale.rounds
        yield row("votes", database, one.name, found[one.name], "commands/s", operations, AIMS.get(one.name))
    for name, over, under in (("(b) : (a)", TABLE, HAND), ("(c) : (d)", HTTP, CUSTOMARY)):
        compared = ratios(found[over], found[under])
        yield row("votes", database, name, compared, "x", len(compared), AIMS[name])


def check(matches: Sequence[str]) -> None:
    """However they were written, the logs must fold and the read models must be what the logs say, but for when a match
    expires that nobody cares for: only the table keeps that."""
    say(f"checking {len(matches[-CHECKED:])} of {len(matches)} matches")
    for match_id in matches[-CHECKED:]:
        folded = match_state.load(match_id)
        assert folded is not None
        assert match_state.load_at_version(match_id, folded.version) == folded
        found = [difference for difference in compare(match_id) if difference.table != DEADLINES]
        assert not found, found


def _in_process(name: str, cast: Callable[[Sequence[Vote]], None], stock: Stock, count: int) -> Contestant:
    def ready() -> Callable[[], None]:
        votes = stock.votes(count, warm=True)
        return lambda: cast(votes)

    return Contestant(name=name, operations=count, ready=ready)


def votes_over_http(name: str, addresses: Sequence[str], stock: Stock, count: int, *, looks: bool) -> Contestant:
    """Votes sent to these servers; `looks`: which look at each match first, as players do."""

    def ready() -> Callable[[], object]:
        votes = stock.votes(count, warm=False)
        for address in addresses if looks else ():
            over_http.ask([address], over_http.looks_at(votes), clients=4)
        requests = over_http.votes_of(votes)
        return lambda: over_http.ask(addresses, requests)

    return Contestant(name=name, operations=count, ready=ready)
