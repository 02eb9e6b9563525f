"""An HTTP client for both web servers that reports explicitly when the outcome of a request is unknown."""

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from typing import Any

API_PREFIX = "/api/v1"
REQUEST_TIMEOUT_SECONDS = 30.0


class ConnectionLost(Exception):
    """The connection broke: the request may or may not have been executed."""


@dataclass(frozen=True, kw_only=True)
class Reply:
    """A response."""

    status: int
    content: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.content)

    @property
    def code(self) -> str:
        """The code of a problem."""
        return str(self.json["code"])


class HttpClient:
    """The connections of one thread, one to each server, reopened when they break."""

    def __init__(self, ports: Sequence[int], token: str = "") -> None:
        self.ports = list(ports)
        self.token = token
        self.connections: dict[int, HTTPConnection] = {}

    def send(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        server: int = 0,
        key: str | None = None,
        version: int | None = None,
    ) -> Reply:
        """Send one request to one of the servers.

        Raises:
            ConnectionLost
        """
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        headers |= {"Idempotency-Key": key} if key else {}
        headers |= {} if version is None else {"If-Match": f'"{version}"'}
        content = None if body is None else json.dumps(body).encode()
        headers |= {"Content-Type": "application/json"} if content else {}
        connection = self.connections.setdefault(
            server, HTTPConnection("127.0.0.1", self.ports[server], timeout=REQUEST_TIMEOUT_SECONDS)
        )
        try:
            connection.request(method, f"{API_PREFIX}{path}", content, headers)
            response = connection.getresponse()
            return Reply(status=response.status, content=response.read())
        except (OSError, HTTPException) as error:
            self.close_connection(server)
            raise ConnectionLost(repr(error)) from None

    def close_connection(self, server: int) -> None:
        with suppress(KeyError):
            self.connections.pop(server).close()

    def close(self) -> None:
        for server in list(self.connections):
            self.close_connection(server)


@dataclass(frozen=True, kw_only=True)
class Guest:
    """A guest with a token."""

    id: str
    name: str
    token: str


def create_guest(ports: Sequence[int], name: str) -> Guest:
    """Create a new guest while all servers are up."""
    client = HttpClient(ports)
    try:
        body = client.send("POST", "/guests", {"name": name}).json
        return Guest(id=body["user"]["id"], name=body["user"]["name"], token=body["token"])
    finally:
        client.close()


def command_endpoint(match: str, name: str) -> tuple[str, str]:
    """Return the method and path of a command by the name of its action."""
    method, path_suffix = {"sit": ("POST", "seats"), "stand": ("DELETE", "seats/me")}.get(name, ("POST", name))
    return method, f"/matches/{match}/{path_suffix}"
