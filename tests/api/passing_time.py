"""Letting time pass in in-process tests: a database clock that is ahead, and phases that end at their deadline."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from unittest.mock import patch

from games.eventlog import match_state
from games.matches.command_decision import Environment
from games.matches.deadline_command import expire_phase
from games.rulebook.match import deadline_of, phase_id


@contextmanager
def database_clock_ahead_by(lead: timedelta) -> Iterator[None]:
    """Let the database's clock be ahead by this much, for commands and views asked for meanwhile."""

    def selected_time(value: datetime | None) -> datetime:
        return datetime.now(UTC) + lead

    with (
        patch("games.eventlog.append.selected_time", selected_time),
        patch("games.eventlog.database_time.selected_time", selected_time),
    ):
        yield


def end_phase(match_id: str) -> None:
    """Let the clock end the match's phase at its deadline."""
    state = match_state.load(match_id)
    assert state is not None
    due_at = deadline_of(state.match)
    assert due_at is not None, "the phase has no deadline"
    assert expire_phase(match_id, phase_id(state.match), due_at, environment=Environment(now=due_at))
