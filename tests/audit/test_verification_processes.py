"""Over HTTP, verifying a record costs the web process little, ends with its client, and is done twice at a time.

Of one client only one record is verified at a time.
"""

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Self

import httpx
import psutil
import pytest

from games.records.verification import MAX_VERIFICATIONS
from tests.api.api_client import BASE_PATH, Player, http_transport
from tests.audit.bomb_records import BOMBS, long_record
from tests.services.deployment import Deployment

pytestmark = [pytest.mark.slow, pytest.mark.parametrize("deployment", ["postgresql"], indirect=True)]
BYTES_PER_MIB = 1024 * 1024
MAX_GROWTH_MIB = 32
MOVES = 20_000
"""Events of the long record: some seconds of work."""


@pytest.fixture(scope="module")
def long_content() -> bytes:
    return long_record(MOVES)


def post_record(base_url: str, content: bytes, timeout: float = 120, address: str = "127.0.0.1") -> httpx.Response:
    token = Player("Ada", http_transport(base_url)).token
    headers = {"Content-Type": "application/x-ndjson", "Authorization": f"Bearer {token}"}
    with httpx.Client(transport=httpx.HTTPTransport(local_address=address), timeout=timeout) as client:
        return client.post(f"{base_url}{BASE_PATH}/imports", content=content, headers=headers)


def verifying_processes(server: psutil.Process) -> list[psutil.Process]:
    found = []
    for process in server.children():
        with suppress(psutil.Error):
            if "verification_worker" in " ".join(process.cmdline()):
                found.append(process)
    return found


def wait_for(condition: Callable[[], bool], seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


class Watch:
    """Notes the most memory that a server takes, and the most records that it verifies at a time."""

    def __init__(self, server: psutil.Process) -> None:
        self.server, self.is_over = server, threading.Event()
        self.first = self.peak = server.memory_info().rss
        self.most_processes = 0
        self.thread = threading.Thread(target=self.run)

    def run(self) -> None:
        while not self.is_over.wait(0.02):
            self.peak = max(self.peak, self.server.memory_info().rss)
            self.most_processes = max(self.most_processes, len(verifying_processes(self.server)))

    @property
    def grown_mib(self) -> float:
        return (self.peak - self.first) / BYTES_PER_MIB

    def __enter__(self) -> Self:
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.is_over.set()
        self.thread.join()


@pytest.fixture
def server(deployment: Deployment) -> psutil.Process:
    # What the first request of a kind loads stays.
    post_record(deployment.base_urls[0], BOMBS["seats"]())
    return psutil.Process(deployment.servers[0].pid)


def test_bombs_cost_the_web_process_little(deployment: Deployment, server: psutil.Process) -> None:
    with Watch(server) as watch, ThreadPoolExecutor(3) as threads:
        answers = list(threads.map(lambda name: post_record(deployment.base_urls[0], BOMBS[name]()), BOMBS))
    print(f"grown by {watch.grown_mib:.1f} MiB")
    assert {(answer.status_code, answer.json().get("code")) for answer in answers} <= {
        # A genuine record in which one receipt is repeated is valid, and costs no more.
        (200, None),
        (422, "unsound_record"),
        (503, "unavailable"),
    }
    assert watch.grown_mib < MAX_GROWTH_MIB


def test_two_records_are_verified_at_a_time_and_others_are_told_to_come_back(
    deployment: Deployment, server: psutil.Process, long_content: bytes
) -> None:
    with Watch(server) as watch, ThreadPoolExecutor(6) as threads:
        post = partial(post_record, deployment.base_urls[0], long_content)
        answers = list(threads.map(lambda number: post(address=f"127.0.0.{number + 1}"), range(6)))
    print(f"{[answer.status_code for answer in answers]}, grown by {watch.grown_mib:.1f} MiB")
    assert watch.most_processes == MAX_VERIFICATIONS
    statuses = [answer.status_code for answer in answers]
    assert statuses.count(200) >= MAX_VERIFICATIONS
    refused = [answer for answer in answers if answer.status_code != 200]
    assert all(answer.json()["code"] == "unavailable" and answer.headers["Retry-After"] for answer in refused)
    assert watch.grown_mib < MAX_GROWTH_MIB


def test_one_client_gets_only_one_of_the_places(
    deployment: Deployment, server: psutil.Process, long_content: bytes
) -> None:
    url = deployment.base_urls[0]
    with Watch(server) as watch, ThreadPoolExecutor(4) as threads:
        requests = [threads.submit(post_record, url, long_content) for _ in range(4)]
        wait_for(lambda: bool(verifying_processes(server)))
        own = {process.pid for process in verifying_processes(server)}
        # The other place is free for another client, who doesn't wait for the first one.
        assert post_record(url, BOMBS["seats"](), address="127.0.0.2").status_code == 422
        assert own & {process.pid for process in verifying_processes(server)}
        statuses = [request.result().status_code for request in requests]
    assert 200 in statuses
    assert set(statuses) <= {200, 503}
    # Its own, and for a moment that of the other client.
    assert len(own) == 1
    assert watch.most_processes <= MAX_VERIFICATIONS


def test_verifying_ends_with_the_client(deployment: Deployment, server: psutil.Process, long_content: bytes) -> None:
    with ThreadPoolExecutor(1) as threads:
        request = threads.submit(post_record, deployment.base_urls[0], long_content, 3)
        wait_for(lambda: bool(verifying_processes(server)))
        (process,) = verifying_processes(server)
        process.suspend()
        with pytest.raises(httpx.TimeoutException):
            request.result()
    wait_for(lambda: not process.is_running(), 5)
    assert "Traceback" not in deployment.log_text()
    assert post_record(deployment.base_urls[0], BOMBS["seats"]()).status_code == 422
