"""The page's files, as they are served here, and from any other place."""

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser

from games.management.programs import ROOT
from tests.timers.clockwork import ClockHouse
from tests.web.person import person


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *said: Any) -> None:
        """Nobody reads this."""


@pytest.fixture
def elsewhere() -> Iterator[str]:
    """The page's files, given away by somebody else."""
    files = partial(Quiet, directory=str(ROOT / "examples" / "web"))
    with ThreadingHTTPServer(("127.0.0.1", 0), files) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_it_plays_with_a_service_of_another_origin(clock_house: ClockHouse, browser: Browser, elsewhere: str) -> None:
    home = clock_house.addresses[0]
    with person(browser, home) as ada:
        ada.come_in("Ada", f"{elsewhere}/?api={home}").open("Classic", 4)
        assert ada.step() == "clue"
        assert ada.faults == []
        assert ada.hosts == {elsewhere.removeprefix("http://"), home.removeprefix("http://")}


@pytest.mark.parametrize("file", ["", "main.js", "match.css", "screens/match_screen.js"])
def test_its_files_may_load_and_call_nothing_but_their_own_server(clock_house: ClockHouse, file: str) -> None:
    with urlopen(f"{clock_house.addresses[0]}/play/{file}") as answer:
        policy = answer.headers["Content-Security-Policy"]
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert policy.startswith("default-src 'none'; script-src 'self';")
    assert "unsafe" not in policy
    assert "http" not in policy
