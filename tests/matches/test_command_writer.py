"""The command writer: batches, repetitions within one, locked matches, poisoned commands and lost connections."""

import asyncio
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from django.db import DataError, OperationalError, connection, transaction

from games.bots.simulation import Simulation
from games.eventlog import batch_lock, event_reader, match_state
from games.eventlog.batched_sql import Row, execute
from games.eventlog.command_metadata import CommandMetadata
from games.eventlog.models import Command, Event
from games.eventlog.stream_slots import StreamBlocked
from games.eventlog.unreadable_logs import UnreadableLog
from games.matches import command_batch, command_queue, command_writer
from games.matches.command_batch import CommandBatch, Request
from games.matches.command_decision import CommandResult, IdempotencyKeyReused
from games.matches.command_writer import CommandWriter, own_writer
from games.matches.match_access import NoSuchMatch
from games.projections.rebuild import compare
from games.rulebook import Reason, Refused
from games.rulebook.commands import Ready, Vote
from games.rulebook.match import Voting
from games.rulebook.waiting import waiting_for
from tests.simulated_matches import current_match, simulate_match

pytestmark = pytest.mark.django_db
WAIT_SECONDS = 20


@pytest.fixture
def _django_db_helper(own_database_of_module: None) -> None:
    """Take the place of pytest-django's: no transaction around a test, as the writer's thread would not see into it."""


@pytest.fixture
def writer(monkeypatch: pytest.MonkeyPatch) -> Iterator[CommandWriter]:
    # On a busy machine a batch would be divided sooner than a test expects.
    monkeypatch.setattr(command_batch, "MAX_DECIDING_SECONDS", 60.0)
    with own_writer() as one:
        yield one


def votes_of(simulation: Simulation, *, key: str = "vote") -> list[Request]:
    """Return a vote of each player that the match waits for."""
    match = current_match(simulation.match_id)
    assert isinstance(match, Voting)
    return [vote_of(simulation, voter, key=f"{key}-{voter}") for voter in waiting_for(match)]


def vote_of(simulation: Simulation, voter: int, *, key: str, digest: str = "") -> Request:
    match = current_match(simulation.match_id)
    assert isinstance(match, Voting)
    slot = next(n for n, card in enumerate(match.tableau, 1) if card not in match.submitted_cards[voter])
    account = simulation.players[voter].id or ""
    metadata = CommandMetadata(account_id=account, command_id=key, request_digest=digest)
    return Request(match_id=simulation.match_id, command=Vote(slots=(slot,)), metadata=metadata)


def run_in_one_batch(writer: CommandWriter, requests: Sequence[Request]) -> list[Any]:
    """Return the outcomes of requests that the writer finds together in its queue."""
    with writer_at_rest(writer):
        futures = [writer.submit(request) for request in requests]
    return [outcome_of(future) for future in futures]


@contextmanager
def writer_at_rest(writer: CommandWriter) -> Iterator[None]:
    # The queue's lock is re-entrant, so this thread may add to it, and the writer can't take yet. The one that it is
    # given first is already waiting for commands.
    with writer._queue._changed:
        yield


def outcome_of(future: Future[CommandResult]) -> Any:
    error = future.exception(WAIT_SECONDS)
    return error or future.result()


@contextmanager
def locked_elsewhere(match_id: str) -> Iterator[None]:
    held, release = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            execute("SELECT 1 FROM eventlog_head WHERE match_id = %s FOR UPDATE", match_id)
            held.set()
            release.wait(WAIT_SECONDS)
        connection.close()

    thread = threading.Thread(target=hold)
    thread.start()
    assert held.wait(WAIT_SECONDS)
    yield
    release.set()
    thread.join()


