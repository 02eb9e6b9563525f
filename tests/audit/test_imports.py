"""Records from elsewhere: verified first, kept whole, looked at and verified like any other match."""

import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.records.imports import MAX_RECORD_BYTES
from games.records.models import Import
from tests.api.client import Answer, Player
from tests.audit.golden import record
from tests.audit.made import made
from tests.audit.made import record as record_of

pytestmark = pytest.mark.django_db

FOREIGN = record("odyssey-3")


def brought(player: Player, content: bytes) -> Answer:
    return player.send("POST", "/imports", content, content_type="application/x-ndjson")


def test_a_foreign_record_is_taken_in_once_and_kept_whole():
    ada = Player("Ada")
    told = brought(ada, FOREIGN).ok(201)
    assert told["verdict"]["ok"]
    assert brought(ada, FOREIGN).ok(200) == told
    assert ada.get(f"/imports/{told['id']}").ok() == told
    assert ada.get(f"/imports/{told['id']}/record").content == FOREIGN


def test_it_is_looked_at_like_any_other_match():
    ada = Player("Ada")
    told = brought(ada, FOREIGN).ok(201)
    end = ada.get(f"/imports/{told['id']}/view").ok()
    assert (end["id"], end["version"], end["status"]) == (told["match"], told["verdict"]["version"], "over")
    assert end["you"] is None
    early = ada.get(f"/imports/{told['id']}/view", at=20, as_="seat:1").ok()
    assert early["version"] == 20
    assert len(early["you"]["hand"]) > 3
    for query in ({"at": 5000}, {"as_": "seat:9"}):
        assert ada.get(f"/imports/{told['id']}/view", **query).status == 404


def test_one_that_is_not_right_is_refused_with_the_first_bad_version():
    ada = Player("Ada")
    answer = brought(ada, FOREIGN.replace(b'"schema":1', b'"schema":2', 5))
    assert (answer.status, answer.code) == (422, "unsound_record")
    assert answer.json["errors"][0]["pointer"] == "/1"
    assert answer.json["errors"][0]["code"] == "chain"
    assert not Import.objects.exists()


def test_what_is_no_record_or_too_large_is_refused():
    ada = Player("Ada")
    assert brought(ada, b"{}").code == "unsound_record"
    assert ada.send("POST", "/imports", b"{}").code == "unsupported_media_type"
    assert brought(ada, b"x" * (MAX_RECORD_BYTES + 1)).code == "too_large"
    assert ada.get("/imports/i_unknown").status == 404


def test_part_of_a_running_match_can_be_kept_but_not_looked_at():
    match = made("odyssey", 4, 7, mischief=0.0)
    part = record_of(match.match_id, list(match.lines(1))[:60], "odyssey")
    ada = Player("Ada")
    told = brought(ada, part).ok(201)
    assert told["verdict"]["levels"]["rules"]["status"] == "partly"
    assert ada.get(f"/imports/{told['id']}/view").code == "wrong_phase"


def test_in_the_shell(tmp_path: Path):
    file = tmp_path / "record.jsonl"
    for content in (record("team-6-skip"), record("odyssey-5-void"), FOREIGN):
        file.write_bytes(content)
        said = io.StringIO()
        call_command("import_match", str(file), stdout=said)
        name = said.getvalue().split()[0]
        call_command("verify_match", name, stdout=said)
        call_command("verify_match", str(file), stdout=said)
        assert said.getvalue().count("Nothing wrong was found.") == 2
    file.write_bytes(FOREIGN[:-1])
    for command in ("import_match", "verify_match"):
        with pytest.raises(CommandError) as refused:
            call_command(command, str(file), stdout=io.StringIO())
        assert refused.value.returncode == 1
    for name in ("nowhere", str(tmp_path / "nothing")):
        with pytest.raises(CommandError):
            call_command("verify_match", name)
