"""Computer players finish every match, and the same seed gives the same matches."""

import itertools
import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games.bots.simulation import Simulation
from games.eventlog import match_state
from games.eventlog.models import Event, Opening
from games.rulebook.rulesets import EDITIONS
from tests.simulated_matches import simulate_match

RULESETS_WITH_PLAYER_COUNTS = [
    (name, players) for name, edition in EDITIONS.items() for players in edition.rules.players
]


def run_simulate_command(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, object]]:
    call_command("simulate", *arguments, "--json")
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def assert_all_matches_end(capsys: pytest.CaptureFixture[str], ruleset: str, players: int, matches: int) -> None:
    """Assert that simulated matches end by their rules and that their read models agree with their logs."""
    options = {
        "--ruleset": ruleset,
        "--players": str(players),
        "--matches": str(matches),
        "--seed": "every combination",
    }
    results = run_simulate_command(capsys, *itertools.chain(*options.items()))
    assert len(results) == matches
    for result in results:
        scores: Any = result["scores"]
        assert result["status"] == "over"
        assert result["winners"] == [seat for seat, score in enumerate(scores) if score == max(scores)]
    out = StringIO()
    call_command("rebuild_projections", check=True, json=True, stdout=out)
    assert json.loads(out.getvalue()) == {"matches": matches, "differences": 0, "written": False}


def test_there_are_46_combinations_of_edition_and_player_count():
    assert len(RULESETS_WITH_PLAYER_COUNTS) == 46


@pytest.mark.django_db
@pytest.mark.parametrize(("ruleset", "players"), RULESETS_WITH_PLAYER_COUNTS)
def test_a_match_of_every_edition_and_player_count_ends(capsys, ruleset: str, players: int):
    if connection.vendor == "postgresql" and RULESETS_WITH_PLAYER_COUNTS.index((ruleset, players)) % 6:
        pytest.skip("on SQLite, where it is quick, and by night; rules know nothing of databases")
    assert_all_matches_end(capsys, ruleset, players, 1)


@pytest.mark.nightly
@pytest.mark.django_db
@pytest.mark.parametrize(("ruleset", "players"), RULESETS_WITH_PLAYER_COUNTS)
def test_twenty_matches_of_every_edition_and_player_count_end(capsys, ruleset: str, players: int):
    assert_all_matches_end(capsys, ruleset, players, 20)


@pytest.mark.django_db
def test_the_same_seed_gives_identical_matches():
    first = simulate_match("odyssey", 7, seed="again")
    bodies = list(Event.objects.filter(match_id=first.match_id).order_by("version").values_list("body", flat=True))
    fresh = Simulation(EDITIONS["odyssey"].rules, 7, "again", 0)
    assert fresh.match_id == first.match_id
    for _ in fresh.steps():
        pass
    assert fresh.result() == first.result()
    assert len(bodies) == first.result().events


@pytest.mark.django_db
def test_an_interrupted_run_resumes_where_it_stopped(capsys):
    uninterrupted = simulate_match("classic", 4, seed="one").result()
    assert simulate_match("classic", 4, seed="two", until="voting").match_id != uninterrupted.match
    match_state.cache_clear()
    interrupted = simulate_match("classic", 4, seed="two", until="reveal")
    results = run_simulate_command(capsys, "--ruleset", "classic", "--players", "4", "--seed", "two")
    assert results[0]["match"] == interrupted.match_id
    assert results[0]["status"] == "over"


def test_the_same_seed_gives_the_same_output_on_a_new_database(tmp_path, run_on_new_database):
    """Two independent databases, each in its own process, give the same output, hashes included."""
    outputs = [
        run_on_new_database(tmp_path / name, "simulate", "--seed", "5", "--matches", "2", "--json") for name in "ab"
    ]
    assert outputs[0] == outputs[1]
    assert len(outputs[0].splitlines()) == 2


@pytest.mark.django_db
def test_another_seed_gives_other_matches(capsys):
    one, other = (run_simulate_command(capsys, "--seed", seed)[0] for seed in ("1", "2"))
    assert one["match"] != other["match"]
    assert one["head"] != other["head"]


@pytest.mark.django_db
def test_results_are_a_table_and_say_how_to_repeat_the_run(capsys):
    call_command("simulate", "--players", "3", "--matches", "2", "--seed", "s")
    out = capsys.readouterr().out
    assert "classic, 3 players, seed s" in out
    assert "repeat with --seed s" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--ruleset", "none"], "unknown rule set none; choose one of classic"),
        (["--players", "7"], "classic is for 3, 4, 5, 6 players, not for 7"),
        (["--ruleset", "team", "--players", "7"], "6, 8, 10, 12 players, not for 7. .* who sit opposite each other"),
        (["--ruleset", "party", "--players", "5"], "not for 5. 6 to 12 players"),
        (["--matches", "0"], "at least 1"),
    ],
)
def test_invalid_arguments_are_explained(arguments: list[str], message: str):
    with pytest.raises(CommandError, match=message):
        call_command("simulate", *arguments, stdout=StringIO())


@pytest.mark.django_db
def test_simulation_salts_are_derived_from_the_seed():
    match_id = simulate_match("classic", 3, seed="salts").match_id
    assert Opening.objects.filter(match_id=match_id, version=2).get().salt is not None
