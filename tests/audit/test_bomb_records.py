"""No number in a record, and no repetition, makes the verifier work or allocate beyond its limits."""

import subprocess
import sys
from pathlib import Path

import pytest

from games.audit import receipt_check
from games.audit.receipt import Receipt
from games.audit.record_verifier import verify_record
from games.records.verifier_bundle import verifier_source
from tests.audit.bomb_records import BOMBS
from tests.audit.editable_record import EditableRecord

RIGHT_RECORDS = ("one receipt many times",)
MAX_CPU_SECONDS = 4
MAX_MIB = 400
"""Of address space; what is resident is less than half."""


@pytest.fixture(scope="module")
def verifier(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("verifier") / "dixit_verify.py"
    file.write_text(verifier_source())
    return file


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_costs_little(name: str, verifier: Path, tmp_path: Path):
    (tmp_path / "record.jsonl").write_bytes(BOMBS[name]())
    limits = f"ulimit -t {MAX_CPU_SECONDS} && ulimit -v {MAX_MIB * 1024}"
    command = ["sh", "-c", f'{limits} && exec "$@"', "sh", sys.executable, "-I", str(verifier), "record.jsonl"]
    completed = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    last_line = "Nothing wrong was found." if name in RIGHT_RECORDS else "This record is NOT valid."
    assert completed.stdout.endswith(f"{last_line}\n"), completed.stderr


def test_equal_receipts_are_checked_once(monkeypatch: pytest.MonkeyPatch):
    checked = list[Receipt]()

    def note_receipt(receipt: Receipt, *_: object) -> bool:
        checked.append(receipt)
        return True

    monkeypatch.setattr(receipt_check, "has_valid_signature", note_receipt)
    record = EditableRecord("odyssey-5-void")
    record.receipts *= 50
    assert verify_record(record.to_bytes()).ok
    assert len(checked) == 1
