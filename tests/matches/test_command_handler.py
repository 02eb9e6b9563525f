"""The command handler, the only way to change a match: order of checks, retries, preconditions, time, secrecy."""

import secrets
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction

from games.bots.simulation import EPOCH
from games.eventlog import match_state
from games.eventlog.command_metadata import CommandMetadata
from games.eventlog.models import Command, Event
from games.matches import match_random
from games.matches.command_decision import CommandResult, Environment, IdempotencyKeyReused, VersionMismatch
from games.matches.command_handler import handle_command
from games.matches.match_access import NoSuchMatch
from games.matches.match_queries import encode_command_response
from games.matches.models import Seed
from games.rulebook import Reason, Refused
from games.rulebook.audience import PUBLIC_AUDIENCE, Audience
from games.rulebook.commands import Ready, Sit, Stand, Vote
from games.rulebook.match import Voting
from games.rulebook.terms import Player
from games.rulebook.waiting import waiting_for
from tests.simulated_matches import current_match, issue_command, simulate_match

pytestmark = pytest.mark.django_db


def simulate_until_voting():
    simulation = simulate_match("classic", 4, until="voting")
    return simulation, waiting_for(current_match(simulation.match_id))[0]


def legal_vote(simulation, voter: int):
    match = current_match(simulation.match_id)
    assert isinstance(match, Voting)
    slot = next(n for n, card in enumerate(match.tableau, 1) if card not in match.submitted_cards[voter])
    return Vote(slots=(slot,))


def current_version(match_id: str) -> int:
    current = match_state.load(match_id)
    assert current is not None
    return current.version


def test_a_repeated_command_returns_the_same_response_and_has_no_second_effect():
    simulation, voter = simulate_until_voting()
    first = issue_command(simulation, voter, legal_vote(simulation, voter), idempotency_key="once")
    first_response, version_before = encode_command_response(first), current_version(simulation.match_id)
    for _ in simulation.steps():
        break
    repeated = issue_command(simulation, voter, legal_vote(simulation, voter), idempotency_key="once")
    assert encode_command_response(repeated) == first_response
    assert Command.objects.filter(match_id=simulation.match_id, command_id="once").count() == 1
    assert current_version(simulation.match_id) == version_before


@pytest.mark.parametrize(("ruleset", "players"), [("classic", 3), ("odyssey", 7)])
def test_responses_built_from_written_events_equal_those_read_from_the_log(ruleset: str, players: int, monkeypatch):
    results: list[CommandResult] = []

    def record_result(*args: Any, **kwargs: Any) -> CommandResult:
        results.append(handle_command(*args, **kwargs))
        return results[-1]

    monkeypatch.setattr("games.bots.simulation.handle_command", record_result)
    simulate_match(ruleset, players)
    assert sum(played.event_batch is not None and not played.event_batch.opens_older_parts for played in results) > 20
    for played in results:
        for for_audience in (played, replace(played, audience=PUBLIC_AUDIENCE), replace(played, audience=Audience(1))):
            assert encode_command_response(for_audience) == encode_command_response(
                replace(for_audience, event_batch=None)
            )


def test_an_idempotency_key_is_valid_for_one_request():
    simulation, voter = simulate_until_voting()
    issue_command(simulation, voter, legal_vote(simulation, voter), idempotency_key="once", request_digest="this")
    with pytest.raises(IdempotencyKeyReused):
        issue_command(simulation, voter, legal_vote(simulation, voter), idempotency_key="once", request_digest="that")


def test_an_idempotency_key_of_one_match_is_refused_in_another():
    simulation, voter = simulate_until_voting()
    issue_command(simulation, voter, legal_vote(simulation, voter), idempotency_key="once")
    other = simulate_match("classic", 4, until="gathering")
    with pytest.raises(IdempotencyKeyReused):
        handle_command(
            other.match_id, Sit(player=simulation.players[voter]), metadata=metadata_for(simulation, voter, "once")
        )


def test_two_accounts_may_use_the_same_idempotency_key():
    simulation, voter = simulate_until_voting()
    other = waiting_for(current_match(simulation.match_id))[1]
    issue_command(simulation, voter, legal_vote(simulation, voter), idempotency_key="same")
    issue_command(simulation, other, legal_vote(simulation, other), idempotency_key="same")
    assert Command.objects.filter(command_id="same").count() == 2


def metadata_for(simulation, seat: int, idempotency_key: str) -> CommandMetadata:
    return CommandMetadata(account_id=simulation.players[seat].id or "", command_id=idempotency_key, request_digest="")


def test_the_key_is_checked_before_the_expected_version_and_phase_and_these_before_the_rules():
    simulation, voter = simulate_until_voting()
    issue_command(simulation, voter, legal_vote(simulation, voter), idempotency_key="once")
    vote = legal_vote(simulation, voter)
    repeated = issue_command(
        simulation, voter, vote, idempotency_key="once", expected_phase="1.storytelling", expected_version=1
    )
    assert repeated.last_version == current_version(simulation.match_id)
    with pytest.raises(VersionMismatch):
        issue_command(simulation, voter, vote, expected_phase="1.storytelling", expected_version=1)
    with pytest.raises(Refused) as refused:
        issue_command(simulation, voter, vote, expected_phase="1.storytelling")
    assert refused.value.reason == Reason.PHASE_OVER
    with pytest.raises(Refused) as refused:
        issue_command(simulation, voter, vote, expected_phase="1.reveal")
    assert refused.value.reason == Reason.WRONG_PHASE
    with pytest.raises(Refused) as refused:
        issue_command(simulation, voter, vote, expected_phase="1.voting")
    assert refused.value.reason == Reason.ALREADY_DONE


