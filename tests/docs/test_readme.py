"""What README tells a newcomer to type works as it is written."""

import json
import re
import subprocess
from pathlib import Path

from tests.services.house import House

ROOT = Path(__file__).resolve().parents[2]


def blocks(file: str, heading: str) -> list[str]:
    text = (ROOT / file).read_text().split(heading, 1)[1].split("\n## ", 1)[0]
    return re.findall(r"```sh\n(.*?)```", text, re.DOTALL)


def test_one_vote_can_be_followed_through_the_house(house: House):
    script = "set -euo pipefail\n" + "\necho\n".join(blocks("README.md", "## One vote"))
    environment = {"API": f"{house.addresses[0]}/api/v1", "PATH": "/usr/bin:/bin:/usr/local/bin"}
    done = subprocess.run(["bash", "-c", script], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    told = [json.loads(line) for line in done.stdout.replace("}{", "}\n{").splitlines() if line]
    first, repeated, seen_by_cat = told[-3:]
    assert first == repeated
    assert first["command_id"] == "my-first-vote"
    assert [part["part"] for part in first["events"][0]["opened"]] == ["slots"]
    assert [(event["type"], event["opened"]) for event in seen_by_cat["results"]] == [("vote_cast", [])]


def test_every_document_that_is_linked_is_there():
    for file in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")]:
        for target in re.findall(r"\]\(([^)#]+)\)", file.read_text()):
            assert target.startswith("http") or (file.parent / target).exists(), f"{file.name} links to {target}"


def test_every_setting_is_told_to_operators():
    settings = (ROOT / "dixit/settings.py").read_text()
    names = set(re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', settings))
    assert len(names) > 8
    for name in names:
        assert f"`{name}`" in (ROOT / "docs/operating.md").read_text(), name
