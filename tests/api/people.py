"""People with accounts, as tests want them."""

import json
import secrets
from collections.abc import Mapping
from typing import Any

from django.test import Client

from tests.api.client import BASE, Answer, Door, Json, Player, inside, lower

PASSWORD = "a long walk by the sea"


def post(path: str, door: Door = inside, /, **body: Any) -> Answer:
    """A call of somebody without a token."""
    return door("POST", path, json.dumps(body).encode(), {})


def of(told: Json, door: Door = inside) -> Player:
    """The player that an answer with a token has made."""
    player = object.__new__(Player)
    player.door, player.token = door, told["token"]
    player.id, player.name = told["user"]["id"], told["user"]["name"]
    return player


def fresh(name: str = "Ann") -> str:
    """A name that nobody has."""
    return f"{name} {secrets.token_hex(6)}"


def joined(name: str | None = None, /, door: Door = inside, **more: Any) -> Player:
    """Somebody with an account."""
    return of(post("/accounts", door, **{"name": name or fresh(), "password": PASSWORD, **more}).ok(201), door)


def logged_in(name: str, password: str = PASSWORD, door: Door = inside, **more: Any) -> Player:
    return of(post("/tokens", door, name=name, password=password, **more).ok(201), door)


def at(address: str) -> Door:
    """Django itself, as somebody finds it who comes from this address."""

    def door(method: str, path: str, content: bytes = b"", headers: Mapping[str, str] | None = None) -> Answer:
        client = Client(REMOTE_ADDR=address)
        response = client.generic(method, f"{BASE}{path}", content, content_type="application/json", headers=headers)
        return Answer(status=response.status_code, headers=lower(response.headers), content=response.content)

    return door


def address() -> str:
    """An address that nobody has come from."""
    one, two, three = secrets.token_bytes(3)
    return f"10.{one}.{two}.{three}"
