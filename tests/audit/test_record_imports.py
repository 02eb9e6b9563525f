"""Records from elsewhere: verified in a process of their own, compared with the server's own log, and not kept."""

import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from pytest_django import Settings

from games.records import verification
from tests.api.api_client import ApiResponse, Player
from tests.api.game_table import GameTable
from tests.audit.bomb_records import long_record
from tests.audit.editable_record import EditableRecord
from tests.audit.generated_matches import build_record, generate_match
from tests.audit.golden_records import read_golden_record
from tests.conformance.history_rewriting import rebuild_record

pytestmark = pytest.mark.django_db

FOREIGN_RECORD = read_golden_record("odyssey-5-void")


def post_record(player: Player, content: bytes) -> ApiResponse:
    return player.send("POST", "/imports", content, content_type="application/x-ndjson")


def test_a_foreign_record_is_verified_and_not_kept():
    report = post_record(Player("Ada"), FOREIGN_RECORD).ok()
    levels = {name: level["status"] for name, level in report["verdict"]["levels"].items()}
    assert levels == {"chain": "ok", "luck": "ok", "rules": "ok", "receipts": "ok", "server": "not checked"}
    assert (report["match"], report["version"]) == (report["verdict"]["match"], 23)
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM records_import")
        assert cursor.fetchone() == (0,)


def test_an_invalid_record_is_refused_with_its_first_bad_version():
    answer = post_record(Player("Ada"), FOREIGN_RECORD.replace(b'"schema":1', b'"schema":2', 5))
    assert (answer.status, answer.code) == (422, "unsound_record")
    (error,) = answer.json["errors"]
    assert (error["pointer"], error["code"]) == ("/1", "chain")


def test_a_record_of_a_running_match_is_verified_in_part():
    match = generate_match("odyssey", 4, 7, mischief=0.0)
    partial_record = build_record(match.match_id, list(match.record_lines(1))[:60], "odyssey")
    assert post_record(Player("Ada"), partial_record).ok()["verdict"]["levels"]["rules"]["status"] == "partly"


def forge_history(record: bytes) -> bytes:
    """Return the record of the same match with another time of its last event, without receipts."""
    forged = EditableRecord.from_bytes(record)
    forged.events[-1]["event"]["at"] = "2099-01-01T00:00:00Z"
    return rebuild_record(forged.header, forged.events)


def test_a_record_of_this_server_is_compared_with_its_own_log():
    table = GameTable(3)
    record = table.host.send("GET", f"/matches/{table.id}/record").content
    assert post_record(Player("Eve"), record).ok()["verdict"]["levels"]["server"]["status"] == "ok"
    answer = post_record(Player("Eve"), forge_history(record))
    assert answer.code == "unsound_record"
    (error,) = answer.json["errors"]
    assert error["code"] == "server"
    assert "another history" in error["detail"]


def test_nothing_is_said_of_a_match_that_the_caller_may_not_see():
    table = GameTable(3, visibility="private", password="secret")
    record = table.host.send("GET", f"/matches/{table.id}/record").content
    for content in (record, forge_history(record)):
        level = post_record(Player("Eve"), content).ok()["verdict"]["levels"]["server"]
        assert level == {"status": "not checked", "first_bad": None, "words": level["words"]}
        assert "no such match" in level["words"]
    assert post_record(table.host, forge_history(record)).code == "unsound_record"


def assert_too_large(content: bytes) -> None:
    answer = post_record(Player("Ada"), content)
    assert answer.code == "too_large"
    assert "dixit_verify.py" in answer.json["detail"]


def test_a_record_that_takes_too_much_memory_is_refused(settings: Settings):
    settings.RECORD_MEMORY_MIB = 1
    assert_too_large(read_golden_record("party-30-12"))


@pytest.mark.slow
def test_a_record_that_takes_too_much_time_is_refused(settings: Settings, monkeypatch: pytest.MonkeyPatch):
    settings.RECORD_CPU_SECONDS = 1
    monkeypatch.setattr(verification, "WALL_CLOCK_FACTOR", 60)
    assert_too_large(long_record(60_000))


def test_a_verification_that_a_busy_machine_delays_is_not_the_clients_fault(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(verification, "WALL_CLOCK_FACTOR", 0)
    answer = post_record(Player("Ada"), FOREIGN_RECORD)
    assert (answer.code, answer.headers["retry-after"]) == ("unavailable", "5")


def test_the_verify_management_command(tmp_path: Path):
    file = tmp_path / "record.jsonl"
    for content in (read_golden_record("team-6-skip"), FOREIGN_RECORD):
        file.write_bytes(content)
        output = io.StringIO()
        call_command("verify_match", str(file), stdout=output)
        assert "Nothing wrong was found." in output.getvalue()
    file.write_bytes(FOREIGN_RECORD[:-1])
    with pytest.raises(CommandError) as refused:
        call_command("verify_match", str(file), stdout=io.StringIO())
    assert refused.value.returncode == 1
    for name in ("nowhere", str(tmp_path / "nothing")):
        with pytest.raises(CommandError):
            call_command("verify_match", name)
