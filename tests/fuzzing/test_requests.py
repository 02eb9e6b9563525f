"""Requests with hostile paths, queries, cursors and headers: each gets a documented answer, and memory doesn't grow."""

import http.client
import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

import psutil
import pytest

from tests.api.api_client import Player, http_transport
from tests.api.game_table import GameTable
from tests.services.deployment import Deployment

# Everything below the database behaves the same on each.
pytestmark = pytest.mark.parametrize("deployment", ["postgresql"], indirect=True)
BYTES_PER_MIB = 1024 * 1024
MAX_GROWTH_MIB = 32
WARM_UP_REQUESTS = 300
METHODS = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND"]
HOSTILE_TEXTS = [
    *("", " ", "0", "-1", "+1", "1.0", "1e400", "NaN", "٣", "²", "9" * 400, str(2**31), str(2**63), "null", "true"),
    *("\0", "\n", "\r\nX: y", "\x7f", "\u202e", "\ufeff", "\U0001f0a1", "e\u0301" * 100, "%", "%00", "%zz", "%ff"),
    *("../../etc/passwd", "..%2f..", "//x", "'", '"', "';--", "{}", "[]", "<script>", "a" * 5000, "seat:1", "public"),
    *("seat:99", "1.voting", "0" * 32, "f" * 64, "9999-12-31T23:59:59-14:00", "0001-01-01T00:00:00+14:00"),
]
HEADER_NAMES = [
    *("Authorization", "If-Match", "If-None-Match", "Idempotency-Key", "Accept", "Accept-Encoding", "Origin", "Range"),
    *("X-Forwarded-For", "X-Forwarded-Proto", "Content-Type", "Content-Language", "Cookie", "Referer", "User-Agent"),
    *("X-Request-ID", "Access-Control-Request-Method", "Expect", "Forwarded", "X-HTTP-Method-Override"),
]


@dataclass(frozen=True)
class HostileRequest:
    method: str
    target: str
    headers: Sequence[tuple[str, str]]
    body: bytes = b""


class RequestFuzzer:
    """Makes requests from the operations and parameters of the OpenAPI document."""

    def __init__(self, document: Any, table: GameTable, cursors: Sequence[str], seed: int) -> None:
        # An account that is erased or has no tokens gets only 401 from then on.
        self.paths = [each for each in document["paths"].items() if not each[0].startswith(("/me", "/tokens"))]
        self.paths += [
            (path, {"get": document["paths"][path]["get"]}) for path in ("/me", "/me/matches", "/me/history")
        ]
        self.known = {"match_id": table.id, "seat": "1", "deck": "base", "name": "base"}
        self.token, self.cursors, self.random = table.host.token, cursors, random.Random(seed)

    def make_request(self) -> HostileRequest:
        path, operations = self.random.choice(self.paths)
        parameters = [
            each for operation in operations.values() if isinstance(operation, dict)
            for each in operation.get("parameters", ())
        ]  # fmt: skip
        for name in [each.split("}")[0] for each in path.split("{")[1:]]:
            value = self.known.get(name, "x") if self.random.random() < 0.8 else self._hostile_text()
            path = path.replace(f"{{{name}}}", quote(value, safe="") or "x")
        queries = [each["name"] for each in parameters if each.get("in") == "query"] + ["nonsense"]
        chosen = self.random.sample(queries, k=self.random.randint(0, min(3, len(queries))))
        query = urlencode([(name, self._query_value(name)) for name in chosen])
        may_change = not path.startswith(("/me", "/tokens"))
        methods = [each.upper() for each in operations if each != "parameters"]
        method = self.random.choice([*METHODS, *methods * 12] if may_change else ["GET", "HEAD", "OPTIONS"])
        return HostileRequest(method, f"/api/v1{path}" + (f"?{query}" if query else ""), self._headers(), self._body())

    def _query_value(self, name: str) -> str:
        if name in ("cursor", "after") and self.cursors and self.random.random() < 0.6:
            return self._damaged(self.random.choice(self.cursors))
        # A long poll that waits is no hostile request, only a slow one.
        return "0" if name == "wait" and self.random.random() < 0.5 else self._hostile_text()

    def _damaged(self, text: str) -> str:
        at = self.random.randrange(len(text))
        return self.random.choice(
            [text, text[:at], text[at:], text[:at] + "A" + text[at + 1 :], text + "=", text[::-1], text.swapcase()]
        )

    def _headers(self) -> list[tuple[str, str]]:
        headers = [("Authorization", f"Bearer {self.token}")] if self.random.random() < 0.8 else []
        for name in self.random.sample(HEADER_NAMES, k=self.random.randint(0, 3)):
            # What can't stand in a header at all is no business of the application.
            text = "".join(each for each in self._hostile_text() if each >= " " and each != "\x7f")
            headers.append((name, text.encode().decode("latin-1")))
        return headers

    def _hostile_text(self) -> str:
        return self.random.choice(HOSTILE_TEXTS)

    def _body(self) -> bytes:
        texts = [
            b"",
            b"",
            b"{}",
            b"[]",
            b"null",
            b"\xff",
            b"{" * 2000,
            b'{"a":1,"a":2}',
            b'{"seat":1e400}',
            b" " * 9000,
        ]
        return self.random.choice(texts)


