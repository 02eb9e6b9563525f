"""Knocking at a door as somebody: the call or the frame with all it needs. Whatever it does is undone."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from asgiref.sync import async_to_sync
from django.db import transaction
from django.test import Client

from games.eventlog import match_state
from tests.api.client import Answer, Json, lower
from tests.authorization.declared import SEATED, Cell, Door
from tests.authorization.stage import Scene, Stage
from tests.authorization.wired import answered

ELSEWHERE = "203.0.113.7"
"""An address that is not this machine."""
MISSING = "0" * 32
"""The id of a match that there isn't."""
LINE = Client(REMOTE_ADDR=ELSEWHERE)


def call(stage: Stage, cell: Cell, match_id: str, *, query: str = "", **surplus: Any) -> Answer:
    """The door's call as the cell's role, with `surplus` fields in the body."""
    door, content = cell.door, body_of(stage, cell)
    address = address_of(door, {**stage.values, "match": match_id}) + query
    token = stage.tokens[cell.role]
    if door.method == "GET":
        return sent(door.method, address, token)
    with undone():
        return sent(door.method, address, token, {**content, **surplus} if content is not None else None)


def sent(method: str, address: str, token: str | None, content: Any = None) -> Answer:
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    text = b"" if content is None else json.dumps(content).encode()
    response = LINE.generic(method, address, text, content_type="application/json", headers=headers)
    if getattr(response, "is_async", False):
        told = async_to_sync(_collected)(response)
    else:
        told = b"".join(response) if response.streaming else response.content
    return Answer(status=response.status_code, headers=lower(response.headers), content=told)


async def _collected(response: Any) -> bytes:
    return b"".join([part async for part in response])


def reply(stage: Stage, cell: Cell, match_id: str, **surplus: Any) -> Json:
    """The reply to the door's frame as the cell's role, with `surplus` fields in a command's data or the frame."""
    token = stage.tokens[cell.role]
    t, _, name = cell.door.address.partition("/")
    frame: Json = {"t": t, "id": "1"}
    if t == "command":
        frame |= {"match": match_id, "type": name, "data": {**body_of(stage, cell), **surplus}}
    else:
        frame |= {**({"match": match_id} if t == "subscribe" else {}), **surplus}
    if t == "auth":
        return answered(None, {**frame, "token": token or "none"})
    with undone():
        return answered(token, frame)


def body_of(stage: Stage, cell: Cell) -> Any:
    """The door's body with what this role could choose; None where there is none."""
    if not cell.door.body:
        return None
    scene = stage.scenes.get(cell.situation) or Scene(match_id=MISSING)
    who = cell.role if cell.role in (*SEATED, "resigned") else "host"
    chosen = {"card": scene.card.get(who, "base-001"), "slot": scene.slot.get(who, 1), "invite": scene.invite}
    return _filled(json.loads(cell.door.body), {**stage.values, **chosen})


def _filled(value: Any, values: Mapping[str, Any]) -> Any:
    match value:
        case dict():
            return {name: _filled(part, values) for name, part in value.items()}
        case list():
            return [_filled(part, values) for part in value]
        case str() if value.startswith("$"):
            return values[value[1:]]
        case _:
            return value


def address_of(door: Door, values: Mapping[str, Any]) -> str:
    """The door's address with its parameters."""
    first, *parts = door.address.replace("{match_id}", "{match_id=$match}").split("{")
    return first + "".join(_parameter(part, values) for part in parts)


def _parameter(part: str, values: Mapping[str, Any]) -> str:
    inner, _, rest = part.partition("}")
    value = inner.partition("=")[2]
    return str(values[value[1:]] if value.startswith("$") else value) + rest


@contextmanager
def undone() -> Iterator[None]:
    """Whatever happens meanwhile is taken back, from this process's memory of matches, too."""
    kept = dict(match_state._cache)
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    match_state._cache.clear()
    match_state._cache.update(kept)
