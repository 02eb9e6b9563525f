"""A database that went back, as by a restored backup or a failover: what a process has cached of lost events is not
believed, under the lock or in a look."""

from collections.abc import Callable
from typing import TypeAlias

import pytest
from django.db import transaction

from games.eventlog import match_state
from games.eventlog.append import lock_stream
from games.eventlog.command_metadata import CommandMetadata
from games.eventlog.event_reader import stream_head
from games.eventlog.match_state import MatchState
from games.eventlog.part_erasure import erase_parts
from games.matches import timeline
from games.rulebook.commands import Vote
from games.rulebook.match import Voting
from games.rulebook.waiting import waiting_for
from tests.eventlog.lost_history import lost_history
from tests.simulated_matches import current_match, issue_command, simulate_match

pytestmark = pytest.mark.django_db
Reader: TypeAlias = Callable[[str], MatchState | None]
SOMEBODY = CommandMetadata(account_id="u_1", command_id="c", request_digest="")


class Table:
    """A match in which all votes are due; the voters are seats."""

    def __init__(self) -> None:
        self.simulation = simulate_match("classic", 4, until="voting")
        self.id = self.simulation.match_id
        self.voters = waiting_for(current_match(self.id))

    def vote(self, voter: int) -> None:
        match = current_match(self.id)
        assert isinstance(match, Voting)
        slot = next(n for n, card in enumerate(match.tableau, 1) if card not in match.submitted_cards[voter])
        issue_command(self.simulation, voter, Vote(slots=(slot,)))
        self.look()

    def look(self) -> MatchState:
        state = match_state.load(self.id)
        assert state is not None
        head = stream_head(self.id)
        assert head is not None
        timeline.load_timeline(self.id, head)
        return state

    def fold_of_log(self) -> MatchState | None:
        head = stream_head(self.id)
        return match_state.load_at_version(self.id, head.version) if head else None


def locked_state(match_id: str) -> MatchState | None:
    with transaction.atomic():
        return lock_stream(match_id, SOMEBODY).state


@pytest.mark.parametrize("lost", [1, 2])
@pytest.mark.parametrize("played_instead", [0, 1, 2])
@pytest.mark.parametrize("read", [match_state.load, locked_state])
def test_no_state_of_lost_events_is_shown_or_written_on(lost: int, played_instead: int, read: Reader):
    table = Table()
    before = table.look()
    with lost_history():
        for voter in table.voters[:lost]:
            table.vote(voter)
    phantom = match_state.cache_get(table.id)
    assert phantom is not None and phantom.version == before.version + lost
    if played_instead:
        # By another process, so that this one still has its phantom.
        match_state.cache_clear()
        for voter in table.voters[::-1][:played_instead]:
            table.vote(voter)
        match_state.cache_clear()
        match_state.cache_put(table.id, phantom)
    state = read(table.id)
    assert state == table.fold_of_log()
    assert match_state.cache_get(table.id) == state
    still_waited_for = waiting_for(current_match(table.id))
    table.vote(still_waited_for[0])
    assert match_state.load(table.id) == table.fold_of_log()


@pytest.mark.parametrize("played_instead", [0, 1, 2])
def test_no_timeline_of_lost_events_is_believed(played_instead: int):
    table = Table()
    table.look()
    with lost_history():
        table.vote(table.voters[0])
    phantom = timeline._cache[table.id]
    for voter in table.voters[::-1][:played_instead]:
        table.vote(voter)
    timeline._cache[table.id] = phantom
    head = stream_head(table.id)
    assert head is not None
    believed = timeline.load_timeline(table.id, head)
    timeline._cache.clear()
    assert believed == timeline.load_timeline(table.id, head)


@pytest.mark.parametrize("read", [match_state.load, locked_state])
def test_a_match_that_the_database_no_longer_has_is_gone(read: Reader):
    with lost_history():
        table = Table()
    assert match_state.cache_get(table.id) is not None
    assert read(table.id) is None
    assert match_state.cache_get(table.id) is None


def test_a_head_that_was_read_before_the_cache_moved_on_drops_nothing():
    table = Table()
    old_head = stream_head(table.id)
    table.vote(table.voters[0])
    newest = match_state.cache_get(table.id)
    old_state = match_state.load(table.id, old_head)
    assert old_head is not None and old_state is not None
    assert old_state.version == old_head.version
    assert match_state.cache_get(table.id) is newest


def test_two_histories_erase_to_different_counts():
    table = Table()
    counts = [erase_parts(table.id, [], 0) for _ in range(3)]
    assert len(set(counts)) > 1
    assert min(counts) > 0
