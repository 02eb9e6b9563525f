"""Helpers that create accounts and call the API as their owners."""

import json
import secrets
from collections.abc import Mapping
from typing import Any

from django.test import Client

from tests.api.api_client import BASE_PATH, ApiResponse, Json, Player, Transport, call_in_process, with_lowercase_names

PASSWORD = "a long walk by the sea"


def post_without_token(path: str, transport: Transport = call_in_process, /, **body: Any) -> ApiResponse:
    """Send a POST request without a token."""
    return transport("POST", path, json.dumps(body).encode(), {})


def player_from(content: Json, transport: Transport = call_in_process) -> Player:
    """Return the player whose token a response contains."""
    player = object.__new__(Player)
    player.transport, player.token = transport, content["token"]
    player.id, player.name = content["user"]["id"], content["user"]["name"]
    return player


def unique_name(name: str = "Ann") -> str:
    """Return a name that no other player has."""
    return f"{name} {secrets.token_hex(6)}"


def create_account(name: str | None = None, /, transport: Transport = call_in_process, **extra_fields: Any) -> Player:
    """Create an account and return its owner."""
    return player_from(
        post_without_token(
            "/accounts", transport, **{"name": name or unique_name(), "password": PASSWORD, **extra_fields}
        ).ok(201),
        transport,
    )


def log_in(name: str, password: str = PASSWORD, transport: Transport = call_in_process, **extra_fields: Any) -> Player:
    return player_from(
        post_without_token("/tokens", transport, name=name, password=password, **extra_fields).ok(201), transport
    )


def transport_from_address(address: str) -> Transport:
    """Return a transport that calls Django in process, with this client address."""

    def send_request(
        method: str, path: str, content: bytes = b"", headers: Mapping[str, str] | None = None
    ) -> ApiResponse:
        client = Client(REMOTE_ADDR=address)
        response = client.generic(
            method, f"{BASE_PATH}{path}", content, content_type="application/json", headers=headers
        )
        return ApiResponse(
            status=response.status_code, headers=with_lowercase_names(response.headers), content=response.content
        )

    return send_request


def unused_ip_address() -> str:
    """Return an IP address that no request has come from yet."""
    first, second, third = secrets.token_bytes(3)
    return f"10.{first}.{second}.{third}"
