"""Sums over all matches: the counters are exactly the sums over the rows, and requests only read them."""

from importlib import import_module
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import Sum
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.projections import counters, player_statistics, projector, public_totals
from games.projections.models import CardRow, Counter, CounterChange, DrawRow, MatchRow
from games.projections.rebuild import rebuild
from games.timers.tasks import fold_counters
from tests.api.api_client import Player
from tests.api.game_table import GameTable

pytestmark = pytest.mark.django_db
ONE_ROUND_RULESET = {"name": "one-round", "base": "classic", "end": {"points": 1}}


def played_match(players: int = 4) -> GameTable:
    """Play a public match of people to its end."""
    return open_match(players).start().play_until("over")


def open_match(players: int = 4) -> GameTable:
    return GameTable(players, ruleset=ONE_ROUND_RULESET, seats=players)


def told_by_rows() -> dict[str, int]:
    return dict(CardRow.objects.values_list("card").annotate(Sum("told")))


def told_by_counters() -> dict[str, int]:
    totals = public_totals.card_totals([card for (card,) in CardRow.objects.values_list("card").distinct()])
    return {card: statistics.told for card, statistics in totals.items()}


def run_command(*options: str) -> list[str]:
    output = StringIO()
    call_command("rebuild_projections", *options, stdout=output)
    return output.getvalue().splitlines()


def test_counters_and_waiting_changes_are_the_sums_at_every_version():
    table = open_match()
    assert counters.find_differences() == []
    table.start()
    for phase in ("submitting", "voting", "over"):
        table.play_until(phase)
        assert counters.find_differences() == []
        counters.fold_changes()
        assert counters.find_differences() == []
    played_match()
    assert fold_counters() > 0
    assert (fold_counters(), CounterChange.objects.count()) == (0, 0)
    assert told_by_counters() == told_by_rows()
    assert sum(told_by_rows().values()) > 0


def test_running_matches_are_counted_while_they_are_public_and_not_over():
    fold_counters()
    before = public_totals.match_totals()
    Player().open(), Player().open(visibility="unlisted")
    table = open_match().start()
    fold_counters()
    now = public_totals.match_totals()
    assert {status: now[status] - before[status] for status in now} == {"gathering": 1, "playing": 1}
    table.play_until("over")
    fold_counters()
    assert public_totals.match_totals()["playing"] == before["playing"]


def test_changes_are_added_in_portions(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(counters, "MAX_CHANGES_PER_TRANSACTION", 4)
    played_match()
    waiting = CounterChange.objects.count()
    assert waiting > 8
    assert counters.fold_changes() == 4
    assert counters.find_differences() == []
    assert fold_counters() == waiting - 4


def test_control_a_change_that_is_not_counted_is_detected(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(projector, "count_changes", lambda *given: [])
    played_match()
    assert counters.find_differences()


@pytest.mark.parametrize("prefix", ["card/", "player/"])
def test_a_wrong_counter_is_found_and_repaired(prefix: str):
    played_match()
    fold_counters()
    (name, value), *_ = Counter.objects.filter(name__startswith=prefix, value__gt=0).values_list("name", "value")
    Counter.objects.filter(name=name).update(value=value + 7)
    with pytest.raises(CommandError):
        run_command("--check")
    assert counters.find_differences() == [(name, -7)]
    assert f"projections_counter {name} is off by 7" in run_command()
    assert Counter.objects.get(name=name).value == value
    run_command("--check")


def test_a_rebuild_counts_nothing_twice():
    match_id = played_match().id
    fold_counters()
    before = dict(Counter.objects.values_list("name", "value"))
    CardRow.objects.filter(match_id=match_id).update(told=99)
    MatchRow.objects.filter(match_id=match_id).delete()
    run_command()
    assert dict(Counter.objects.exclude(value=0).values_list("name", "value")) == {
        name: value for name, value in before.items() if value
    }
    assert rebuild(match_id) == []
    assert CounterChange.objects.count() == 0


def test_the_migrations_count_the_rows_that_are_there():
    table = played_match()
    open_match().start()
    DrawRow.objects.create(match_id="drawn", entropies=2, voids=3)
    Counter.objects.all().delete(), CounterChange.objects.all().delete()
    migration = import_module("games.projections.migrations.0009_counters")
    with connection.cursor() as cursor:
        for statement in (*migration.CARD_SUMS, migration.OTHER_SUMS):
            cursor.execute(statement)
        cursor.execute(import_module("games.projections.migrations.0011_player_counters").FILL_COUNTERS)
    assert counters.find_differences() == []
    assert public_totals.draw_totals().voids == 3
    assert all(player_statistics.own_statistics(player.id) for player in table.players)
    assert [each.ruleset for each in player_statistics.public_statistics(table.host.id).rulesets] == ["one-round"]


def test_nothing_is_kept_of_a_player_who_was_erased():
    table = played_match()
    fold_counters()
    other = table.players[1]
    assert Counter.objects.filter(name__contains=other.id).exists()
    assert other.send("DELETE", "/me").status == 200
    assert not Counter.objects.filter(name__contains=other.id).exists()
    assert CounterChange.objects.count() == 0
    assert counters.find_differences() == []


@pytest.mark.parametrize(
    "path", ["/api/v1/decks/base/statistics", "/api/v1/luck", "/", "/api/v1/me/statistics", "/api/v1/users/{}"]
)
def test_a_request_reads_counters_and_no_rows_of_matches(path: str):
    ada = Player()
    with CaptureQueriesContext(
        connection,
    ) as queries:
        response = Client().get(path.format(ada.id), headers={"Authorization": f"Bearer {ada.token}"})
    assert response.status_code == 200
    tables = ("cardrow", "drawrow", "matchrow", "resultrow", "counterchange")
    assert not [query["sql"] for query in queries if any(table in query["sql"] for table in tables)]
    assert [query["sql"] for query in queries if "projections_counter" in query["sql"]]


def test_matches_of_one_rule_set_are_read_by_an_index():
    if connection.vendor != "postgresql":
        pytest.skip("SQLite tells its plans in other words")
    rows = MatchRow.objects.filter(visibility="public", ruleset="nothing like it").order_by("-opened_at", "match_id")
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute("SET LOCAL enable_bitmapscan = off")
    assert "projections_visibil_b63140_idx" in rows[:51].explain()
