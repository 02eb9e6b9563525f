"""Everything that touches the database passes on SQLite, too: `serve` begins there."""

from tests.secondrun import SecondRun


def test_everything_that_touches_the_database_passes_on_sqlite(on_sqlite: SecondRun):
    code, told = on_sqlite.result()
    assert code == 0, told[-8000:]
    assert " passed" in told
