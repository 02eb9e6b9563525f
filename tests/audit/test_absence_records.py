"""Records of matches of rulebook 2, in which players are absent, verify with every program that verifies records."""

import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
from django.core.management import call_command

from games.records.verifier_bundle import FILE_NAME, verifier_source
from tests.audit.generated_matches import generate_match_with_absences

VERIFY_FILES = """
import runpy, sys
runpy.run_path(sys.argv[1])
from games.audit.main import main
for file in sys.argv[2:]:
    sys.argv = ["dixit_verify.py", file, "--json"]
    main()
"""
"""A program that runs the downloaded verifier on several files: starting it takes longer than verifying one."""


def write_records(folder: Path, seeds: Iterable[int]) -> list[str]:
    for seed in seeds:
        (folder / f"{seed}.jsonl").write_bytes(generate_match_with_absences(seed).to_record())
    return [str(folder / f"{seed}.jsonl") for seed in seeds]


@pytest.mark.parametrize("seeds", [range(0, 60, 4), pytest.param(range(300), marks=pytest.mark.slow)])
def test_records_with_absences_verify_with_the_downloaded_program(seeds: range, tmp_path: Path):
    program = tmp_path / FILE_NAME
    program.write_text(verifier_source())
    command = [sys.executable, "-I", "-c", VERIFY_FILES, str(program), *write_records(tmp_path, seeds)]
    completed = subprocess.run(command, check=True, capture_output=True, text=True, cwd=tmp_path)
    verdicts = [json.loads(line) for line in completed.stdout.splitlines()]
    assert [verdict["ok"] for verdict in verdicts] == [True] * len(seeds)
    assert all(verdict["complete"] for verdict in verdicts)


def test_records_with_absences_verify_with_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    for file in write_records(tmp_path, range(7)):
        call_command("verify_match", file)
    assert "NOT valid" not in capsys.readouterr().out
