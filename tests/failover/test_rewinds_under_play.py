"""After a rewind of the database no process shows or writes what was lost, without a restart; clients are told."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.api.api_client import Json, close_connections
from tests.failover.busy_table import BusyTable
from tests.failover.followers import wait_for_long_polls
from tests.failover.played_matches import ENDLESS, FollowedMatch, Journal, told, wait_for_followers
from tests.failover.standby_pair import StandbyPair
from tests.services.deployment import Deployment

MATCHES = 2
REWINDS = [pytest.param(3, id="3"), pytest.param(50, id="50", marks=pytest.mark.nightly)]
ONE_ROUND: Json = {"base": "odyssey", "name": "one-round", "end": {"points": 1}}


@pytest.fixture(scope="module")
def servers() -> Iterator[StandbyPair]:
    with StandbyPair() as pair:
        yield pair


@pytest.fixture(scope="module")
def deployment(servers: StandbyPair) -> Iterator[Deployment]:
    with Deployment(servers.url, os.environ["REDIS_URL"]) as running:
        yield running
    close_connections()


@pytest.fixture
def matches() -> Iterator[list[FollowedMatch]]:
    """Return a list for matches, whose followers are stopped after the test."""
    followed: list[FollowedMatch] = []
    yield followed
    for match in followed:
        match.stop()
    wait_for_long_polls()


@pytest.mark.parametrize("rewinds", REWINDS)
def test_a_standby_without_the_last_events_is_promoted(
    servers: StandbyPair, deployment: Deployment, matches: list[FollowedMatch], rewinds: int
):
    def lose(play: Callable[[], None]) -> None:
        servers.cut_replication()
        play()
        servers.fail_over()

    rewind_under_play(servers, deployment, matches, rewinds, lose, servers.add_standby)


@pytest.mark.parametrize("rewinds", REWINDS)
def test_a_backup_without_the_last_events_is_restored(
    servers: StandbyPair, deployment: Deployment, matches: list[FollowedMatch], rewinds: int
):
    def lose(play: Callable[[], None]) -> None:
        servers.save()
        play()
        servers.restore()

    rewind_under_play(servers, deployment, matches, rewinds, lose, lambda: None)


def test_a_backup_by_the_command_is_restored(
    servers: StandbyPair, deployment: Deployment, matches: list[FollowedMatch], tmp_path: Path
):
    def lose(play: Callable[[], None]) -> None:
        # As on a machine with PostgreSQL's client programs.
        deployment.environment["PATH"] = f"{servers.primary.bin_folder}:{os.environ['PATH']}"
        deployment.run_management_command("backup", str(tmp_path), "--keep", "1")
        play()
        servers.restore_dump(next(tmp_path.glob("*.dump")))

    rewind_under_play(servers, deployment, matches, 2, lose, lambda: None)
    deployment.run_management_command("verify_match", "--all")


def test_the_end_of_a_match_is_lost(servers: StandbyPair, deployment: Deployment, matches: list[FollowedMatch]):
    journal = Journal()
    match = FollowedMatch(deployment, journal.transports(deployment), ruleset=ONE_ROUND)
    matches.append(match)
    servers.save()
    match.play_to_the_end()
    wait_for_followers(matches, servers)
    servers.restore()
    wait_for_followers(matches, servers)
    assert told(matches) == [1, 1]
    # They go on to the other end.
    match.play_to_the_end()
    wait_for_followers(matches, servers)
    assert [status for status in journal.statuses if status >= 400] == [], deployment.log_text()


def rewind_under_play(
    servers: StandbyPair,
    deployment: Deployment,
    matches: list[FollowedMatch],
    rewinds: int,
    lose: Callable[[Callable[[], None]], None],
    recover: Callable[[], None],
) -> None:
    journal, busy_journal = Journal(), Journal()
    transports = journal.transports(deployment)
    matches += [FollowedMatch(deployment, transports, ruleset=ENDLESS) for _ in range(MATCHES)]
    steady = list(matches)
    busy = BusyTable(deployment, busy_journal.transports(deployment), matches)
    try:
        for rewind in range(1, rewinds + 1):
            rewind_once(servers, steady, rewind, lose)
            recover()
    finally:
        busy.stop_playing()
    heads = servers.heads()
    for match in busy.matches:
        if match.id in heads:
            assert match.wrong_views() == []
            assert match.heads_shown() == [heads[match.id]] * 2
    wait_for_followers(busy.matches, servers)
    assert busy.moves > rewinds
    assert [status for status in journal.statuses if status >= 400] == [], deployment.log_text()
    assert [status for status in busy_journal.statuses if status >= 500] == [], deployment.log_text()


def rewind_once(
    servers: StandbyPair, matches: list[FollowedMatch], rewind: int, lose: Callable[[Callable[[], None]], None]
) -> None:
    """Lose two moves of each match, make others, and require that views are right and that clients are told."""

    def play_what_is_lost() -> None:
        for match in matches:
            match.play(2)
        wait_for_followers(matches, servers)

    lose(play_what_is_lost)
    # None, fewer, as many or more moves than were lost, and other ones.
    for match in matches:
        match.play(rewind % 4, choice=1)
    heads = servers.heads()
    for match in matches:
        assert match.wrong_views() == []
        assert match.heads_shown() == [heads[match.id]] * 2
    wait_for_followers(matches, servers)
    assert told(matches) == [rewind] * len(told(matches))
    for match in matches:
        match.play(1)
    wait_for_followers(matches, servers)
