"""The documentation as a site: it is sound, whole, shown by the service, and loads nothing from elsewhere."""

import re
import shutil
import subprocess
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.docs.blocks import ROOT
from tests.timers.clockwork import ClockHouse


def build(folder: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        ["zensical", "build", "--strict", "--clean"], cwd=folder, capture_output=True, text=True, check=False
    )


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """What the site is made from."""
    for folder in ("docs", "clients/python"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    shutil.copy(ROOT / "zensical.toml", tmp_path)
    return tmp_path


def test_every_page_is_reached_and_nothing_comes_from_elsewhere(copy: Path) -> None:
    done = build(copy)
    assert done.returncode == 0, done.stdout
    listed = re.findall(r'"([\w/-]+\.md)"', (ROOT / "zensical.toml").read_text())
    assert sorted(listed) == sorted(str(page.relative_to(ROOT / "docs")) for page in (ROOT / "docs").rglob("*.md"))
    for page in (copy / "site").rglob("*.html"):
        assert not re.findall(r'(?:\bsrc="?|<link [^>]*href="?)(?:https?:)?//[^ >]+', page.read_text()), page


@pytest.mark.parametrize("link", ["[x](errors.md#nowhere)", "[x](nowhere.md)"])
def test_a_link_that_leads_nowhere_fails(copy: Path, link: str) -> None:
    page = copy / "docs/index.md"
    page.write_text(page.read_text() + f"\n{link}\n")
    assert build(copy).returncode != 0


def test_the_service_shows_it(site: None, clock_house: ClockHouse) -> None:
    for address in ("/docs/", "/docs/quickstart/", "/docs/site.css"):
        with urlopen(f"{clock_house.addresses[0]}{address}") as answer:
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'; ")
    with urlopen(clock_house.addresses[0]) as answer:
        assert 'href="/docs/"' in answer.read().decode()
