"""Receipts that players stored: what the verifier's command line says about each, with a record and without."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from games.audit import main
from games.audit.receipt import has_valid_signature, key_id, parse_receipt
from games.eventlog.digests import chain_hash
from games.receipts.receipt_signing import public_key, sign_receipt
from tests.audit.generated_matches import GeneratedMatch, generate_match
from tests.audit.test_dishonest_operator import delay_by_one_second, rechain_record

MIDDLE = 40
OTHER_MATCH = "ab" * 16


@pytest.fixture(scope="module")
def match() -> GeneratedMatch:
    return generate_match("classic", 4, 3, mischief=0.0)


@pytest.fixture
def folder(match: GeneratedMatch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    secret = settings.RECEIPT_KEY
    key = {"id": key_id(public_key(secret)), "public": public_key(secret), "signature": None, "signed_by": None}
    Path("keys").write_text(json.dumps({"keys": [key]}, indent=2))
    Path("record").write_bytes(match.to_record())
    return tmp_path


def receipt_at(match: GeneratedMatch, version: int, *, match_id: str | None = None, **members: Any) -> str:
    head = json.loads(list(match.record_lines())[version - 1])["hash"]
    return json.dumps(json.loads(sign_receipt(match_id or match.match_id, version, head)) | members)


def forked_record(match: GeneratedMatch) -> bytes:
    """Return the record of a history that an operator rewrote from `MIDDLE` on and signed anew."""
    lines = list(match.record_lines())
    return rechain_record([*lines[: MIDDLE - 1], *map(delay_by_one_second, lines[MIDDLE - 1 :])])


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    code = main.main(arguments)
    captured = capsys.readouterr()
    return code, captured.out + captured.err


def test_receipts_of_other_matches_are_skipped_and_counted(
    match: GeneratedMatch, folder: Path, capsys: pytest.CaptureFixture[str]
):
    other = receipt_at(match, 7, match_id=OTHER_MATCH)
    Path("receipts").write_text("\n".join([other, receipt_at(match, 9), other]))
    code, text = run(capsys, "record", "--receipts", "receipts", "--keys", "keys")
    assert code == 0
    assert "2 valid, 1 of them supplied separately" in text
    assert "2 of the supplied receipts skipped" in text


def test_a_forged_receipt_says_nothing_about_the_record(
    match: GeneratedMatch, folder: Path, capsys: pytest.CaptureFixture[str]
):
    Path("receipts").write_text(receipt_at(match, 9, head="ab" * 32))
    code, text = run(capsys, "record", "--receipts", "receipts")
    assert code == 1
    assert "a supplied receipt for version 9 is forged" in text
    assert "Nothing wrong was found in the record, but a receipt is forged." in text
    code, text = run(capsys, "record", "--receipts", "receipts", "--json")
    verdict = json.loads(text)
    assert (code, verdict["ok"], verdict["supplied_receipts"]["forged"][0]["version"]) == (1, True, 9)


def test_a_rewritten_history_shows_both_signed_heads(
    match: GeneratedMatch, folder: Path, capsys: pytest.CaptureFixture[str]
):
    Path("record").write_bytes(forked_record(match))
    Path("receipts").write_text(receipt_at(match, MIDDLE))
    code, text = run(capsys, "record", "--receipts", "receipts", "--proof", "proof")
    stored = json.loads(Path("receipts").read_text())
    proof = json.loads(Path("proof").read_text())
    assert code == 1
    assert stored["signature"] in text and proof["record"]["receipt"]["signature"] in text
    code, text = run(capsys, "record", "--receipts", "receipts", "--json")
    assert json.loads(text)["supplied_receipts"]["contradiction"] == proof
    assert proof["receipt"] == stored
    # What a third person checks: both are signed, and the second one includes another head at the first one's version.
    keys = {key["id"]: key["public"] for key in proof["keys"]}
    for signed in (proof["receipt"], proof["record"]["receipt"]):
        assert has_valid_signature(parse_receipt(signed), keys[signed["key"]])
    head = proof["record"]["head"]
    assert head != stored["head"]
    for body in proof["record"]["bodies"]:
        assert json.loads(body)["prev"] == head
        head = chain_hash(body)
    assert head == proof["record"]["receipt"]["head"]


def test_a_truncated_history_shows_both_signed_heads(
    match: GeneratedMatch, folder: Path, capsys: pytest.CaptureFixture[str]
):
    Path("record").write_bytes(rechain_record(list(match.record_lines())[:MIDDLE]))
    Path("receipts").write_text(receipt_at(match, MIDDLE + 1))
    code, text = run(capsys, "record", "--receipts", "receipts")
    assert code == 1
    assert f"ends at version {MIDDLE}" in text
    assert f"version {MIDDLE}, head" in text


def test_a_receipt_can_be_checked_without_a_record(
    match: GeneratedMatch, folder: Path, capsys: pytest.CaptureFixture[str]
):
    Path("receipts").write_text("\n".join([receipt_at(match, 7, match_id=OTHER_MATCH), receipt_at(match, 9)]))
    assert run(capsys, "--receipts", "receipts", "--keys", "keys")[0] == 0
    Path("receipts").write_text(receipt_at(match, 9, head="ab" * 32))
    code, text = run(capsys, "--receipts", "receipts", "--keys", "keys")
    assert code == 1
    assert "NOT signed with any of these keys" in text
    assert json.loads(run(capsys, "--receipts", "receipts", "--keys", "keys", "--json")[1])["valid"] is False
    with pytest.raises(SystemExit) as exit_info:
        main.main(["--receipts", "receipts"])
    assert exit_info.value.code == 2


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"[" * 100_000, b"{}", b'{"keys": []}', b'{"keys": [{}]}'])
@pytest.mark.parametrize("option", ["--keys", "--receipts"])
def test_an_unusable_file_of_keys_or_receipts_verifies_nothing(
    folder: Path, capsys: pytest.CaptureFixture[str], option: str, content: bytes
):
    Path("bad").write_bytes(content)
    code, text = run(capsys, "record", option, "bad")
    assert code == 2
    assert text.startswith("dixit_verify: ")
    assert "Nothing wrong" not in text
