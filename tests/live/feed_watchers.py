"""Watching a personal feed over each transport: with long polls, an NDJSON stream, or a socket."""

import asyncio
import json
from collections.abc import Callable
from typing import Protocol

import httpx

from tests.api.api_client import BASE_PATH, Json, Player
from tests.live.websocket_client import open_websocket

READ_TIMEOUT_SECONDS = 20
Pages = Callable[[Json], bool]
"""Called with each page; returns whether to go on."""


class Watch(Protocol):
    def __call__(self, address: str, player: Player, cursor: str | None, on_page: Pages) -> None: ...


def watch_by_polling(address: str, player: Player, cursor: str | None, on_page: Pages) -> None:
    url, headers = f"{address}{BASE_PATH}/me/matches", {"Authorization": f"Bearer {player.token}"}
    goes_on = True
    with httpx.Client(timeout=READ_TIMEOUT_SECONDS) as client:
        while goes_on:
            query = {"wait": "10"} if cursor is None else {"after": cursor, "wait": "10"}
            response = client.get(url, params=query, headers=headers)
            assert response.status_code == 200, response.text
            page = response.json()
            cursor, goes_on = page["cursor"], on_page(page)


def watch_by_stream(address: str, player: Player, cursor: str | None, on_page: Pages) -> None:
    url = f"{address}{BASE_PATH}/me/matches"
    headers = {"Authorization": f"Bearer {player.token}", "Accept": "application/x-ndjson"}
    query = {} if cursor is None else {"after": cursor}
    with httpx.stream("GET", url, params=query, headers=headers, timeout=READ_TIMEOUT_SECONDS) as response:
        assert response.status_code == 200
        assert response.headers["content-type"] == "application/x-ndjson"
        for line in response.iter_lines():
            if line and not on_page(json.loads(line)):
                return
    raise AssertionError("the stream has ended")


def watch_by_socket(address: str, player: Player, cursor: str | None, on_page: Pages) -> None:
    async def scenario() -> None:
        async with open_websocket(address, player.token) as client:
            more = {} if cursor is None else {"cursor": cursor}
            assert (await client.request("subscribe", me=True, **more)) == {"t": "subscribed", "re": "2", "me": True}
            while on_page(await client.receive()):
                assert client.frames[-1].keys() == {"t", "cursor", "matches", "entries"}

    asyncio.run(scenario())


TRANSPORTS: dict[str, Watch] = {"poll": watch_by_polling, "stream": watch_by_stream, "socket": watch_by_socket}
