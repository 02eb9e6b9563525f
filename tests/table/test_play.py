"""The one function through which a match changes: order of checks, repetitions, fences, time, secrets at rest."""

import secrets
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction

from games.bots.simulation import EPOCH
from games.eventlog import match_state
from games.eventlog.command_metadata import CommandMetadata
from games.eventlog.event_reader import PUBLIC_AUDIENCE, Audience
from games.eventlog.models import Command, Event
from games.matches import match_random
from games.matches.command_handler import (
    CommandResult,
    Environment,
    IdempotencyKeyReused,
    Precondition,
    VersionMismatch,
    handle_command,
)
from games.matches.match_access import NoSuchMatch
from games.matches.match_queries import encode_command_response
from games.matches.models import Seed
from games.rulebook import Reason, Refused
from games.rulebook.commands import Ready, Sit, Stand, Vote
from games.rulebook.match import Voting
from games.rulebook.player_view import waiting_for
from games.rulebook.terms import Player
from tests.playing import command, simulated, state

pytestmark = pytest.mark.django_db


def voting():
    simulation = simulated("classic", 4, until="voting")
    return simulation, waiting_for(state(simulation.match_id))[0]


def legal_vote(simulation, voter: int):
    match = state(simulation.match_id)
    assert isinstance(match, Voting)
    slot = next(n for n, card in enumerate(match.tableau, 1) if card not in match.submitted_cards[voter])
    return lambda seat: Vote(seat=seat, slots=(slot,))


def version(match_id: str) -> int:
    folded = match_state.load(match_id)
    assert folded is not None
    return folded.version


def test_a_repetition_is_answered_as_it_was_and_has_no_second_effect():
    simulation, voter = voting()
    first = command(simulation, voter, legal_vote(simulation, voter), key="once")
    told, head = encode_command_response(first), version(simulation.match_id)
    for _ in simulation.steps():
        break
    again = command(simulation, voter, legal_vote(simulation, voter), key="once")
    assert encode_command_response(again) == told
    assert (
        Event.objects.filter(match_id=simulation.match_id, command_id="once").count()
        == first.last_version - first.first_version + 1
    )
    assert version(simulation.match_id) == head


@pytest.mark.parametrize(("ruleset", "players"), [("classic", 3), ("odyssey", 7)])
def test_what_is_told_from_what_was_written_is_what_the_log_tells(ruleset: str, players: int, monkeypatch):
    acknowledged: list[CommandResult] = []

    def noted(*args: Any, **named: Any) -> CommandResult:
        acknowledged.append(handle_command(*args, **named))
        return acknowledged[-1]

    monkeypatch.setattr("games.bots.simulation.handle_command", noted)
    simulated(ruleset, players)
    assert sum(played.event_batch is not None and not played.event_batch.opened_keys for played in acknowledged) > 20
    for played in acknowledged:
        for eyes in (played, replace(played, audience=PUBLIC_AUDIENCE), replace(played, audience=Audience(1))):
            assert encode_command_response(eyes) == encode_command_response(replace(eyes, event_batch=None))


def test_a_key_is_good_for_one_request():
    simulation, voter = voting()
    command(simulation, voter, legal_vote(simulation, voter), key="once", request="this")
    with pytest.raises(IdempotencyKeyReused):
        command(simulation, voter, legal_vote(simulation, voter), key="once", request="that")


def test_a_key_of_one_match_is_refused_in_another():
    simulation, voter = voting()
    command(simulation, voter, legal_vote(simulation, voter), key="once")
    other = simulated("classic", 4, until="gathering")
    with pytest.raises(IdempotencyKeyReused):
        handle_command(
            other.match_id, Sit(player=simulation.players[voter]), metadata=caller(simulation, voter, "once")
        )


def test_two_accounts_may_use_the_same_key():
    simulation, voter = voting()
    other = waiting_for(state(simulation.match_id))[1]
    command(simulation, voter, legal_vote(simulation, voter), key="same")
    command(simulation, other, legal_vote(simulation, other), key="same")
    assert Command.objects.filter(command_id="same").count() == 2


def caller(simulation, seat: int, key: str) -> CommandMetadata:
    return CommandMetadata(account_id=simulation.players[seat].id or "", command_id=key, request_digest="")


def test_the_key_is_looked_at_before_the_fence_and_the_fence_before_the_rules():
    simulation, voter = voting()
    command(simulation, voter, legal_vote(simulation, voter), key="once")
    ask = legal_vote(simulation, voter)
    repeated = command(simulation, voter, ask, key="once", fence=Precondition(phase="1.storytelling", version=1))
    assert repeated.last_version == version(simulation.match_id)
    with pytest.raises(VersionMismatch):
        command(simulation, voter, ask, fence=Precondition(phase="1.storytelling", version=1))
    with pytest.raises(Refused) as refused:
        command(simulation, voter, ask, fence=Precondition(phase="1.storytelling"))
    assert refused.value.reason == Reason.PHASE_OVER
    with pytest.raises(Refused) as refused:
        command(simulation, voter, ask, fence=Precondition(phase="1.reveal"))
    assert refused.value.reason == Reason.WRONG_PHASE
    with pytest.raises(Refused) as refused:
        command(simulation, voter, ask, fence=Precondition(phase="1.voting"))
    assert refused.value.reason == Reason.ALREADY_DONE


