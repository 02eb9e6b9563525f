"""Seats that were resigned before the projection had a column for it are marked by the migration."""

from importlib import import_module
from types import SimpleNamespace

import pytest
from django.db import connection

from games.projections.models import SeatRow
from games.projections.rebuild import compare
from tests.api.game_table import GameTable

pytestmark = pytest.mark.django_db
migration = import_module("games.projections.migrations.0006_resigned_seats")


def test_the_migration_marks_the_seats_whose_players_have_resigned() -> None:
    resigned, other = GameTable(3).start(), GameTable(3).start()
    resigned.players[2].act(resigned.id, "resign")
    SeatRow.objects.update(resigned=False)
    with connection.cursor() as cursor:
        migration.mark_resigned_seats(None, SimpleNamespace(connection=connection, execute=cursor.execute))
    assert list(SeatRow.objects.filter(resigned=True).values_list("match_id", "seat")) == [(resigned.id, 2)]
    assert [compare(table.id) for table in (resigned, other)] == [[], []]
