"""Send the request or frame of a matrix cell with all that it needs, and roll back its effects."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from asgiref.sync import async_to_sync
from django.db import transaction
from django.test import Client

from games.eventlog import match_state
from tests.api.api_client import ApiResponse, Json, with_lowercase_names
from tests.authorization.declared_matrix import SEATED_ROLES, Cell, Endpoint
from tests.authorization.in_process_socket import reply_to_frame
from tests.authorization.matrix_setup import MatrixSetup, PreparedMatch

REMOTE_ADDRESS = "203.0.113.7"
"""An address that is not this machine."""
MISSING_MATCH_ID = "0" * 32
"""The id of a match that there isn't."""
REMOTE_CLIENT = Client(REMOTE_ADDR=REMOTE_ADDRESS)


def send_request(setup: MatrixSetup, cell: Cell, match_id: str, *, query: str = "", **extra_fields: Any) -> ApiResponse:
    """Send the endpoint's request as the cell's role, with `extra_fields` in the body."""
    endpoint, content = cell.endpoint, request_body(setup, cell)
    address = request_address(endpoint, {**setup.placeholder_values, "match": match_id}) + query
    token = setup.tokens[cell.role]
    if endpoint.method == "GET":
        return send_http(endpoint.method, address, token)
    with roll_back_afterwards():
        return send_http(endpoint.method, address, token, {**content, **extra_fields} if content is not None else None)


def send_http(method: str, address: str, token: str | None, content: Any = None) -> ApiResponse:
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    text = b"" if content is None else json.dumps(content).encode()
    response = REMOTE_CLIENT.generic(method, address, text, content_type="application/json", headers=headers)
    if getattr(response, "is_async", False):
        received = async_to_sync(_collected)(response)
    else:
        received = b"".join(response) if response.streaming else response.content
    return ApiResponse(status=response.status_code, headers=with_lowercase_names(response.headers), content=received)


async def _collected(response: Any) -> bytes:
    return b"".join([part async for part in response])


def send_frame(setup: MatrixSetup, cell: Cell, match_id: str, **extra_fields: Any) -> Json:
    """Return the reply to the endpoint's frame as the cell's role; `extra_fields` go in its data or beside it."""
    token = setup.tokens[cell.role]
    t, _, name = cell.endpoint.address.partition("/")
    frame: Json = {"t": t, "id": "1"}
    if t == "command":
        frame |= {"match": match_id, "type": name, "data": {**request_body(setup, cell), **extra_fields}}
    else:
        fields = request_body(setup, cell) or ({"match": match_id} if t == "subscribe" else {})
        frame |= {**fields, **extra_fields}
    if t == "auth":
        return reply_to_frame(None, {**frame, "token": token or "none"})
    with roll_back_afterwards():
        return reply_to_frame(token, frame)


def request_body(setup: MatrixSetup, cell: Cell) -> Any:
    """Return the endpoint's body with values this role could choose, or None if it has no body."""
    if not cell.endpoint.body:
        return None
    prepared = setup.prepared_matches.get(cell.situation) or PreparedMatch(match_id=MISSING_MATCH_ID)
    role = cell.role if cell.role in (*SEATED_ROLES, "resigned") else "host"
    choices = {
        "card": prepared.card_by_role.get(role, "base-001"),
        "slot": prepared.slot_by_role.get(role, 1),
        "invite": prepared.invite,
    }
    return _fill_placeholders(json.loads(cell.endpoint.body), {**setup.placeholder_values, **choices})


def _fill_placeholders(value: Any, values: Mapping[str, Any]) -> Any:
    match value:
        case dict():
            return {name: _fill_placeholders(part, values) for name, part in value.items()}
        case list():
            return [_fill_placeholders(part, values) for part in value]
        case str() if value.startswith("$"):
            return values[value[1:]]
        case _:
            return value


def request_address(endpoint: Endpoint, values: Mapping[str, Any]) -> str:
    """Return the endpoint's address with its parameters filled in."""
    first, *parts = endpoint.address.replace("{match_id}", "{match_id=$match}").split("{")
    return first + "".join(_fill_parameter(part, values) for part in parts)


def _fill_parameter(part: str, values: Mapping[str, Any]) -> str:
    inner, _, rest = part.partition("}")
    value = inner.partition("=")[2]
    return str(values[value[1:]] if value.startswith("$") else value) + rest


@contextmanager
def roll_back_afterwards() -> Iterator[None]:
    """Roll back all changes made meanwhile, in this process's cache of matches, too."""
    cached_states = dict(match_state._cache)
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    match_state._cache.clear()
    match_state._cache.update(cached_states)
