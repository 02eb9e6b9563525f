"""Every place that shows the version shows the one in pyproject.toml."""

import re
import subprocess
import sys
import tomllib

import pytest
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families

from games.management.programs import PROJECT_ROOT

VERSION = tomllib.loads((PROJECT_ROOT / "pyproject.toml").read_text())["project"]["version"]


@pytest.mark.parametrize("argument", ["--version", "version"])
def test_manage_py_prints_the_version_of_the_service(argument: str) -> None:
    command = [sys.executable, "manage.py", argument]
    assert subprocess.check_output(command, cwd=PROJECT_ROOT, text=True) == f"dixit-backend {VERSION}\n"


def test_livez_has_the_version(client: Client) -> None:
    assert client.get("/livez").json() == {"status": "ok", "version": VERSION}


def test_metrics_have_the_version_of_each_process(client: Client) -> None:
    families = text_string_to_metric_families(client.get("/metrics").content.decode())
    infos = [sample for family in families for sample in family.samples if sample.name == "dixit_build_info"]
    assert {(info.labels["version"], info.value) for info in infos} == {(VERSION, 1.0)}
    assert len({info.labels["process"] for info in infos}) == len(infos)


def test_the_changelog_begins_with_unreleased_and_names_a_commit_for_each_release() -> None:
    changelog = (PROJECT_ROOT / "CHANGELOG.md").read_text()
    headings = re.findall(r"^## \[(.*?)\]", changelog, re.MULTILINE)
    assert headings[0] == ("Unreleased" if "dev" in VERSION else VERSION)
    commits = dict(re.findall(r"^\| ([\d.]+) \| `([0-9a-f]{40})` \|", changelog, re.MULTILINE))
    assert list(commits) == headings[1:]
