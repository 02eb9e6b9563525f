"""PostgreSQL's options and statistics of the tables that grow, or whose rows are updated."""

import pytest
from django.core.management import call_command
from django.db import connection

from games.eventlog import analyze
from games.eventlog.batched_sql import select

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif("connection.vendor != 'postgresql'", reason="PostgreSQL only"),
]


def options_of(table: str) -> set[str]:
    ((options,),) = select("SELECT reloptions FROM pg_class WHERE relname = %s", table)
    return set(options or ())


def test_rows_that_are_updated_have_room_beside_them():
    assert "fillfactor=70" in options_of("eventlog_head")
    for table in ("matchrow", "seatrow", "handrow", "tableaurow", "deadlinerow", "turnrow", "counter"):
        assert "fillfactor=70" in options_of(f"projections_{table}")
    assert "fillfactor=70" not in options_of("eventlog_event"), "the log is only appended to"


def test_the_tables_of_the_log_are_analyzed_as_they_grow():
    for table in ("head", "event", "opening", "command"):
        assert "autovacuum_analyze_scale_factor=0.02" in options_of(f"eventlog_{table}")


def test_migrate_analyzes_the_tables():
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM pg_statistic WHERE starelid = 'django_migrations'::regclass")
    statistics = "SELECT count(*) > 0 FROM pg_stats WHERE tablename = 'django_migrations'"
    assert select(statistics) == [(False,)]
    call_command("migrate", verbosity=0)
    assert select(statistics) == [(True,)]


def test_tables_that_an_older_schema_does_not_have_are_left_out(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(analyze, "table_names", lambda: ["eventlog_head", "no_such_table"])
    analyze.analyze_tables("default")
