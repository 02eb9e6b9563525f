"""The page's files, as served by the service, and from another origin."""

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser

from games.management.programs import PROJECT_ROOT
from tests.timers.worker_deployment import WorkerDeployment
from tests.web.page_user import open_page


class SilentRequestHandler(SimpleHTTPRequestHandler):
    def log_message(self, *args: Any) -> None:
        """Log nothing."""


@pytest.fixture
def other_origin() -> Iterator[str]:
    """The page's files, served from another origin."""
    handler_class = partial(SilentRequestHandler, directory=str(PROJECT_ROOT / "examples" / "web"))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler_class) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_the_page_plays_against_a_server_of_another_origin(
    worker_deployment: WorkerDeployment, browser: Browser, other_origin: str
) -> None:
    base_url = worker_deployment.base_urls[0]
    with open_page(browser, base_url) as ada:
        ada.enter("Ada", f"{other_origin}/?api={base_url}").open_match("Classic", 4)
        assert ada.make_next_move() == "clue"
        assert ada.browser_errors == []
        assert ada.requested_hosts == {other_origin.removeprefix("http://"), base_url.removeprefix("http://")}


@pytest.mark.parametrize("file", ["", "main.js", "match.css", "screens/match_screen.js"])
def test_page_files_may_load_and_call_only_their_own_server(worker_deployment: WorkerDeployment, file: str) -> None:
    with urlopen(f"{worker_deployment.base_urls[0]}/play/{file}") as answer:
        policy = answer.headers["Content-Security-Policy"]
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert policy.startswith("default-src 'none'; script-src 'self';")
    assert "unsafe" not in policy
    assert "http" not in policy
