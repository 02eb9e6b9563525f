"""Casting votes in four ways: hand-written SQL, the command handler, HTTP, and conventional Django over HTTP.

Many Odyssey matches of twelve players wait for votes. Each command leads to one `vote_cast`; none is the last vote of
its round, which would also score it.
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

HAND_ROW = "(a) hand-written SQL: lock and read, all writes in one statement"
HANDLER_ROW = "(b) command handler"
BATCH_ROW = "(b32) command handler, 32 commands waiting at a time"
HTTP_ROW = "(c) over HTTP, 16 clients, 2 web processes"
ONE_SERVER_ROW = "(c1) over HTTP, 16 clients, 1 web process"
CONVENTIONAL_ROW = "(d) conventional: DRF, ORM objects, group_send; over HTTP as (c)"
AIMS = {
    "(b) : (a)": Aim(text=">= 0.5", least=0.5),
    "(b32) : (a)": Aim(text=">= 1.5", least=1.5),
    "(c) : (d)": Aim(text=">= 5", least=5),
    "(c1) : (d)": Aim(text=">= 5", least=5),
    "(c) : (c1)": Aim(text=">= 1", least=1),
}
DEADLINE_TABLE = "projections_deadlinerow"
MAX_CHECKED_MATCHES = 200


def measure(database: str, scale: Scale) -> Iterator[BenchmarkRow]:
    """Yield the rates of all four, and their ratios."""
    database_setup.migrate_and_check()
    fixtures = MatchFixtures()
    say("starting the web servers")
    with running_deployments(scale.servers) as (ours, theirs):
        contestants = [
            _in_process(HAND_ROW, hand_written.cast_votes, fixtures, scale.votes),
            _in_process(HANDLER_ROW, command_handler_votes.cast_votes, fixtures, scale.votes),
            _in_process(BATCH_ROW, command_handler_votes.cast_votes_together, fixtures, scale.votes * 4),
            votes_over_http(HTTP_ROW, ours.base_urls, fixtures, scale.http_votes, warm_up=True),
            votes_over_http(ONE_SERVER_ROW, ours.base_urls[:1], fixtures, scale.http_votes, warm_up=True),
            votes_over_http(CONVENTIONAL_ROW, theirs.base_urls, fixtures, scale.http_votes, warm_up=False),
        ]
        found = measure_rates(contestants, scale.rounds)
    check_logs_and_projections(fixtures.matches)
    for one in contestants:
        operations = one.operations * scale.rounds
        yield make_row("votes", database, one.name, found[one.name], "commands/s", operations, AIMS.get(one.name))
    for name, over, under in (
        ("(b) : (a)", HANDLER_ROW, HAND_ROW),
        ("(b32) : (a)", BATCH_ROW, HAND_ROW),
        ("(c) : (d)", HTTP_ROW, CONVENTIONAL_ROW),
        ("(c1) : (d)", ONE_SERVER_ROW, CONVENTIONAL_ROW),
        ("(c) : (c1)", HTTP_ROW, ONE_SERVER_ROW),
    ):
        compared = ratios(found[over], found[under])
        yield make_row("votes", database, name, compared, "x", len(compared), AIMS[name])


def check_logs_and_projections(matches: Sequence[str]) -> None:
    """Check that the logs fold and the projections agree with them, no matter which contestant wrote the votes.

    The deadlines are left out: only the command handler postpones the expiry of a match that is being played.
    """
    say(f"checking {len(matches[-MAX_CHECKED_MATCHES:])} of {len(matches)} matches")
    for match_id in matches[-MAX_CHECKED_MATCHES:]:
        state = match_state.load(match_id)
        assert state is not None
        assert match_state.load_at_version(match_id, state.version) == state
        found = [difference for difference in compare(match_id) if difference.table != DEADLINE_TABLE]
        assert not found, found


def _in_process(
    name: str, cast: Callable[[Sequence[PendingVote]], None], fixtures: MatchFixtures, count: int
) -> Contestant:
    def prepare() -> Callable[[], None]:
        votes = fixtures.votes(count, warm=True)
        return lambda: cast(votes)

    return Contestant(name=name, operations=count, prepare=prepare)


def votes_over_http(
    name: str, addresses: Sequence[str], fixtures: MatchFixtures, count: int, *, warm_up: bool
) -> Contestant:
    """Return a contestant that sends votes to these servers.

    Args:
        warm_up: Get the view of each match from each server first, as players would have done.
    """

    def prepare() -> Callable[[], object]:
        votes = fixtures.votes(count, warm=False)
        for address in addresses if warm_up else ():
            http_load.send_all([address], http_load.view_requests(votes), clients=4)
        requests = http_load.vote_requests(votes)
        return lambda: http_load.send_all(addresses, requests)

    return Contestant(name=name, operations=count, prepare=prepare)
