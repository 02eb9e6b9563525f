"""Everything that touches the database passes on SQLite, too: `serve` begins there. So does what takes long."""

from tests.secondrun import SecondRun


def test_all_that_runs_on_the_other_core_passes(second_run: SecondRun):
    code, told = second_run.result()
    assert code == 0, told[-8000:]
    assert " passed" in told
