"""Receipts: who receives them, what they contain, and how their key is rotated."""

import io
import json
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.audit.main import parse_keys, parse_receipts
from games.audit.receipt import InvalidReceipt, has_valid_signature, parse_key, parse_receipt, verify_key_chain
from games.audit.record_verifier import verify_record
from games.receipts import receipt_keys
from games.receipts.checks import check_receipt_key_is_set
from tests.api.api_client import Player
from tests.api.game_table import GameTable

pytestmark = pytest.mark.django_db


def announced_keys() -> list[Any]:
    return list(verify_key_chain(map(parse_key, receipt_keys.published_keys())).values())


def export_record(match: str) -> bytes:
    out = io.StringIO()
    call_command("export_match", match, stdout=out)
    return out.getvalue().encode()


def test_every_command_gets_a_receipt_and_a_retry_gets_the_same_one():
    ada, ben = Player("Ada"), Player("Ben")
    match = ada.send("POST", "/matches", {"ruleset": "odyssey"}).ok(201)
    sat = ben.send("POST", f"/matches/{match['id']}/seats", {}, key="once").ok(201)
    again = ben.send("POST", f"/matches/{match['id']}/seats", {}, key="once").ok(201)
    assert again == sat
    (announced_key,) = announced_keys()
    for answer, version in ((match, 2), (sat, 3)):
        given = parse_receipt(answer["receipt"])
        assert (given.match, given.version, given.key) == (match["id"], version, announced_key.id)
        assert has_valid_signature(given, announced_key.public)
    assert sat["receipt"]["head"] == sat["head"]


def test_the_receipts_of_a_match_verify_against_its_record(monkeypatch: pytest.MonkeyPatch):
    answers: list[Any] = []
    act = Player.act

    def act_and_collect(player: Player, match: str, name: str, body: Any = None) -> Any:
        answers.append(act(player, match, name, body))
        return answers[-1]

    monkeypatch.setattr(Player, "act", act_and_collect)
    table = GameTable(3, ruleset="classic").start().play_until("reveal", round=2)
    table.abandon()
    assert len(answers) > 12
    text = table.host.get(f"/matches/{table.id}/record")
    assert text.status == 200
    assert text.headers["content-type"] == "application/x-ndjson"
    assert verify_record(
        text.content, parse_receipts("\n".join(map(json.dumps, answers)).encode()), announced_keys()
    ).ok
    assert text.content == export_record(table.id)


def test_a_rotated_receipt_key_is_signed_by_the_old_one(settings: Any, monkeypatch: pytest.MonkeyPatch):
    settings.RECEIPT_KEY, settings.RECEIPT_KEY_IS_SET = "the old one", True
    ada = Player("Ada")
    before = ada.send("POST", "/matches", {"ruleset": "odyssey"}).ok(201)
    (old,) = announced_keys()
    monkeypatch.setenv("NEW_KEY", "the new one")
    call_command("rotate_receipt_key", new_from="NEW_KEY", stdout=io.StringIO())
    settings.RECEIPT_KEY = "quite another"
    with pytest.raises(CommandError, match="announced last"):
        call_command("rotate_receipt_key", new_from="NEW_KEY")
    settings.RECEIPT_KEY = "the new one"
    first, new = announced_keys()
    assert (first, new.signed_by) == (old, old.id)
    after = ada.act(before["id"], "abandon")
    assert after["receipt"]["key"] == new.id
    given = [parse_receipt(before["receipt"]), parse_receipt(after["receipt"])]
    text = export_record(before["id"])
    for trusted in ([], [old], [old, new], [new]):
        verdict = verify_record(text, given if trusted != [new] else given[1:], trusted)
        assert verdict.ok, verdict.text_lines()
    assert not verify_record(text, given, [new]).ok, "with the new key alone, receipts of the old one can't be checked"


def test_an_unannounced_receipt_key_is_detected(settings: Any):
    settings.RECEIPT_KEY = "honest"
    ada = Player("Ada")
    before = ada.send("POST", "/matches", {"ruleset": "odyssey"}).ok(201)
    trusted = announced_keys()
    settings.RECEIPT_KEY = "dishonest"
    text = export_record(before["id"])
    assert verify_record(text).ok
    for given, known in (([parse_receipt(before["receipt"])], []), ([], trusted)):
        verdict = verify_record(text, given, known)
        assert verdict.first_failure is not None
        assert verdict.first_failure.level == "receipts"
    one, other = parse_key(key_as_json(trusted[0])), parse_key(receipt_keys.published_keys()[0])
    with pytest.raises(InvalidReceipt):
        verify_key_chain([one, other])


def key_as_json(announced_key: Any) -> dict[str, Any]:
    return {name: getattr(announced_key, name) for name in ("id", "public", "signature", "signed_by")}


def test_the_receipt_keys_are_published_at_the_well_known_address():
    from django.test import Client

    answer = Client().get("/.well-known/dixit-receipts.json")
    assert answer.status_code == 200
    assert answer.headers["access-control-allow-origin"] == "*"
    assert parse_keys(answer.content) == announced_keys()


def test_deploying_without_a_receipt_key_gives_a_warning(settings: Any):
    settings.RECEIPT_KEY_IS_SET = False
    assert [message.id for message in check_receipt_key_is_set(None)] == ["receipts.W001"]
    settings.RECEIPT_KEY_IS_SET = True
    assert check_receipt_key_is_set(None) == []


def test_the_record_of_a_running_match_holds_only_what_the_requester_may_see():
    table = GameTable(4, ruleset="odyssey").start()
    table.play_until("voting")
    ada, ben = table.players[:2]
    texts = {player: player.get(f"/matches/{table.id}/record").content.decode() for player in (ada, ben, Player("Eve"))}
    for player, text in texts.items():
        verdict = verify_record(text.encode())
        assert verdict.ok
        assert not verdict.complete
        record_openings = {
            (each["version"], each["part"], json.dumps(each["value"]))
            for line in map(json.loads, text.splitlines())
            for each in line.get("opened", ())
        }
        event_openings = {
            (each["version"], each["part"], json.dumps(each["value"]))
            for event in player.events(table.id)
            for each in event["opened"]
        }
        assert record_openings == event_openings
    assert '"part":"hands/0"' in texts[ada]
    assert '"part":"hands/0"' not in texts[ben]


def test_the_record_of_a_private_match_requires_access_to_the_match():
    ada, eve = Player("Ada"), Player("Eve")
    match = ada.open(visibility="private", password="sesame")
    assert ada.get(f"/matches/{match}/record").status == 200
    assert eve.get(f"/matches/{match}/record").status == 404
