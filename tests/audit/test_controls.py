"""A verifier that lacks one check lets something through: each is needed, and these tests would notice its loss.

The check is taken out of the text of the one-file program, which then runs by itself, as anybody would run it.
"""

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from games.audit.canonical_json import encode_canonical
from games.audit.main import main
from games.eventlog.digests import chain_hash, seal_digest
from games.records.verifier_bundle import verifier_source
from tests.audit.forging import as_record, lines_of
from tests.audit.golden import LONG, record
from tests.audit.made import Made, TrueLuck, made
from tests.audit.test_operator import kept, lines, resigned

RECORD = record(LONG)
LINES = lines_of(RECORD)
LAST = int(json.loads(LINES[0])["version"])


class MyLuck(TrueLuck):
    """An operator's, who deals as it pleases."""

    def __call__(self, label: str, items: Sequence[str]) -> tuple[str, ...]:
        return tuple(reversed(super().__call__(label, items)))


def changed(version: int, change: Callable[[Any], None]) -> bytes:
    """The record with one line changed, and a last line that fits."""
    value = json.loads(LINES[version])
    change(value)
    return as_record([*LINES[:version], encode_canonical(value), *LINES[version + 1 :]])


def first(kind: str, *, after: int = 0) -> int:
    return next(n for n, text in enumerate(LINES) if n > after and f'"type":"{kind}"' in text)


def another_person(line: Any, *, hashed: bool = False) -> None:
    """A name, sealed anew: no rule asks for it."""
    (opening,) = line["opened"]
    opening["value"]["name"] = "Mallory"
    line["event"]["data"]["sealed"]["player"] = seal_digest(opening["salt"], encode_canonical(opening["value"]))
    if hashed:
        line["hash"] = chain_hash(encode_canonical(line["event"]))


def another_clue(line: Any) -> None:
    line["opened"][0]["value"] = "quite another clue"


def opened_early() -> bytes:
    """The deck's order, told before the end."""
    end, early = json.loads(LINES[LAST]), json.loads(LINES[LAST - 1])
    early["opened"] = sorted([*early["opened"], end["opened"].pop(0)], key=lambda each: (each["version"], each["part"]))
    return as_record([*LINES[: LAST - 1], encode_canonical(early), encode_canonical(end), *LINES[LAST + 1 :]])


def too_many_points() -> bytes:
    whole = lines()
    version = max(n for n, text in enumerate(whole) if '"type":"round_scored"' in text)
    value = json.loads(whole[version])
    value["event"]["data"]["awards"][0]["points"] += 1
    return resigned([*whole[:version], encode_canonical(value), *whole[version + 1 :]])


def dealt_at_will() -> bytes:
    return made("classic", 4, 3, luck=MyLuck, mischief=0.0).record()


def another_history() -> bytes:
    return made("classic", 4, 4, match_id=_original().match_id, mischief=0.0).record()


def _original() -> Made:
    return made("classic", 4, 3, mischief=0.0)


def receipt_line(version: int, **changes: Any) -> str:
    good = kept(version)
    told = {name: getattr(good, name) for name in ("head", "key", "match", "signature", "version")}
    return encode_canonical({**told, **changes})


NOTHING = str
"""No receipts."""
CONTROLS: dict[str, tuple[str, Callable[[], bytes], Callable[[], str]]] = {
    "the text is canonical": ("if not same:", lambda: as_record([LINES[0], f"{LINES[1]} ", *LINES[2:]]), NOTHING),
    "an event has its hash": (
        'if value["hash"] != chain_hash(encode_canonical(body)):',
        lambda: changed(first("seat_taken"), another_person),
        NOTHING,
    ),
    "an event names the one before": (
        'if line.body["prev"] != self.head:',
        lambda: changed(first("seat_taken"), lambda line: another_person(line, hashed=True)),
        NOTHING,
    ),
    "what is opened was sealed": (
        "if seal_digest(opening.salt, opening.value) != sealed[0]:",
        lambda: changed(first("clue_given"), another_clue),
        NOTHING,
    ),
    "all is opened": (
        "if part[1] not in ERASABLE_PARTS:",
        lambda: changed(LAST, lambda line: line["opened"].pop(0)),
        NOTHING,
    ),
    "nothing is opened early": ("if self.complete and (opened_early := sorted(opened - due)):", opened_early, NOTHING),
    "the last line seals the file": (
        """if trailing_lines[-1] != b'{"sha256":"' + sha256(checked_bytes).hexdigest().encode() + b'"}':""",
        lambda: RECORD[:-12] + b"00000000" + RECORD[-4:],
        NOTHING,
    ),
    "events follow from the rules": ("if expected != event:", too_many_points, NOTHING),
    "luck follows from the seed": ("if expected != step.event:", dealt_at_will, NOTHING),
    "a receipt's head is the record's": (
        "if match_record.chain.lines[version - 1].hash != receipt.head:",
        another_history,
        lambda: receipt_line(100),
    ),
    "a receipt is signed": (
        "if not has_valid_signature(receipt, key.public):",
        lambda: _original().record(),
        lambda: receipt_line(100, signature="0" * 128),
    ),
}


@pytest.mark.parametrize("check", CONTROLS)
def test_control_without_a_check_something_passes(check: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    condition, forged, receipts = CONTROLS[check]
    (tmp_path / "record.jsonl").write_bytes(forged())
    (tmp_path / "receipts.jsonl").write_text(receipts())
    arguments = [str(tmp_path / "record.jsonl"), "--receipts", str(tmp_path / "receipts.jsonl")]
    assert main(arguments) == 1, capsys.readouterr().out
    indent = condition.partition("if ")[0]
    assert verifier_source().count(condition) == 1, "the check is there, once"
    (tmp_path / "dixit_verify.py").write_text(verifier_source().replace(condition, f"{indent}if False:"))
    command = [sys.executable, "-I", "dixit_verify.py", *arguments]
    lacking = subprocess.run(command, cwd=tmp_path, check=False, capture_output=True, text=True)
    assert lacking.returncode == 0, lacking.stdout + lacking.stderr
