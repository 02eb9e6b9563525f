"""Every refusal of the verifier: which records it meets, at which level and version, and in which words."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import games.audit
from games.audit.errors import VerificationError
from games.audit.receipt import parse_key
from games.audit.record_verifier import verify_record
from games.audit.verdict import Finding
from tests.audit.editable_record import Change, EditableRecord
from tests.audit.refusal_cases import CASES, Refusal

FILES_ABOUT_ABSENCES = ("public_absences.py",)


def first_failure(name: str, last_version: int | None, change: Change) -> Finding | None:
    record = EditableRecord(name, last_version=last_version)
    trusted_keys = [parse_key(key) for key in record.header["keys"]]
    change(record)
    return verify_record(record.to_bytes(), trusted_keys=trusted_keys).first_failure


@pytest.mark.parametrize(("name", "last_version", "refusal"), CASES, ids=[case[2][2] for case in CASES])
def test_a_tampered_record_is_refused_with_the_reason(name: str, last_version: int | None, refusal: Refusal):
    level, version, words, change = refusal
    failure = first_failure(name, last_version, change)
    assert failure is not None
    assert (failure.level, failure.first_bad) == (level, version)
    assert failure.words.startswith(words)


def refusals_in_the_source() -> Iterator[tuple[str, int]]:
    """Yield file and line of every call of `fail`, except for those of matches of rulebook 2 that are in progress.

    Those are reached in `tests/conformance/test_tampered_absences.py`.
    """
    for file in Path(games.audit.__file__).parent.glob("*.py"):
        if file.name in FILES_ABOUT_ABSENCES:
            continue
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "fail":
                yield file.name, node.lineno


def test_every_refusal_in_the_source_has_a_case(monkeypatch: pytest.MonkeyPatch):
    reached = set[tuple[str, int]]()

    def note_caller(error: VerificationError, version: int | None, message: str) -> None:
        caller = sys._getframe(2)
        reached.add((Path(caller.f_code.co_filename).name, caller.f_lineno))
        error.version, error.message = version, message

    monkeypatch.setattr(VerificationError, "__init__", note_caller)
    for name, last_version, (_, _, _, change) in CASES:
        first_failure(name, last_version, change)
    assert set(refusals_in_the_source()) - reached == set()
