"""Errors that nginx itself makes, with the shipped configuration, are problem documents like those of the service."""

import re
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from games.management import listen_address
from games.protocol.problems import PROBLEM_CODES, Problem
from tests.deploy.deploy_files import DEPLOY_DIR, nginx_config
from tests.deploy.nginx_process import running_nginx
from tests.deploy.test_nginx_deployment import create_certificate

HOSTILE_REQUESTS: dict[str, tuple[bytes, str]] = {
    "a large body": (b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000000\r\n\r\n", "too_large"),
    "a long address": (b"GET /" + b"x" * 40_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", "headers_too_large"),
    "a large header": (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 40_000 + b"\r\n\r\n", "headers_too_large"),
    "an invalid header": (b"GET / HTTP/1.1\r\nHost: a b\r\n\r\n", "malformed"),
    "no host": (b"GET / HTTP/1.1\r\n\r\n", "malformed"),
}


@dataclass
class Proxy:
    """nginx in front of a server that accepts connections but never answers; `upstream.close()` takes it away."""

    folder: Path
    port: int
    upstream: socket.socket

    @property
    def tls(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=self.folder / "fullchain.pem")

    def client(self) -> httpx.Client:
        return httpx.Client(base_url=f"https://localhost:{self.port}", verify=self.tls, timeout=10)

    def send(self, request: bytes) -> tuple[int, dict[str, str], bytes]:
        """Send bytes; return the status, the headers and the body of the answer.

        nginx may close the connection before it has read a request that it refuses. Then the answer can get lost, and
        the request is sent again.
        """
        for _ in range(10):
            with suppress(OSError):
                return self._send_once(request)
        raise AssertionError("nginx cut every connection")

    def _send_once(self, request: bytes) -> tuple[int, dict[str, str], bytes]:
        with (
            socket.create_connection(("127.0.0.1", self.port), timeout=10) as plain,
            self.tls.wrap_socket(plain, server_hostname="localhost") as connection,
        ):
            connection.sendall(request)
            answer = b""
            while not (head := answer.partition(b"\r\n\r\n"))[1] or b"}" not in head[2]:
                data = connection.recv(65536)
                if not data:
                    raise ConnectionResetError
                answer += data
        lines = head[0].decode().split("\r\n")
        return int(lines[0].split()[1]), dict(line.split(": ", 1) for line in lines[1:]), head[2]


@pytest.fixture
def proxy(tmp_path: Path) -> Iterator[Proxy]:
    http_port, https_port = listen_address.free_port(), listen_address.free_port()
    with closing(socket.create_server(("127.0.0.1", 0))) as upstream:
        config = nginx_config(tmp_path, web_port=upstream.getsockname()[1], http_port=http_port, https_port=https_port)
        for shipped, for_test in {"read_timeout 75s": "read_timeout 1s", "addresses 500": "addresses 2"}.items():
            assert shipped in config
            config = config.replace(shipped, for_test)
        create_certificate(tmp_path)
        with running_nginx(tmp_path, config, https_port):
            yield Proxy(tmp_path, https_port, upstream)


def assert_problem(status: int, headers: httpx.Headers, body: bytes, code: str, **members: Any) -> None:
    problem = Problem(code, **members)
    assert (status, httpx.Response(status, content=body).json()) == (problem.status, problem.body)
    assert headers["Content-Type"] == "application/problem+json"
    assert headers["Access-Control-Allow-Origin"] == "*"
    assert headers["Strict-Transport-Security"] == "max-age=31536000"
    assert ("Retry-After" in headers) == (problem.status in (429, 503))


@pytest.mark.slow
def test_errors_of_nginx_are_problem_documents(proxy: Proxy) -> None:
    for request, code in HOSTILE_REQUESTS.values():
        status, headers, body = proxy.send(request)
        assert_problem(status, httpx.Headers(headers), body, code)


@pytest.mark.slow
@pytest.mark.parametrize("is_away", [True, False])
def test_a_service_that_is_away_or_silent_is_unavailable(proxy: Proxy, *, is_away: bool) -> None:
    if is_away:
        proxy.upstream.close()
    with proxy.client() as client:
        for path in ("/api/v1/matches", "/api/v1/invites/inv_secret", "/ws/v1"):
            answer = client.get(path, headers={"Origin": "https://client.example"})
            assert_problem(answer.status_code, answer.headers, answer.content, "unavailable")
        assert not client.head("/livez").content


@pytest.mark.slow
def test_an_address_has_few_connections_at_a_time(proxy: Proxy) -> None:
    def wait_for_silence() -> None:
        with proxy.client() as client:
            client.get("/livez")

    waiting = [threading.Thread(target=wait_for_silence) for _ in range(2)]
    for thread in waiting:
        thread.start()
    time.sleep(0.5)
    with proxy.client() as client:
        answer = client.get("/livez")
    for thread in waiting:
        thread.join()
    assert_problem(answer.status_code, answer.headers, answer.content, "too_many_requests", retry_after=5)


def test_the_problems_of_nginx_are_those_of_the_service() -> None:
    documents = re.findall(r"^    (\d+|default) '(\{.*\})';$", (DEPLOY_DIR / "nginx.conf").read_text(), re.MULTILINE)
    problems = {status: httpx.Response(200, content=document).json() for status, document in documents}
    assert problems["default"] == Problem("unavailable").body
    for problem in problems.values():
        retry_after = {name: problem[name] for name in problem.keys() & {"retry_after"}}
        assert problem == Problem(problem["code"], **retry_after).body
        assert bool(retry_after) is (problem["status"] in (429, 503))
        assert problem["code"] in PROBLEM_CODES
