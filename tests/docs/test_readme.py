"""The commands that README gives to newcomers work as written."""

import json
import re
import subprocess
from pathlib import Path

from django.core.management import get_commands, load_command_class
from django.core.management.base import BaseCommand

from games.checks import REPLACEMENT_BY_REMOVED_VARIABLE
from games.limits.connection_slots import MAX_CONNECTIONS_BY_SCOPE
from games.limits.policies import RATE_LIMIT_BY_NAME
from games.limits.request_turns import MAX_REQUESTS_PER_ADDRESS
from games.protocol import command_specs
from games.webserver.connection_count import MAX_CONNECTIONS_PER_ADDRESS
from tests.services.deployment import Deployment

ROOT = Path(__file__).resolve().parents[2]


def shell_blocks(file: str, heading: str) -> list[str]:
    text = (ROOT / file).read_text().split(heading, 1)[1].split("\n## ", 1)[0]
    return re.findall(r"```sh\n(.*?)```", text, re.DOTALL)


def test_the_readme_vote_example_works(deployment: Deployment):
    script = "set -euo pipefail\n" + "\necho\n".join(shell_blocks("README.md", "## One vote"))
    environment = {"API": f"{deployment.base_urls[0]}/api/v1", "PATH": "/usr/bin:/bin:/usr/local/bin"}
    result = subprocess.run(["bash", "-c", script], env=environment, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    answers = [json.loads(line) for line in result.stdout.replace("}{", "}\n{").splitlines() if line]
    first, repeated, seen_by_cat = answers[-3:]
    assert first == repeated
    assert first["command_id"] == "my-first-vote"
    assert [part["part"] for part in first["events"][0]["opened"]] == ["slots"]
    assert [(event["type"], event["opened"]) for event in seen_by_cat["results"]] == [("vote_cast", [])]


def test_every_linked_document_exists():
    for file in [
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        ROOT / "SECURITY.md",
        ROOT / "CHANGELOG.md",
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "bench").glob("*.md"),
    ]:
        for target in re.findall(r"\]\(([^)#]+)\)", file.read_text()):
            assert target.startswith("http") or (file.parent / target).exists(), f"{file.name} links to {target}"


def test_every_setting_is_documented():
    settings = (ROOT / "dixit/settings.py").read_text()
    names = set(re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', settings))
    assert len(names) > 8
    page = (ROOT / "docs/reference/settings.md").read_text().split("## Removed settings")[0]
    assert sorted(re.findall(r"^\| `([A-Z_]+)` \|", page, re.MULTILINE)) == sorted(names)


def test_every_limit_is_documented_with_its_number():
    page = (ROOT / "docs/reference/settings.md").read_text().split("## Limits")[1].split("## Expiry")[0]
    documented = dict(re.findall(r"^\| `(\w+)` \| (\d+ in \d+ s) \|", page, re.MULTILINE))
    assert documented == {
        name: f"{limit.max_requests} in {limit.window_seconds} s" for name, limit in RATE_LIMIT_BY_NAME.items()
    }
    numbers = [int(number) for number in re.findall(r"^\| [a-z ]+ \| (\d+) \|", page, re.MULTILINE)]
    seats = [command_specs.MAX_SEATS_PER_ACCOUNT, command_specs.MAX_SEATS_PER_GUEST]
    # In the order of the page: spectators, the last scope, come after the connections that the web server counts.
    *connections, spectators = MAX_CONNECTIONS_BY_SCOPE.values()
    assert numbers == [*connections, MAX_CONNECTIONS_PER_ADDRESS, MAX_REQUESTS_PER_ADDRESS, spectators, *seats]


def test_every_removed_setting_is_documented():
    page = (ROOT / "docs/reference/settings.md").read_text().split("## Removed settings")[1]
    documented = [
        name for row in re.findall(r"^\| (`.*?) \|", page, re.MULTILINE) for name in re.findall("[A-Z_]+", row)
    ]
    assert sorted(documented) == sorted(REPLACEMENT_BY_REMOVED_VARIABLE)


def test_every_management_command_is_documented_with_its_options():
    page = (ROOT / "docs/reference/management-commands.md").read_text()
    documented = dict(re.findall(r"^## (\w+)\n(.*?)(?=^## )", page, re.DOTALL | re.MULTILINE))
    ours = [name for name, app in get_commands().items() if app == "games"]
    assert sorted(documented) == sorted(ours)
    common = {*BaseCommand().create_parser("", "")._option_string_actions, "--data"}
    for name in ours:
        options = load_command_class("games", name).create_parser("manage.py", name)._option_string_actions
        assert {option for option in {*options} - common if f"`{option}" not in documented[name]} == set(), name
