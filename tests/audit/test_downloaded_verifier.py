"""A player who trusts nobody downloads record, keys and verifier, and checks the match and its receipts alone."""

import json
import subprocess
import sys
from pathlib import Path

import httpx

from tests.concurrency.concurrent_clients import create_match
from tests.services.deployment import Deployment


def run_downloaded_verifier(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run the verifier in a folder with only the downloaded files, and none of the project's code to import."""
    command = [sys.executable, "-I", "dixit_verify.py", *arguments]
    return subprocess.run(command, cwd=folder, check=False, capture_output=True, text=True)


def test_anyone_can_verify_a_match_with_downloads_alone(deployment: Deployment, tmp_path: Path):
    match = create_match(deployment, 3).start().play_until("reveal", round=2)
    receipt = match.host.act(match.id, "ready")
    match.abandon()
    base_url = deployment.base_urls[1]
    for name, address in (
        ("dixit_verify.py", f"{base_url}/api/v1/dixit_verify.py"),
        ("record", f"{base_url}/api/v1/matches/{match.id}/record"),
        ("keys", f"{base_url}/.well-known/dixit-receipts.json"),
    ):
        answer = httpx.get(address, headers={"Authorization": f"Bearer {match.host.token}"})
        assert answer.status_code == 200, answer.text
        (tmp_path / name).write_bytes(answer.content)
    (tmp_path / "receipts").write_text(json.dumps(receipt))
    completed = run_downloaded_verifier(tmp_path, "record", "--receipts", "receipts", "--keys", "keys", "--json")
    assert (completed.returncode, completed.stderr) == (0, "")
    verdict = json.loads(completed.stdout)
    assert {level: found["status"] for level, found in verdict["levels"].items()} == dict.fromkeys(
        verdict["levels"], "ok"
    )
    assert (verdict["match"], verdict["complete"]) == (match.id, True)

    lines = (tmp_path / "record").read_bytes().splitlines(keepends=True)
    (tmp_path / "record").write_bytes(b"".join([*lines[:30], *lines[31:]]))
    completed = run_downloaded_verifier(tmp_path, "record")
    assert completed.returncode == 1
    assert "version 30: Version 31 is in the place of version 30." in completed.stdout
    assert run_downloaded_verifier(tmp_path, "nothing").returncode == 2
    assert "--receipts" in run_downloaded_verifier(tmp_path, "--help").stdout
