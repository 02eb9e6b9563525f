"""Events as lines over HTTP: the same as over sockets and in pages, as they happen, until somebody hangs up."""

import json
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import httpx
import psutil

from tests.api.client import BASE, Player, over
from tests.concurrency.crowd import table
from tests.services.house import House

NDJSON = {"Accept": "application/x-ndjson"}


def read(address: str, player: Player, match: str, after: int, upto: int) -> list[str]:
    """The lines after a version, up to another one, from a stream that stays open."""
    url, headers = f"{address}{BASE}/matches/{match}/events", {**NDJSON, "Authorization": f"Bearer {player.token}"}
    lines: list[str] = []
    with httpx.stream("GET", url, params={"after": after}, headers=headers, timeout=20) as response:
        assert response.status_code == 200
        assert response.headers["content-type"] == "application/x-ndjson"
        for line in response.iter_lines():
            lines.append(line)
            if json.loads(line)["version"] >= upto:
                return lines
    raise AssertionError(f"the stream ended after {len(lines)} lines")


def test_lines_come_as_it_happens_and_are_the_pages_events(house: House) -> None:
    match = table(house, 3)
    stranger = Player("Eve", over(house.addresses[1]))
    heads: list[int] = []

    def play() -> None:
        time.sleep(1)
        match.start().until("storytelling", round=2)
        heads.append(match.host.view(match.id)["version"])

    player = threading.Thread(target=play)
    player.start()
    live = read(house.addresses[1], stranger, match.id, 0, 20)
    player.join()
    head = heads[0]
    for viewer in (*match.players, stranger):
        lines = read(house.addresses[0], viewer, match.id, 0, head)
        page = viewer.get(f"/matches/{match.id}/events", limit=1000).content
        assert f'{{"results":[{",".join(lines)}],"version":{head}}}'.encode() == page
        for after in (1, 17, head - 1):
            assert read(house.addresses[1], viewer, match.id, after, head) == lines[after:]
    assert live == lines[: len(live)]


def test_a_stream_of_nothing_is_a_problem(house: House) -> None:
    private = table(house, 2, visibility="private", password="sesame")
    eve = Player("Eve", over(house.addresses[0]))
    assert eve.send("GET", f"/matches/{private.id}/events", accept=NDJSON["Accept"]).code == "not_found"
    assert eve.send("GET", f"/matches/{private.id}/events?limit=3", accept=NDJSON["Accept"]).code == "invalid"


def connections(server: psutil.Process, port: int) -> int:
    return sum(line.laddr.port == port and line.status == psutil.CONN_ESTABLISHED for line in server.net_connections())


def test_whoever_waits_holds_no_thread(house: House) -> None:
    match = table(house, 2)
    server = psutil.Process(house.servers[0].pid)
    head = match.host.view(match.id)["version"]
    before = server.num_threads()
    url = f"{house.addresses[0]}{BASE}/matches/{match.id}"
    headers = {"Authorization": f"Bearer {match.host.token}"}

    def wait(number: int) -> None:
        if number % 2:
            httpx.get(url, params={"after": head, "wait": 30}, headers=headers, timeout=60)
        else:
            with httpx.stream("GET", f"{url}/events", headers={**headers, **NDJSON}, timeout=60) as response:
                assert any(json.loads(line)["version"] > head for line in response.iter_lines())

    with ThreadPoolExecutor(40) as pool:
        waiting = [pool.submit(wait, number) for number in range(40)]
        try:
            # On a busy machine it takes a while until all wait. A few threads serve all, and stay.
            deadline = time.monotonic() + 20
            while connections(server, house.ports[0]) < 40 or server.num_threads() - before >= 15:
                assert time.monotonic() < deadline, f"{server.num_threads()} threads, {before} before"
                time.sleep(0.2)
        finally:
            # Whatever has happened: nobody is left waiting for the tests that follow.
            match.host.act(match.id, "abandon")
        for one in waiting:
            one.result(60)
