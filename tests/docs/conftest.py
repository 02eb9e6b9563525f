"""A deployment with worker and beat, for the commands that the documentation gives."""

import secrets
import subprocess
from collections.abc import Iterator

import pytest

from tests.docs.code_blocks import ROOT
from tests.services.postgres import PostgreSQL
from tests.timers.worker_deployment import WorkerDeployment


@pytest.fixture(scope="package")
def built_site() -> None:
    """The built site in the place where the service looks for it, built anew if its sources have changed."""
    index = ROOT / "site/index.html"
    sources = [ROOT / "zensical.toml", *(ROOT / "docs").rglob("*")]
    if not index.exists() or index.stat().st_mtime < max(source.stat().st_mtime for source in sources):
        subprocess.run(["zensical", "build", "--strict"], cwd=ROOT, check=True, capture_output=True)


@pytest.fixture(scope="package")
def full_deployment(built_site: None, postgres: PostgreSQL) -> Iterator[WorkerDeployment]:
    with WorkerDeployment(postgres.create_database(f"docs_{secrets.token_hex(4)}")) as running:
        yield running
