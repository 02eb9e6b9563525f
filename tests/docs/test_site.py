"""The documentation site is valid and complete, the service serves it, and it loads nothing from other hosts."""

import re
import shutil
import subprocess
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.docs.code_blocks import ROOT
from tests.timers.worker_deployment import WorkerDeployment


def build_site(folder: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        ["zensical", "build", "--strict", "--clean"], cwd=folder, capture_output=True, text=True, check=False
    )


@pytest.fixture
def docs_copy(tmp_path: Path) -> Path:
    """A copy of the sources of the site."""
    for folder in ("docs", "clients/python"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    shutil.copy(ROOT / "zensical.toml", tmp_path)
    return tmp_path


def test_every_page_is_in_the_navigation_and_loads_nothing_external(docs_copy: Path) -> None:
    result = build_site(docs_copy)
    assert result.returncode == 0, result.stdout
    listed = re.findall(r'"([\w/-]+\.md)"', (ROOT / "zensical.toml").read_text())
    assert sorted(listed) == sorted(str(page.relative_to(ROOT / "docs")) for page in (ROOT / "docs").rglob("*.md"))
    for page in (docs_copy / "site").rglob("*.html"):
        assert not re.findall(r'(?:\bsrc="?|<link [^>]*href="?)(?:https?:)?//[^ >]+', page.read_text()), page


@pytest.mark.parametrize("link", ["[x](reference/errors.md#nowhere)", "[x](nowhere.md)"])
def test_a_broken_link_fails_the_build(docs_copy: Path, link: str) -> None:
    page = docs_copy / "docs/index.md"
    page.write_text(page.read_text() + f"\n{link}\n")
    assert build_site(docs_copy).returncode != 0


def test_the_server_serves_the_site(built_site: None, full_deployment: WorkerDeployment) -> None:
    for address in ("/docs/", "/docs/tutorials/quickstart/", "/docs/site.css"):
        with urlopen(f"{full_deployment.base_urls[0]}{address}") as answer:
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'; ")
    with urlopen(full_deployment.base_urls[0]) as answer:
        assert 'href="/docs/"' in answer.read().decode()
