"""Whole stored matches with absent players: read models, records, verification and import agree with their logs."""

from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from django.conf import settings
from django.core.management import call_command

from games.audit.record_verifier import verify_record
from games.eventlog import event_reader, match_state
from games.projections.rebuild import compare
from games.rulebook.events import SeatResumed, SeatSkipped
from games.rulebook.match import Over, deadline_of
from tests.api.game_table import GameTable
from tests.api.passing_time import database_clock_ahead_by, end_phase
from tests.conformance.verifier.independent_verdict import verify_independently

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
CLOCK = {"clue": 60, "submit": 60, "vote": 60, "reveal": 30}
MAX_STEPS = 600


@pytest.fixture(autouse=True)
def _open_matches_under_rulebook_2(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "NEW_MATCH_RULEBOOK", 2)


class AbsenceSimulation:
    """A stored match whose players go away and come back at random, while the database's time goes on."""

    def __init__(self, ruleset: str, players: int, policy: str, seed: int) -> None:
        self.rng, self.lead, self.away = Random(f"{ruleset} {seed}"), timedelta(), set[int]()
        self.table = GameTable(players, ruleset=ruleset, seats=players, clock=CLOCK, on_timeout=policy).start()

    def play(self) -> str:
        """Play the match to its end and return its id."""
        for number in range(MAX_STEPS):
            if self._step():
                return self.table.id
            if number % 10 == 0:
                assert compare(self.table.id) == []
        raise AssertionError("the match doesn't end")

    def _step(self) -> bool:
        """Return whether the match is over; otherwise let the next thing happen."""
        state = match_state.load(self.table.id)
        assert state is not None
        if isinstance(state.match, Over):
            return True
        self._come_and_go()
        with database_clock_ahead_by(self.lead):
            waiting_for = self.table.host.view(self.table.id)["phase"]["waiting_for"]
            present_seats = [seat for seat in waiting_for if seat not in self.away]
            if present_seats:
                assert self.table.play_next_move(self.table.players[self.rng.choice(present_seats)])
                return False
        due_at = deadline_of(state.match)
        assert due_at is not None
        self.lead = max(self.lead, due_at - datetime.now(UTC))
        end_phase(self.table.id)
        return False

    def _come_and_go(self) -> None:
        if self.rng.random() < 0.05:
            self.away.add(self.rng.randrange(len(self.table.players)))
        if self.away and self.rng.random() < 0.1:
            seat = self.rng.choice(sorted(self.away))
            self.away.remove(seat)
            with database_clock_ahead_by(self.lead):
                self.table.players[seat].command(self.table.id, "resume")


def run_command(*words: str) -> str:
    output = StringIO()
    call_command(*words, stdout=output)
    return output.getvalue()


@pytest.mark.parametrize(
    ("ruleset", "players", "policy"), [("classic", 4, "auto"), ("odyssey", 5, "skip"), ("team", 6, "auto")]
)
def test_matches_with_absences_are_stored_rebuilt_exported_verified_and_imported(
    ruleset: str, players: int, policy: str, tmp_path: Path
) -> None:
    match_ids = [AbsenceSimulation(ruleset, players, policy, seed).play() for seed in range(2)]
    events = [record.event for match_id in match_ids for record in event_reader.load_events(match_id, 0, 10_000)]
    assert any(isinstance(event, SeatSkipped) for event in events)
    # A team match can be over before somebody is back.
    assert ruleset == "team" or any(isinstance(event, SeatResumed) for event in events)
    assert "compared 2 matches, 0 rows differed from the log" in run_command("rebuild_projections", "--check")
    assert "rebuilt 2 matches, 0 rows differed from the log" in run_command("rebuild_projections")
    assert "verified 2 matches, 0 failed" in run_command("verify_match", "--all")
    for match_id in match_ids:
        record = run_command("export_match", match_id).encode()
        assert (verify_record(record).ok, verify_independently(record).ok) == (True, True)
        file = tmp_path / f"{match_id}.jsonl"
        file.write_bytes(record)
        run_command("verify_match", str(file))
        assert "Skipped" in run_command("story", match_id) or "no longer waits" in run_command("story", match_id)