def batches_of(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that gets the size of each batch that is executed from now on."""
    sizes: list[int] = []
    original = CommandBatch.execute

    def execute_and_count(batch: CommandBatch) -> None:
        sizes.append(len(batch.requests))
        original(batch)

    monkeypatch.setattr(CommandBatch, "execute", execute_and_count)
    return sizes


def test_commands_that_wait_together_are_one_transaction(writer: CommandWriter, monkeypatch: pytest.MonkeyPatch):
    simulations = [simulate_match("classic", 4, until="voting") for _ in range(3)]
    sizes = batches_of(monkeypatch)
    requests = [request for simulation in simulations for request in votes_of(simulation)]
    outcomes = run_in_one_batch(writer, requests)
    assert sizes == [9]
    for number, simulation in enumerate(simulations):
        versions = [(one.first_version, one.last_version) for one in outcomes[3 * number : 3 * number + 3]]
        # The last vote scores the round as well.
        assert versions[0][1] + 1 == versions[1][0]
        assert versions[1][1] + 1 == versions[2][0] < versions[2][1]
        assert compare(simulation.match_id) == []
        state = match_state.load(simulation.match_id)
        assert state is not None
        assert state.match.name == "reveal"
        assert state == match_state.load_at_version(simulation.match_id, state.version)


def test_a_key_twenty_times_in_one_batch_counts_once(writer: CommandWriter):
    simulation = simulate_match("classic", 4, until="voting")
    voter = waiting_for(current_match(simulation.match_id))[0]
    outcomes = run_in_one_batch(writer, [vote_of(simulation, voter, key="once")] * 16)
    assert len({(one.first_version, one.last_version, one.head_hash) for one in outcomes}) == 1
    assert Event.objects.filter(match_id=simulation.match_id, type="vote_cast").count() == 1


def test_a_key_of_another_request_in_the_same_batch_is_refused(writer: CommandWriter):
    simulation = simulate_match("classic", 4, until="voting")
    voter = waiting_for(current_match(simulation.match_id))[0]
    requests = [vote_of(simulation, voter, key="once", digest=digest) for digest in ("this", "that")]
    first, second = run_in_one_batch(writer, requests)
    assert isinstance(first, CommandResult)
    assert isinstance(second, IdempotencyKeyReused)


def test_each_command_is_decided_on_what_the_one_before_has_led_to(writer: CommandWriter):
    simulation = simulate_match("classic", 4, until="voting")
    voter = waiting_for(current_match(simulation.match_id))[0]
    requests = [vote_of(simulation, voter, key="one"), vote_of(simulation, voter, key="other")]
    first, second = run_in_one_batch(writer, requests)
    assert isinstance(first, CommandResult)
    assert isinstance(second, Refused)
    assert second.reason is Reason.ALREADY_DONE


def test_refusals_and_unknown_matches_harm_nobody(writer: CommandWriter):
    simulation = simulate_match("classic", 4, until="voting")
    (vote, *_) = votes_of(simulation)
    requests = [
        Request(match_id="0" * 32, command=Ready(), metadata=vote.metadata),
        Request(match_id=simulation.match_id, command=Ready(), metadata=vote.metadata),
        vote,
    ]
    unknown, refused, accepted = run_in_one_batch(writer, requests)
    assert isinstance(unknown, NoSuchMatch)
    assert isinstance(refused, Refused)
    assert isinstance(accepted, CommandResult)


def test_one_poisoned_command_fails_alone(writer: CommandWriter, monkeypatch: pytest.MonkeyPatch):
    simulations = [simulate_match("classic", 4, until="voting") for _ in range(8)]
    requests = [votes_of(simulation)[0] for simulation in simulations]
    # Longer than its column, which no entry point lets through.
    requests[3] = vote_of(simulations[3], waiting_for(current_match(simulations[3].match_id))[0], key="x" * 65)
    sizes = batches_of(monkeypatch)
    outcomes = run_in_one_batch(writer, requests)
    if connection.vendor == "sqlite":
        assert all(isinstance(outcome, CommandResult) for outcome in outcomes), "SQLite has no lengths"
        return
    assert [type(outcome) for outcome in outcomes] == [
        *[CommandResult] * 3, DataError, *[CommandResult] * 4
    ]  # fmt: skip
    assert sizes == [8, 4, 2, 2, 1, 1, 4]
    assert all(compare(simulation.match_id) == [] for simulation in simulations)


def test_a_match_whose_log_is_broken_fails_alone(writer: CommandWriter, monkeypatch: pytest.MonkeyPatch):
    good, bad = (simulate_match("classic", 4, until="voting") for _ in range(2))
    requests = [votes_of(bad)[0], votes_of(good)[0]]
    match_state.cache_clear()
    original = event_reader.decode_events

    def break_one(rows: Sequence[Row]) -> Iterator[Any]:
        if bad.match_id in rows[0][0]:
            raise KeyError("broken")
        yield from original(rows)

    monkeypatch.setattr(batch_lock, "decode_events", break_one)
    broken, accepted = run_in_one_batch(writer, requests)
    assert isinstance(broken, UnreadableLog)
    assert isinstance(accepted, CommandResult)


def test_nobody_waits_for_a_match_that_is_locked(writer: CommandWriter, monkeypatch: pytest.MonkeyPatch):
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one lock for all")
    locked, free = (simulate_match("classic", 4, until="voting") for _ in range(2))
    (waiting, *_), (vote, *_) = votes_of(locked), votes_of(free)
    with locked_elsewhere(locked.match_id):
        blocked = writer.submit(waiting)
        began_at = time.monotonic()
        assert isinstance(outcome_of(writer.submit(vote)), CommandResult)
        assert time.monotonic() - began_at < command_writer.SLOW_LANE_AFTER_SECONDS + 0.5
        assert not blocked.done()
    assert isinstance(outcome_of(blocked), CommandResult)


def test_a_match_that_stays_locked_is_refused(writer: CommandWriter):
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one lock for all")
    simulation = simulate_match("classic", 4, until="voting")
    first, second, _ = votes_of(simulation)
    with locked_elsewhere(simulation.match_id):
        assert isinstance(outcome_of(writer.submit(first)), StreamBlocked)
        with pytest.raises(StreamBlocked):
            writer.submit(second)
    assert not Command.objects.filter(match_id=simulation.match_id, command_id=first.metadata.command_id).exists()


def lose_connection(monkeypatch: pytest.MonkeyPatch, when: str) -> None:
    """Let the connection of the next batch be lost before or after its commit."""
    original, is_lost = CommandBatch._commit, threading.Event()

    def commit_and_lose(batch: CommandBatch) -> None:
        if is_lost.is_set():
            return original(batch)
        is_lost.set()
        if when == "after the commit":
            original(batch)
        else:
            batch.is_committing = True
            execute("ROLLBACK")
        connection.close()
        raise OperationalError("lost") from psycopg.OperationalError("lost")

    monkeypatch.setattr(CommandBatch, "_commit", commit_and_lose)


@pytest.mark.parametrize("when", ["before the commit", "after the commit"])
def test_a_lost_connection_is_no_answer(writer: CommandWriter, when: str, monkeypatch: pytest.MonkeyPatch):
    simulation = simulate_match("classic", 4, until="voting")
    requests = votes_of(simulation)
    lose_connection(monkeypatch, when)
    outcomes = run_in_one_batch(writer, requests)
    assert all(isinstance(outcome, CommandResult) for outcome in outcomes)
    assert Event.objects.filter(match_id=simulation.match_id, type="vote_cast").count() == len(requests)
    state = match_state.load(simulation.match_id)
    assert state is not None
    assert outcomes[-1].head_hash == state.hash


def test_callers_who_have_gone_do_not_keep_others_waiting(writer: CommandWriter):
    simulation = simulate_match("classic", 4, until="voting")
    first, second, third = votes_of(simulation)

    async def send() -> list[Any]:
        with writer_at_rest(writer):
            tasks = [asyncio.ensure_future(writer.execute(request)) for request in (first, second, third)]
            await asyncio.sleep(0)
            tasks[0].cancel()
            await asyncio.sleep(0)
        return await asyncio.wait_for(asyncio.gather(*tasks, return_exceptions=True), WAIT_SECONDS)

    given_up, *others = asyncio.run(send())
    assert isinstance(given_up, asyncio.CancelledError)
    assert all(isinstance(outcome, CommandResult) for outcome in others)
    # It was given up while it waited, so it has no effect.
    assert Command.objects.filter(match_id=simulation.match_id, command_id__startswith="vote").count() == 2


def test_the_queue_is_bounded(writer: CommandWriter):
    simulation = simulate_match("classic", 4, until="voting")
    (vote, *_) = votes_of(simulation)
    with writer_at_rest(writer):
        futures = [writer.submit(vote) for _ in range(command_queue.MAX_WAITING_PER_MATCH)]
        with pytest.raises(command_queue.WriterBusy):
            writer.submit(vote)
    assert all(isinstance(outcome_of(future), CommandResult) for future in futures)


def test_a_batch_that_takes_too_long_is_continued_in_the_next(writer: CommandWriter, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(command_batch, "MAX_DECIDING_SECONDS", 0.0)
    sizes = batches_of(monkeypatch)
    requests = votes_of(simulate_match("classic", 4, until="voting"))
    assert all(isinstance(outcome, CommandResult) for outcome in run_in_one_batch(writer, requests))
    assert sizes == [3, 2, 1]


def test_a_fault_after_the_commit_is_no_refusal(writer: CommandWriter, monkeypatch: pytest.MonkeyPatch):
    (vote, *_) = votes_of(simulate_match("classic", 4, until="voting"))
    monkeypatch.setattr("games.notifier.publish_match_update", lambda *_: 1 / 0)
    assert isinstance(outcome_of(writer.submit(vote)), CommandResult)
