"""Imported records: verified first, stored whole, then viewed and verified like any other match."""

import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.records.imports import MAX_RECORD_BYTES
from games.records.models import Import
from tests.api.api_client import ApiResponse, Player
from tests.audit.generated_matches import build_record as record_of
from tests.audit.generated_matches import generate_match
from tests.audit.golden_records import read_golden_record

pytestmark = pytest.mark.django_db

FOREIGN_RECORD = read_golden_record("odyssey-3")


def post_record(player: Player, content: bytes) -> ApiResponse:
    return player.send("POST", "/imports", content, content_type="application/x-ndjson")


def test_a_foreign_record_is_imported_once_and_stored_unchanged():
    ada = Player("Ada")
    imported = post_record(ada, FOREIGN_RECORD).ok(201)
    assert imported["verdict"]["ok"]
    assert post_record(ada, FOREIGN_RECORD).ok(200) == imported
    assert ada.get(f"/imports/{imported['id']}").ok() == imported
    assert ada.get(f"/imports/{imported['id']}/record").content == FOREIGN_RECORD


def test_an_imported_match_is_viewed_like_any_other():
    ada = Player("Ada")
    imported = post_record(ada, FOREIGN_RECORD).ok(201)
    final_view = ada.get(f"/imports/{imported['id']}/view").ok()
    assert (final_view["id"], final_view["version"], final_view["status"]) == (
        imported["match"],
        imported["verdict"]["version"],
        "over",
    )
    assert final_view["you"] is None
    early_view = ada.get(f"/imports/{imported['id']}/view", at=20, as_="seat:1").ok()
    assert early_view["version"] == 20
    assert len(early_view["you"]["hand"]) > 3
    for query in ({"at": 5000}, {"as_": "seat:9"}):
        assert ada.get(f"/imports/{imported['id']}/view", **query).status == 404


def test_an_invalid_record_is_refused_with_its_first_bad_version():
    ada = Player("Ada")
    answer = post_record(ada, FOREIGN_RECORD.replace(b'"schema":1', b'"schema":2', 5))
    assert (answer.status, answer.code) == (422, "unsound_record")
    assert answer.json["errors"][0]["pointer"] == "/1"
    assert answer.json["errors"][0]["code"] == "chain"
    assert not Import.objects.exists()


def test_malformed_and_oversized_records_are_refused():
    ada = Player("Ada")
    assert post_record(ada, b"{}").code == "unsound_record"
    assert ada.send("POST", "/imports", b"{}").code == "unsupported_media_type"
    assert post_record(ada, b"x" * (MAX_RECORD_BYTES + 1)).code == "too_large"
    assert ada.get("/imports/i_unknown").status == 404


def test_a_partial_record_of_a_running_match_is_imported_but_cannot_be_viewed():
    match = generate_match("odyssey", 4, 7, mischief=0.0)
    partial_record = record_of(match.match_id, list(match.record_lines(1))[:60], "odyssey")
    ada = Player("Ada")
    imported = post_record(ada, partial_record).ok(201)
    assert imported["verdict"]["levels"]["rules"]["status"] == "partly"
    assert ada.get(f"/imports/{imported['id']}/view").code == "wrong_phase"


def test_the_import_and_verify_management_commands(tmp_path: Path):
    file = tmp_path / "record.jsonl"
    for content in (read_golden_record("team-6-skip"), read_golden_record("odyssey-5-void"), FOREIGN_RECORD):
        file.write_bytes(content)
        output = io.StringIO()
        call_command("import_match", str(file), stdout=output)
        import_id = output.getvalue().split()[0]
        call_command("verify_match", import_id, stdout=output)
        call_command("verify_match", str(file), stdout=output)
        assert output.getvalue().count("Nothing wrong was found.") == 2
    file.write_bytes(FOREIGN_RECORD[:-1])
    for command in ("import_match", "verify_match"):
        with pytest.raises(CommandError) as refused:
            call_command(command, str(file), stdout=io.StringIO())
        assert refused.value.returncode == 1
    for import_id in ("nowhere", str(tmp_path / "nothing")):
        with pytest.raises(CommandError):
            call_command("verify_match", import_id)
