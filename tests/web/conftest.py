"""A deployment with worker and beat, and a browser."""

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.timers.worker_deployment import WorkerDeployment

CHROMIUM_MISSING_MESSAGE = (
    "the page is tried out in a real browser, and there is no chromium here: apt-get install -y chromium"
)


@pytest.fixture(scope="package")
def worker_deployment() -> Iterator[WorkerDeployment]:
    """The processes that `serve` starts on a single machine: SQLite, a worker, its beat."""
    with WorkerDeployment(None) as running:
        yield running


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    chromium = shutil.which("chromium")
    if chromium is None:
        if os.environ.get("CI"):
            pytest.fail(CHROMIUM_MISSING_MESSAGE)
        pytest.skip(CHROMIUM_MISSING_MESSAGE)
    with sync_playwright() as playwright:
        # Root may not have a sandbox, and the browser only opens our own pages.
        chromium_browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        yield chromium_browser
        chromium_browser.close()
