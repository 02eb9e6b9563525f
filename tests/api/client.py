"""A small client that speaks the game, inside this process or to a server."""

import json
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias
from urllib.parse import urlencode

import httpx
from asgiref.sync import async_to_sync
from django.test import Client

BASE = "/api/v1"
Json: TypeAlias = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What came back; `headers` by lower-case names."""

    status: int
    headers: Mapping[str, str]
    content: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.content)

    @property
    def code(self) -> str:
        """The code of a problem; the assertions say that it is one."""
        assert self.headers["content-type"] == "application/problem+json", self
        assert self.json["status"] == self.status, self
        return str(self.json["code"])

    def ok(self, status: int = 200) -> Json:
        """The content of an answer that must be a success."""
        assert self.status == status, self
        content: Json = self.json
        return content


LINES: list[httpx.Client] = []
"""Every connection of the present test; the fixtures close them."""

Door: TypeAlias = Callable[[str, str, bytes, Mapping[str, str]], Answer]


def inside(method: str, path: str, content: bytes = b"", headers: Mapping[str, str] | None = None) -> Answer:
    """Django itself, without a server; an error of ours is raised."""
    rest = {name: value for name, value in (headers or {}).items() if name != "Content-Type"}
    kind = (headers or {}).get("Content-Type", "application/json")
    response = Client().generic(method, f"{BASE}{path}", content, content_type=kind, headers=rest)
    if getattr(response, "is_async", False):
        body = async_to_sync(_collected)(response)
    else:
        body = b"".join(response) if response.streaming else response.content
    return Answer(status=response.status_code, headers=lower(response.headers), content=body)


async def _collected(response: Any) -> bytes:
    return b"".join([part async for part in response])


def over(address: str) -> Door:
    """A server at this address, over one connection that is kept."""
    line = httpx.Client(base_url=f"{address}{BASE}", timeout=60)
    LINES.append(line)

    def door(method: str, path: str, content: bytes = b"", headers: Mapping[str, str] | None = None) -> Answer:
        kind = {"Content-Type": "application/json"} if content else {}
        response = line.request(method, path, content=content, headers={**kind, **(headers or {})})
        return Answer(status=response.status_code, headers=lower(response.headers), content=response.content)

    return door


def hang_up() -> None:
    """Close every connection."""
    while LINES:
        LINES.pop().close()


def lower(headers: Mapping[str, str]) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}


class Player:
    """Somebody with a token, at a door."""

    def __init__(self, name: str = "Ada", door: Door = inside) -> None:
        self.door = door
        guest = door("POST", "/guests", json.dumps({"name": name}).encode(), {}).ok(201)
        self.id: str = guest["user"]["id"]
        self.name: str = guest["user"]["name"]
        self.token: str = guest["token"]

    def through(self, door: Door) -> "Player":
        """The same person at another door."""
        other = object.__new__(Player)
        other.door, other.id, other.name, other.token = door, self.id, self.name, self.token
        return other

    def send(self, method: str, path: str, body: Any = None, *, key: str | None = None, **headers: str) -> Answer:
        """One call; `body` is sent as JSON unless it is bytes. Headers as `if_match="…"`."""
        named = {name.replace("_", "-").title(): value for name, value in headers.items()}
        known = {"Authorization": f"Bearer {self.token}", **({"Idempotency-Key": key} if key else {})}
        content = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        return self.door(method, path, content, {**known, **named})

    def get(self, path: str, **query: Any) -> Answer:
        text = urlencode({name.rstrip("_"): value for name, value in query.items()})
        return self.send("GET", f"{path}?{text}" if text else path)

    def open(self, **options: Any) -> str:
        """Open a match and give its id."""
        return str(self.send("POST", "/matches", {"ruleset": "odyssey", **options}).ok(201)["id"])

    def view(self, match: str, **query: Any) -> Json:
        return self.get(f"/matches/{match}", **query).ok()

    def events(self, match: str, **query: Any) -> list[Json]:
        found: list[Json] = self.get(f"/matches/{match}/events", **{"limit": 1000, **query}).ok()["results"]
        return found

    def sit(self, match: str, **body: Any) -> Json:
        return self.send("POST", f"/matches/{match}/seats", body).ok(201)

    def command(self, match: str, name: str, body: Json | None = None, **more: Any) -> Answer:
        """A command by the name of its action."""
        method, place = {"sit": ("POST", "seats"), "stand": ("DELETE", "seats/me")}.get(name, ("POST", name))
        if name in ("bot", "clear"):
            body = dict(body or {})
            method, place = {"bot": "PUT", "clear": "DELETE"}[name], f"seats/{body.pop('seat', 1)}"
        return self.send(method, f"/matches/{match}/{place}", body, **more)

    def act(self, match: str, name: str, body: Json | None = None) -> Json:
        """A command that must succeed, under a key of its own."""
        return self.command(match, name, body, key=uuid.uuid4().hex).ok()
