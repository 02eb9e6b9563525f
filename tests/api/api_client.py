"""A small API client for tests, which calls Django in process or a server over HTTP."""

import json
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias
from urllib.parse import urlencode

import httpx
from asgiref.sync import async_to_sync
from django.test import Client

BASE_PATH = "/api/v1"
Json: TypeAlias = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class ApiResponse:
    """A response; `headers` has lower-case names."""

    status: int
    headers: Mapping[str, str]
    content: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.content)

    @property
    def code(self) -> str:
        """The error code of a problem response; asserts that the response is one."""
        assert self.headers["content-type"] == "application/problem+json", self
        assert self.json["status"] == self.status, self
        return str(self.json["code"])

    def ok(self, status: int = 200) -> Json:
        """Return the content of a response; asserts that it has this status."""
        assert self.status == status, self
        content: Json = self.json
        return content


OPEN_CONNECTIONS: list[httpx.Client] = []
"""Every connection of the present test; the fixtures close them."""

Transport: TypeAlias = Callable[[str, str, bytes, Mapping[str, str]], ApiResponse]


def call_in_process(
    method: str, path: str, content: bytes = b"", headers: Mapping[str, str] | None = None
) -> ApiResponse:
    """Call Django in process, without a server; unhandled exceptions are raised in the test."""
    other_headers = {name: value for name, value in (headers or {}).items() if name != "Content-Type"}
    content_type = (headers or {}).get("Content-Type", "application/json")
    response = Client().generic(method, f"{BASE_PATH}{path}", content, content_type=content_type, headers=other_headers)
    if getattr(response, "is_async", False):
        body = async_to_sync(_read_stream)(response)
    else:
        body = b"".join(response) if response.streaming else response.content
    return ApiResponse(status=response.status_code, headers=with_lowercase_names(response.headers), content=body)


async def _read_stream(response: Any) -> bytes:
    return b"".join([part async for part in response])


def http_transport(address: str) -> Transport:
    """Return a transport to the server at this address that reuses one connection."""
    connection = httpx.Client(base_url=f"{address}{BASE_PATH}", timeout=60)
    OPEN_CONNECTIONS.append(connection)

    def send_request(
        method: str, path: str, content: bytes = b"", headers: Mapping[str, str] | None = None
    ) -> ApiResponse:
        content_type = {"Content-Type": "application/json"} if content else {}
        response = connection.request(method, path, content=content, headers={**content_type, **(headers or {})})
        return ApiResponse(
            status=response.status_code, headers=with_lowercase_names(response.headers), content=response.content
        )

    return send_request


def close_connections() -> None:
    """Close all connections."""
    while OPEN_CONNECTIONS:
        OPEN_CONNECTIONS.pop().close()


def with_lowercase_names(headers: Mapping[str, str]) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}


class Player:
    """A player with a token and a transport."""

    def __init__(self, name: str = "Ada", transport: Transport = call_in_process) -> None:
        self.transport = transport
        guest = transport("POST", "/guests", json.dumps({"name": name}).encode(), {}).ok(201)
        self.id: str = guest["user"]["id"]
        self.name: str = guest["user"]["name"]
        self.token: str = guest["token"]

    def with_transport(self, transport: Transport) -> "Player":
        """Return the same player with another transport."""
        other = object.__new__(Player)
        other.transport, other.id, other.name, other.token = transport, self.id, self.name, self.token
        return other

    def send(self, method: str, path: str, body: Any = None, *, key: str | None = None, **headers: str) -> ApiResponse:
        """Send one request; `body` is sent as JSON unless it is bytes. Pass headers as `if_match="…"`."""
        extra_headers = {name.replace("_", "-").title(): value for name, value in headers.items()}
        own_headers = {"Authorization": f"Bearer {self.token}", **({"Idempotency-Key": key} if key else {})}
        content = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        return self.transport(method, path, content, {**own_headers, **extra_headers})

    def get(self, path: str, **query: Any) -> ApiResponse:
        query_string = urlencode({name.rstrip("_"): value for name, value in query.items()})
        return self.send("GET", f"{path}?{query_string}" if query_string else path)

    def open(self, **options: Any) -> str:
        """Open a match, without a clock unless asked otherwise: views then don't depend on the time. Return its ID."""
        return str(self.send("POST", "/matches", {"ruleset": "odyssey", "clock": None, **options}).ok(201)["id"])

    def view(self, match: str, **query: Any) -> Json:
        return self.get(f"/matches/{match}", **query).ok()

    def events(self, match: str, **query: Any) -> list[Json]:
        results: list[Json] = self.get(f"/matches/{match}/events", **{"limit": 1000, **query}).ok()["results"]
        return results

    def sit(self, match: str, **body: Any) -> Json:
        return self.send("POST", f"/matches/{match}/seats", body).ok(201)

    def command(self, match: str, name: str, body: Json | None = None, **more: Any) -> ApiResponse:
        """Send a command by the name of its action."""
        method, subpath = {"sit": ("POST", "seats"), "stand": ("DELETE", "seats/me")}.get(name, ("POST", name))
        if name in ("bot", "clear"):
            body = dict(body or {})
            method, subpath = {"bot": "PUT", "clear": "DELETE"}[name], f"seats/{body.pop('seat', 1)}"
        return self.send(method, f"/matches/{match}/{subpath}", body, **more)

    def act(self, match: str, name: str, body: Json | None = None) -> Json:
        """Send a command that must succeed, under a new idempotency key."""
        return self.command(match, name, body, key=uuid.uuid4().hex).ok()
