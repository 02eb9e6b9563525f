"""Tables that only the previous release uses: its processes may run on while they are replaced one by one."""

import pytest
from django.db import connection

from games.eventlog.grants import RETIRED_TABLES, table_names

pytestmark = pytest.mark.django_db


def test_workers_of_the_previous_release_can_still_read_the_heartbeats():
    assert "table_pulse" in RETIRED_TABLES
    assert "table_pulse" in table_names(), "the application's role keeps its privileges on it"
    with connection.cursor() as cursor:
        cursor.execute("SELECT run, alive_from, alive_to FROM table_pulse")
        assert cursor.fetchall() == []
