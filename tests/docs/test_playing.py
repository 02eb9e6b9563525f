"""The socket in docs/playing.md works as it is written there."""

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest

from tests.concurrency.crowd import table
from tests.services.house import House

TEXT = (Path(__file__).resolve().parents[2] / "docs/playing.md").read_text()


def test_the_example_tells_what_happens(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    match = table(house, 3).start()
    code = re.findall(r"```python\n(.*?)```", TEXT.split("## Live", 1)[1], re.DOTALL)[0]
    names: dict[str, Any] = {}
    exec(code, names)
    address = house.addresses[0].replace("http", "ws", 1)

    async def scene() -> None:
        watching = asyncio.create_task(names["watch"](address, match.host.token, match.id, 2))
        await asyncio.sleep(2)
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)

    asyncio.run(scene())
    told = capsys.readouterr().out.splitlines()
    events = match.host.events(match.id, after=2)
    assert told == [f"{event['version']} {event['type']}" for event in events]
