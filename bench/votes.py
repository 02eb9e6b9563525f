"""Casting votes in four ways, each in its turn: by hand, at the table, over HTTP, and the customary way over HTTP.

Many Odyssey matches of twelve wait for votes; each command is one `vote_cast`, never the last vote, which would score.
"""

from collections.abc import Callable, Iterator, Sequence

from bench import command_handler_votes, database_setup, hand_written, http_load
from bench.comparison import Contestant, measure_rates
from bench.deployments import running_deployments
from bench.match_fixtures import MatchFixtures, PendingVote
from bench.progress import say
from bench.result_rows import Aim, BenchmarkRow, make_row, ratios
from bench.scale import Scale
from games.eventlog import match_state
from games.projections.rebuild import compare

HAND_ROW = "(a) by hand: lock and read, all writes in one statement"
HANDLER_ROW = "(b) table.play"
HTTP_ROW = "(c) over HTTP, 16 clients, 2 web processes"
CUSTOMARY_ROW = "(d) customary: DRF, ORM objects, group_send; over HTTP as (c)"
AIMS = {
    HTTP_ROW: Aim(text=">= 300/s", least=300),
    "(b) : (a)": Aim(text=">= 0.35, better 0.5", least=0.35),
    "(c) : (d)": Aim(text=">= 3", least=3),
}
DEADLINE_TABLE = "projections_deadlinerow"
MAX_CHECKED_MATCHES = 200


def measure(database: str, scale: Scale) -> Iterator[BenchmarkRow]:
    """The rates of the four, and how they compare round by round."""
    database_setup.migrate_and_check()
    stock = MatchFixtures()
    say("starting the web servers")
    with running_deployments(scale.servers) as (ours, theirs):
        contestants = [
            _in_process(HAND_ROW, hand_written.cast_votes, stock, scale.votes),
            _in_process(HANDLER_ROW, command_handler_votes.cast_votes, stock, scale.votes),
            votes_over_http(HTTP_ROW, ours.base_urls, stock, scale.http_votes, warm_up=True),
            votes_over_http(CUSTOMARY_ROW, theirs.base_urls, stock, scale.http_votes, warm_up=False),
        ]
        found = measure_rates(contestants, scale.rounds)
    check_logs_and_projections(stock.matches)
    for one in contestants:
        operations = one.operations * scale.rounds
        yield make_row("votes", database, one.name, found[one.name], "commands/s", operations, AIMS.get(one.name))
    for name, over, under in (("(b) : (a)", HANDLER_ROW, HAND_ROW), ("(c) : (d)", HTTP_ROW, CUSTOMARY_ROW)):
        compared = ratios(found[over], found[under])
        yield make_row("votes", database, name, compared, "x", len(compared), AIMS[name])


def check_logs_and_projections(matches: Sequence[str]) -> None:
    """However they were written, the logs must fold and the read models must be what the logs say, but for when a match
    expires that nobody cares for: only the table keeps that."""
    say(f"checking {len(matches[-MAX_CHECKED_MATCHES:])} of {len(matches)} matches")
    for match_id in matches[-MAX_CHECKED_MATCHES:]:
        folded = match_state.load(match_id)
        assert folded is not None
        assert match_state.load_at_version(match_id, folded.version) == folded
        found = [difference for difference in compare(match_id) if difference.table != DEADLINE_TABLE]
        assert not found, found


def _in_process(
    name: str, cast: Callable[[Sequence[PendingVote]], None], stock: MatchFixtures, count: int
) -> Contestant:
    def ready() -> Callable[[], None]:
        votes = stock.votes(count, warm=True)
        return lambda: cast(votes)

    return Contestant(name=name, operations=count, prepare=ready)


def votes_over_http(
    name: str, addresses: Sequence[str], stock: MatchFixtures, count: int, *, warm_up: bool
) -> Contestant:
    """Votes sent to these servers; `looks`: which look at each match first, as players do."""

    def ready() -> Callable[[], object]:
        votes = stock.votes(count, warm=False)
        for address in addresses if warm_up else ():
            http_load.send_all([address], http_load.view_requests(votes), clients=4)
        requests = http_load.vote_requests(votes)
        return lambda: http_load.send_all(addresses, requests)

    return Contestant(name=name, operations=count, prepare=ready)
