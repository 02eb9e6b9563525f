"""Controls: a verifier that lacks one check accepts a bad record, so these tests notice if a check is lost.

The check is removed from the text of the one-file verifier, which then runs on its own, as a user would run it.
"""

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from games.audit.canonical_json import encode_canonical
from games.audit.main import main
from games.eventlog.digests import chain_hash, seal_digest
from games.records.verifier_bundle import verifier_source
from tests.audit.generated_matches import GeneratedMatch, VerifiableLuck, generate_match
from tests.audit.golden_records import LONG_RECORD_NAME, read_golden_record
from tests.audit.record_forging import append_checksum_line, lines_before_checksum
from tests.audit.test_dishonest_operator import original_lines, receipt_for_version, rechain_record

GOLDEN_RECORD = read_golden_record(LONG_RECORD_NAME)
GOLDEN_LINES = lines_before_checksum(GOLDEN_RECORD)
LAST_VERSION = int(json.loads(GOLDEN_LINES[0])["version"])


class ManipulatedLuck(VerifiableLuck):
    """The randomness of an operator who deals as they please."""

    def __call__(self, label: str, items: Sequence[str]) -> tuple[str, ...]:
        return tuple(reversed(super().__call__(label, items)))


def record_with_changed_line(version: int, change: Callable[[Any], None]) -> bytes:
    """Return the record with one line changed and a matching last line."""
    value = json.loads(GOLDEN_LINES[version])
    change(value)
    return append_checksum_line([*GOLDEN_LINES[:version], encode_canonical(value), *GOLDEN_LINES[version + 1 :]])


def first_version_of(event_type: str, *, after: int = 0) -> int:
    return next(n for n, text in enumerate(GOLDEN_LINES) if n > after and f'"type":"{event_type}"' in text)


def rename_player(line: Any, *, rehash: bool = False) -> None:
    """Change a player's name and seal it again: no rule depends on it."""
    (opening,) = line["opened"]
    opening["value"]["name"] = "Mallory"
    line["event"]["data"]["sealed"]["player"] = seal_digest(opening["salt"], encode_canonical(opening["value"]))
    if rehash:
        line["hash"] = chain_hash(encode_canonical(line["event"]))


def falsify_signature(line: Any) -> None:
    line["receipt"]["signature"] = "0" * 128


def replace_clue(line: Any) -> None:
    line["opened"][0]["value"] = "quite another clue"


def record_with_early_opening() -> bytes:
    """Return a record that opens the order of the deck before the end."""
    end, early = json.loads(GOLDEN_LINES[LAST_VERSION]), json.loads(GOLDEN_LINES[LAST_VERSION - 1])
    early["opened"] = sorted([*early["opened"], end["opened"].pop(0)], key=lambda each: (each["version"], each["part"]))
    return append_checksum_line(
        [
            *GOLDEN_LINES[: LAST_VERSION - 1],
            encode_canonical(early),
            encode_canonical(end),
            *GOLDEN_LINES[LAST_VERSION + 1 :],
        ]
    )


def record_with_extra_points() -> bytes:
    event_lines = original_lines()
    version = max(n for n, text in enumerate(event_lines) if '"type":"round_scored"' in text)
    value = json.loads(event_lines[version])
    value["event"]["data"]["awards"][0]["points"] += 1
    return rechain_record([*event_lines[:version], encode_canonical(value), *event_lines[version + 1 :]])


def record_with_manipulated_deal() -> bytes:
    return generate_match("classic", 4, 3, luck=ManipulatedLuck, mischief=0.0).to_record()


def record_of_another_history() -> bytes:
    return generate_match("classic", 4, 4, match_id=_original_match().match_id, mischief=0.0).to_record()


def _original_match() -> GeneratedMatch:
    return generate_match("classic", 4, 3, mischief=0.0)


def receipt_json(version: int) -> str:
    return encode_canonical(asdict(receipt_for_version(version)))


NO_RECEIPTS = str
"""No receipts."""
CONTROLS: dict[str, tuple[str, Callable[[], bytes], Callable[[], str]]] = {
    "the text is canonical": (
        "if not same:",
        lambda: append_checksum_line([GOLDEN_LINES[0], f"{GOLDEN_LINES[1]} ", *GOLDEN_LINES[2:]]),
        NO_RECEIPTS,
    ),
    "an event has its hash": (
        'if value["hash"] != chain_hash(text):',
        lambda: record_with_changed_line(first_version_of("seat_taken"), rename_player),
        NO_RECEIPTS,
    ),
    "an event has the hash of the previous one": (
        'if line.body["prev"] != self.head:',
        lambda: record_with_changed_line(first_version_of("seat_taken"), lambda line: rename_player(line, rehash=True)),
        NO_RECEIPTS,
    ),
    "an opening matches its commitment": (
        "if seal_digest(opening.salt, opening.value) != sealed[0]:",
        lambda: record_with_changed_line(first_version_of("clue_given"), replace_clue),
        NO_RECEIPTS,
    ),
    "everything is opened": (
        "if not is_erasable(part[1]):",
        lambda: record_with_changed_line(LAST_VERSION, lambda line: line["opened"].pop(0)),
        NO_RECEIPTS,
    ),
    "nothing is opened early": (
        "if self.complete and (opened_early := sorted(opened - due)):",
        record_with_early_opening,
        NO_RECEIPTS,
    ),
    "the last line has the checksum of the file": (
        """if trailing_lines[-1] != b'{"sha256":"' + sha256(checked_bytes).hexdigest().encode() + b'"}':""",
        lambda: GOLDEN_RECORD[:-12] + b"00000000" + GOLDEN_RECORD[-4:],
        NO_RECEIPTS,
    ),
    "events follow from the rules": ("if expected != event:", record_with_extra_points, NO_RECEIPTS),
    "luck follows from the seed": ("if expected != step.event:", record_with_manipulated_deal, NO_RECEIPTS),
    "a receipt's head is the record's": (
        "if match_record.chain.lines[version - 1].hash != receipt.head:",
        record_of_another_history,
        lambda: receipt_json(100),
    ),
    "a receipt is signed": (
        "if not has_valid_signature(receipt, key.public, is_valid_signature):",
        lambda: record_with_changed_line(LAST_VERSION + 1, falsify_signature),
        NO_RECEIPTS,
    ),
}


@pytest.mark.parametrize("check", CONTROLS)
def test_control_removing_any_check_lets_a_forgery_pass(check: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    condition, forge, write_receipts = CONTROLS[check]
    (tmp_path / "record.jsonl").write_bytes(forge())
    arguments = [str(tmp_path / "record.jsonl")]
    if receipts := write_receipts():
        (tmp_path / "receipts.jsonl").write_text(receipts)
        arguments += ["--receipts", str(tmp_path / "receipts.jsonl")]
    assert main(arguments) == 1, capsys.readouterr().out
    indent = condition.partition("if ")[0]
    assert verifier_source().count(condition) == 1, "the source contains the check once"
    (tmp_path / "dixit_verify.py").write_text(verifier_source().replace(condition, f"{indent}if False:"))
    command = [sys.executable, "-I", "dixit_verify.py", *arguments]
    completed = subprocess.run(command, cwd=tmp_path, check=False, capture_output=True, text=True)
    assert completed.returncode == 0, completed.stdout + completed.stderr
