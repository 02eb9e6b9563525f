"""Whoever trusts nobody plays, keeps receipts, downloads record, keys and program, and checks it all alone."""

import json
import subprocess
import sys
from pathlib import Path

import httpx

from tests.concurrency.crowd import table
from tests.services.house import House


def check(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """The program in a folder with nothing but what was downloaded, without anything of ours to import."""
    command = [sys.executable, "-I", "dixit_verify.py", *arguments]
    return subprocess.run(command, cwd=folder, check=False, capture_output=True, text=True)


def test_whoever_trusts_nobody_can_check_a_match(house: House, tmp_path: Path):
    match = table(house, 3).start().until("reveal", round=2)
    kept = match.host.act(match.id, "ready")
    match.abandon()
    home = house.addresses[1]
    for name, address in (
        ("dixit_verify.py", f"{home}/api/v1/dixit_verify.py"),
        ("record", f"{home}/api/v1/matches/{match.id}/record"),
        ("keys", f"{home}/.well-known/dixit-receipts.json"),
    ):
        answer = httpx.get(address, headers={"Authorization": f"Bearer {match.host.token}"})
        assert answer.status_code == 200, answer.text
        (tmp_path / name).write_bytes(answer.content)
    (tmp_path / "receipts").write_text(json.dumps(kept))
    done = check(tmp_path, "record", "--receipts", "receipts", "--keys", "keys", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    told = json.loads(done.stdout)
    assert {level: found["status"] for level, found in told["levels"].items()} == dict.fromkeys(told["levels"], "ok")
    assert (told["match"], told["complete"]) == (match.id, True)

    lines = (tmp_path / "record").read_bytes().splitlines(keepends=True)
    (tmp_path / "record").write_bytes(b"".join([*lines[:30], *lines[31:]]))
    done = check(tmp_path, "record")
    assert done.returncode == 1
    assert "version 30: Version 31 stands where version 30 belongs." in done.stdout
    assert check(tmp_path, "nothing").returncode == 2
    assert "--receipts" in check(tmp_path, "--help").stdout
