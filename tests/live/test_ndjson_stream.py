"""Events as an NDJSON stream over HTTP: the same as over sockets and in pages, live, until the client disconnects."""

import json
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import httpx
import psutil

from tests.api.api_client import BASE_PATH, Player, http_transport
from tests.concurrency.concurrent_clients import create_match
from tests.services.deployment import Deployment

NDJSON_HEADERS = {"Accept": "application/x-ndjson"}


def read_lines(address: str, player: Player, match: str, after: int, last_version: int) -> list[str]:
    """Read the lines after one version, up to another one, from a stream that stays open."""
    url, headers = (
        f"{address}{BASE_PATH}/matches/{match}/events",
        {**NDJSON_HEADERS, "Authorization": f"Bearer {player.token}"},
    )
    lines: list[str] = []
    with httpx.stream("GET", url, params={"after": after}, headers=headers, timeout=20) as response:
        assert response.status_code == 200
        assert response.headers["content-type"] == "application/x-ndjson"
        for line in response.iter_lines():
            lines.append(line)
            if json.loads(line)["version"] >= last_version:
                return lines
    raise AssertionError(f"the stream ended after {len(lines)} lines")


def test_lines_arrive_live_and_equal_the_paged_events(deployment: Deployment) -> None:
    match = create_match(deployment, 3)
    spectator = Player("Eve", http_transport(deployment.base_urls[1]))
    heads: list[int] = []

    def play() -> None:
        time.sleep(1)
        match.start().play_until("storytelling", round=2)
        heads.append(match.host.view(match.id)["version"])

    playing_thread = threading.Thread(target=play)
    playing_thread.start()
    live_lines = read_lines(deployment.base_urls[1], spectator, match.id, 0, 20)
    playing_thread.join()
    head = heads[0]
    for viewer in (*match.players, spectator):
        lines = read_lines(deployment.base_urls[0], viewer, match.id, 0, head)
        page = viewer.get(f"/matches/{match.id}/events", limit=1000).content
        assert f'{{"results":[{",".join(lines)}],"version":{head}}}'.encode() == page
        for after in (1, 17, head - 1):
            assert read_lines(deployment.base_urls[1], viewer, match.id, after, head) == lines[after:]
    assert live_lines == lines[: len(live_lines)]


def test_a_stream_of_an_inaccessible_match_or_with_a_bad_parameter_is_refused(deployment: Deployment) -> None:
    private = create_match(deployment, 2, visibility="private", password="sesame")
    eve = Player("Eve", http_transport(deployment.base_urls[0]))
    assert eve.send("GET", f"/matches/{private.id}/events", accept=NDJSON_HEADERS["Accept"]).code == "not_found"
    assert eve.send("GET", f"/matches/{private.id}/events?limit=3", accept=NDJSON_HEADERS["Accept"]).code == "invalid"


def count_established_connections(server: psutil.Process, port: int) -> int:
    return sum(
        connection.laddr.port == port and connection.status == psutil.CONN_ESTABLISHED
        for connection in server.net_connections()
    )


def test_waiting_requests_hold_no_threads(deployment: Deployment) -> None:
    match = create_match(deployment, 2)
    server = psutil.Process(deployment.servers[0].pid)
    head = match.host.view(match.id)["version"]
    threads_before = server.num_threads()
    url = f"{deployment.base_urls[0]}{BASE_PATH}/matches/{match.id}"
    headers = {"Authorization": f"Bearer {match.host.token}"}

    def wait_for_news(number: int) -> None:
        if number % 2:
            httpx.get(url, params={"after": head, "wait": 30}, headers=headers, timeout=60)
        else:
            with httpx.stream("GET", f"{url}/events", headers={**headers, **NDJSON_HEADERS}, timeout=60) as response:
                assert any(json.loads(line)["version"] > head for line in response.iter_lines())

    with ThreadPoolExecutor(40) as pool:
        futures = [pool.submit(wait_for_news, number) for number in range(40)]
        try:
            # On a busy machine it takes a while until all of them wait. A few long-lived threads serve them all.
            deadline = time.monotonic() + 20
            while (
                count_established_connections(server, deployment.ports[0]) < 40
                or server.num_threads() - threads_before >= 15
            ):
                assert time.monotonic() < deadline, f"{server.num_threads()} threads, {threads_before} before"
                time.sleep(0.2)
        finally:
            # Whatever happens, leave no waiting connection behind for the tests that follow.
            match.host.act(match.id, "abandon")
        for future in futures:
            future.result(60)