def send(connection: http.client.HTTPConnection, request: HostileRequest) -> tuple[int, str, bytes]:
    """Send a request and return status, content type and content.

    The server closes the connection after a refusal, and the client may notice only with the next request.
    """
    try:
        return send_once(connection, request)
    except ConnectionError:
        connection.close()
        return send_once(connection, request)


def send_once(connection: http.client.HTTPConnection, request: HostileRequest) -> tuple[int, str, bytes]:
    connection.putrequest(request.method, request.target, skip_accept_encoding=True)
    if request.body or request.method in ("POST", "PUT", "PATCH"):
        connection.putheader("Content-Length", str(len(request.body)))
    for name, value in request.headers:
        connection.putheader(name, value)
    connection.endheaders(request.body or None)
    response = connection.getresponse()
    # A stream of events has no end.
    is_stream = response.getheader("Content-Type", "").startswith("application/x-ndjson")
    content = b"" if is_stream else response.read()
    if is_stream:
        connection.close()
    return response.status, response.getheader("Content-Type", ""), content


def find_fault(method: str, status: int, content_type: str, content: bytes) -> str | None:
    """Return what is wrong with an answer, or None."""
    if status >= 500:
        return f"status {status}"
    if status >= 400 and method != "HEAD" and not content_type.startswith("application/problem+json"):
        return f"{status} as {content_type}"
    if content_type.startswith("application/problem+json") and method != "HEAD" and "code" not in json.loads(content):
        return "a problem without a code"
    return None


def real_cursors(player: Player) -> Iterator[str]:
    """Yield cursors that the service gave out."""
    for path in ("/matches?limit=1", "/me/matches", "/me/history?limit=1"):
        answer = player.get(path).json
        yield from (str(answer[name]) for name in ("next", "cursor") if answer.get(name))


@pytest.mark.parametrize("count", [1_500, pytest.param(30_000, marks=pytest.mark.nightly)])
def test_hostile_requests_get_documented_answers(deployment: Deployment, count: int) -> None:
    base_url = deployment.base_urls[0]
    table = GameTable(3, transports=[http_transport(base_url)]).start()
    table.host.open()
    document = http_transport(base_url)("GET", "/openapi.json", b"", {}).ok()
    fuzzer = RequestFuzzer(document, table, list(real_cursors(table.host)), seed=count)
    server, before = psutil.Process(deployment.servers[0].pid), 0
    connection = http.client.HTTPConnection(str(urlsplit(base_url).hostname), urlsplit(base_url).port, timeout=30)
    statuses, faults = Counter[int](), dict[str, HostileRequest]()
    for number in range(count):
        if number == WARM_UP_REQUESTS:
            before = server.memory_info().rss
        request = fuzzer.make_request()
        status, content_type, content = send(connection, request)
        statuses[status] += 1
        if fault := find_fault(request.method, status, content_type, content):
            faults.setdefault(fault, request)
    connection.close()
    grown_mib = (server.memory_info().rss - before) / BYTES_PER_MIB
    print(f"{count} requests, {dict(sorted(statuses.items()))}, grown by {grown_mib:.1f} MiB")
    assert faults == {}
    assert {200, 400, 401, 404, 405} <= statuses.keys()
    assert grown_mib < MAX_GROWTH_MIB
    assert "Traceback" not in deployment.log_text()