def test_a_refused_command_writes_nothing_and_stores_no_key():
    simulation, voter = simulate_until_voting()
    before = current_version(simulation.match_id)
    with pytest.raises(Refused):
        issue_command(simulation, voter, Ready(), idempotency_key="refused")
    assert current_version(simulation.match_id) == before
    assert not Command.objects.filter(command_id="refused").exists()
    issue_command(simulation, voter, legal_vote(simulation, voter), idempotency_key="refused")


def test_an_error_while_writing_rolls_everything_back(monkeypatch: pytest.MonkeyPatch):
    simulation, voter = simulate_until_voting()
    before = current_version(simulation.match_id)

    def raise_error(*args: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("games.matches.command_writes.update_projections", raise_error)
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        issue_command(simulation, voter, legal_vote(simulation, voter), idempotency_key="half")
    monkeypatch.undo()
    match_state.cache_clear()
    assert current_version(simulation.match_id) == before
    assert Event.objects.filter(match_id=simulation.match_id).count() == before
    issue_command(simulation, voter, legal_vote(simulation, voter), idempotency_key="half")


def test_an_account_without_a_seat_is_refused():
    simulation, _ = simulate_until_voting()
    outsider = CommandMetadata(account_id="u_stranger", command_id="x", request_digest="")
    with pytest.raises(Refused) as refused:
        handle_command(simulation.match_id, Ready(), metadata=outsider)
    assert refused.value.reason == Reason.NOT_SEATED


def test_an_unknown_match_id_raises_no_such_match():
    with pytest.raises(NoSuchMatch):
        handle_command(
            "nowhere",
            Stand(),
            metadata=CommandMetadata(account_id="u", command_id="x", request_digest=""),
        )


def test_the_time_of_events_never_goes_back():
    simulation, voter = simulate_until_voting()
    before = match_state.load(simulation.match_id)
    assert before is not None
    yesterday = Environment(now=EPOCH - timedelta(days=1))
    handle_command(
        simulation.match_id,
        legal_vote(simulation, voter),
        metadata=CommandMetadata(account_id=simulation.players[voter].id or "", command_id="x", request_digest=""),
        environment=yesterday,
    )
    after = match_state.load(simulation.match_id)
    assert after is not None
    assert after.last_event_at == before.last_event_at


def test_only_the_first_event_of_a_command_names_an_actor():
    match_id = simulate_match("classic", 4).match_id
    for last_command in Command.objects.filter(match_id=match_id):
        events = Event.objects.filter(
            match_id=match_id, version__gte=last_command.first, version__lte=last_command.last
        )
        bodies = events.order_by("version").values_list("body", flat=True)
        actors = [body.partition('"actor":')[2].partition(",")[0] for body in bodies]
        assert actors[0].isdigit() or actors[0] == "null"
        assert set(actors[1:]) <= {"null"}


def test_the_seed_is_committed_to_and_stored_encrypted():
    simulation = simulate_match("classic", 4, until="voting")
    seed = simulation._derive_bytes("seed")
    stored = Seed.objects.get(match_id=simulation.match_id).sealed
    assert seed.hex() not in stored
    assert match_random.load_seeds([simulation.match_id])[0] == seed
    opening_event = Event.objects.get(match_id=simulation.match_id, version=1)
    assert match_random.seed_commitment(seed) in opening_event.body


def test_an_old_key_still_decrypts_a_seed_after_key_rotation(settings):
    simulation = simulate_match("classic", 4, until="voting")
    settings.SEED_KEYS = ["a new key", *settings.SEED_KEYS]
    assert match_random.load_seeds([simulation.match_id])[0] == simulation._derive_bytes("seed")


def test_a_player_cannot_take_a_second_seat():
    simulation = simulate_match("classic", 4, until="gathering")
    with pytest.raises(Refused) as refused:
        issue_command(simulation, 0, Sit(player=simulation.players[0]))
    assert refused.value.reason == Reason.ALREADY_SEATED


def test_a_process_with_a_stale_cached_state_catches_up_from_the_log():
    """Another process has appended events: the cached state is brought up to date from the log under the lock."""
    simulation, voter = simulate_until_voting()
    stale = match_state.cache_get(simulation.match_id)
    assert stale is not None
    issue_command(simulation, voter, legal_vote(simulation, voter))
    match_state.cache_clear()
    match_state.cache_put(simulation.match_id, stale)
    other = waiting_for(current_match(simulation.match_id))[0]
    assert other != voter
    match_state.cache_clear()
    match_state.cache_put(simulation.match_id, stale)
    issue_command(simulation, other, legal_vote(simulation, other))


def test_a_seat_has_the_id_and_name_that_the_sit_command_gives():
    simulation = simulate_match("classic", 4, until="gathering")
    player = Player(id=f"u_{secrets.token_hex(4)}", name="Zoë", kind="guest")
    handle_command(
        simulation.match_id,
        Sit(player=player),
        metadata=CommandMetadata(account_id=player.id or "", command_id="x", request_digest=""),
    )
    assert player in current_match(simulation.match_id).seats  # type: ignore[union-attr]


def test_a_command_executes_few_sql_statements(django_assert_num_queries):
    simulation, voter = simulate_until_voting()
    vote = legal_vote(simulation, voter)
    match_state.load(simulation.match_id)
    # Four statements read, and one for each table writes. All are in a transaction, which in a test is a savepoint.
    with django_assert_num_queries(2 + 4 + 4):
        encode_command_response(issue_command(simulation, voter, vote))
