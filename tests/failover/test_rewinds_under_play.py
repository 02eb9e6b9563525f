"""After a rewind of the database no process shows or writes what was lost, without a restart; clients are told."""

import os
from collections.abc import Callable, Iterator

import pytest

from tests.api.api_client import close_connections
from tests.failover.played_matches import BusyMatch, FollowedMatch, Journal, told, wait_for_followers
from tests.failover.standby_pair import StandbyPair
from tests.services.deployment import Deployment

MATCHES = 2
# In one of three runs a client still had the lost history after a restore. Until that is understood these run by night.
REWINDS = [pytest.param(count, id=str(count), marks=pytest.mark.nightly) for count in (3, 50)]


@pytest.fixture(scope="module")
def servers() -> Iterator[StandbyPair]:
    with StandbyPair() as pair:
        yield pair


@pytest.fixture(scope="module")
def deployment(servers: StandbyPair) -> Iterator[Deployment]:
    with Deployment(servers.url, os.environ["REDIS_URL"]) as running:
        yield running
    close_connections()


@pytest.mark.parametrize("rewinds", REWINDS)
def test_a_standby_without_the_last_events_is_promoted(servers: StandbyPair, deployment: Deployment, rewinds: int):
    def lose(play: Callable[[], None]) -> None:
        servers.cut_replication()
        play()
        servers.fail_over()

    rewind_under_play(servers, deployment, rewinds, lose, servers.add_standby)


@pytest.mark.parametrize("rewinds", REWINDS)
def test_a_backup_without_the_last_events_is_restored(servers: StandbyPair, deployment: Deployment, rewinds: int):
    def lose(play: Callable[[], None]) -> None:
        servers.save()
        play()
        servers.restore()

    rewind_under_play(servers, deployment, rewinds, lose, lambda: None)


def rewind_under_play(
    servers: StandbyPair,
    deployment: Deployment,
    rewinds: int,
    lose: Callable[[Callable[[], None]], None],
    recover: Callable[[], None],
) -> None:
    journal = Journal()
    matches = [FollowedMatch(deployment, journal) for _ in range(MATCHES)]
    busy_journal = Journal()
    busy = BusyMatch(deployment, busy_journal)
    for rewind in range(1, rewinds + 1):

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
        recover()
    busy.stop()
    assert busy.wrong_views() == []
    assert busy.heads_shown() == [servers.heads()[busy.id]] * 2
    wait_for_followers([busy], servers)
    assert busy.moves > rewinds
    assert [status for status in journal.statuses if status >= 400] == [], deployment.log_text()
    assert [status for status in busy_journal.statuses if status >= 500] == [], deployment.log_text()