def test_a_refusal_writes_nothing_and_keeps_no_key():
    simulation, voter = voting()
    before = version(simulation.match_id)
    with pytest.raises(Refused):
        command(simulation, voter, lambda seat: Ready(seat=seat), key="refused")
    assert version(simulation.match_id) == before
    assert not Command.objects.filter(command_id="refused").exists()
    command(simulation, voter, legal_vote(simulation, voter), key="refused")


def test_a_fault_in_the_middle_leaves_nothing_half_written(monkeypatch: pytest.MonkeyPatch):
    simulation, voter = voting()
    before = version(simulation.match_id)

    def broken(*args: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("games.matches.command_handler.update_projections", broken)
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        command(simulation, voter, legal_vote(simulation, voter), key="half")
    monkeypatch.undo()
    match_state.cache_clear()
    assert version(simulation.match_id) == before
    assert Event.objects.filter(match_id=simulation.match_id).count() == before
    command(simulation, voter, legal_vote(simulation, voter), key="half")


def test_who_has_no_seat_is_refused():
    simulation, _ = voting()
    stranger = CommandMetadata(account_id="u_stranger", command_id="x", request_digest="")
    with pytest.raises(Refused) as refused:
        handle_command(simulation.match_id, lambda seat: Ready(seat=seat), metadata=stranger)
    assert refused.value.reason == Reason.NOT_SEATED


def test_there_is_no_match_of_an_unknown_id():
    with pytest.raises(NoSuchMatch):
        handle_command(
            "nowhere",
            lambda seat: Stand(seat=seat),
            metadata=CommandMetadata(account_id="u", command_id="x", request_digest=""),
        )


def test_time_never_goes_back():
    simulation, voter = voting()
    folded = match_state.load(simulation.match_id)
    assert folded is not None
    yesterday = Environment(now=EPOCH - timedelta(days=1))
    handle_command(
        simulation.match_id,
        legal_vote(simulation, voter),
        metadata=CommandMetadata(account_id=simulation.players[voter].id or "", command_id="x", request_digest=""),
        environment=yesterday,
    )
    after = match_state.load(simulation.match_id)
    assert after is not None
    assert after.last_event_at == folded.last_event_at


def test_the_first_event_of_a_command_names_its_actor_and_what_follows_by_itself_none():
    match_id = simulated("classic", 4).match_id
    for last_command in Command.objects.filter(match_id=match_id):
        events = Event.objects.filter(
            match_id=match_id, version__gte=last_command.first, version__lte=last_command.last
        )
        bodies = events.order_by("version").values_list("body", flat=True)
        actors = [body.partition('"actor":')[2].partition(",")[0] for body in bodies]
        assert actors[0].isdigit() or actors[0] == "null"
        assert set(actors[1:]) <= {"null"}


def test_the_seed_is_committed_to_and_lies_encrypted():
    simulation = simulated("classic", 4, until="voting")
    seed = simulation._derive("seed")
    stored = Seed.objects.get(match_id=simulation.match_id).sealed
    assert seed.hex() not in stored
    assert match_random._load_seed(simulation.match_id) == seed
    opened = Event.objects.get(match_id=simulation.match_id, version=1)
    assert match_random.seed_commitment(seed) in opened.body


def test_a_seed_is_read_with_an_old_key_once_a_new_one_is_put_in_front(settings):
    simulation = simulated("classic", 4, until="voting")
    settings.SEED_KEYS = ["a new key", *settings.SEED_KEYS]
    assert match_random._load_seed(simulation.match_id) == simulation._derive("seed")


def test_the_same_sitter_twice_is_refused():
    simulation = simulated("classic", 4, until="gathering")
    with pytest.raises(Refused) as refused:
        command(simulation, 0, Sit(player=simulation.players[0]))
    assert refused.value.reason == Reason.ALREADY_SEATED


def test_a_process_that_knows_an_old_fold_reads_only_what_is_new():
    """Another process has played on: the remembered fold is brought up to the log under the lock."""
    simulation, voter = voting()
    old = match_state.cache_get(simulation.match_id)
    assert old is not None
    command(simulation, voter, legal_vote(simulation, voter))
    match_state.cache_clear()
    match_state.cache_put(simulation.match_id, old)
    other = waiting_for(state(simulation.match_id))[0]
    assert other != voter
    match_state.cache_clear()
    match_state.cache_put(simulation.match_id, old)
    command(simulation, other, legal_vote(simulation, other))


def test_a_player_is_told_by_the_name_of_the_day_of_joining():
    simulation = simulated("classic", 4, until="gathering")
    player = Player(id=f"u_{secrets.token_hex(4)}", name="Zoë", kind="guest")
    handle_command(
        simulation.match_id,
        Sit(player=player),
        metadata=CommandMetadata(account_id=player.id or "", command_id="x", request_digest=""),
    )
    assert player in state(simulation.match_id).seats  # type: ignore[union-attr]


def test_a_command_costs_few_statements(django_assert_num_queries):
    simulation, voter = voting()
    ask = legal_vote(simulation, voter)
    match_state.load(simulation.match_id)
    # On SQLite the one that writes is four. All are in a transaction, which in a test is a savepoint.
    expected = 2 + (4 if connection.vendor == "postgresql" else 7)
    with django_assert_num_queries(expected):
        encode_command_response(command(simulation, voter, ask))
