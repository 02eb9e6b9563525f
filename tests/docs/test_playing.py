"""What the pages about playing show works as it is written there, and they leave out no event and no command."""

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest

from games.protocol.command_specs import COMMAND_SPECS
from games.rulebook.event_names import EVENT_CLASS_BY_NAME
from tests.concurrency.crowd import table
from tests.services.house import House

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES = ("explanation/match", "reference/lobby", "reference/events", "reference/live")
TEXT = "".join((DOCS / f"{page}.md").read_text() for page in PAGES)


def test_the_example_tells_what_happens(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    match = table(house, 3).start()
    code = re.findall(r"```python\n(.*?)```", (DOCS / "reference/live.md").read_text(), re.DOTALL)[0]
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


def test_every_event_has_its_row() -> None:
    rows = [line for line in TEXT.splitlines() if line.startswith("| `")]
    named = {name for row in rows for name in re.findall("`([a-z_]+)`", row.split("|")[1])}
    assert named >= set(EVENT_CLASS_BY_NAME)


def test_every_command_is_spoken_of() -> None:
    assert {name for name in COMMAND_SPECS if f"`{name}" not in TEXT and f"/{name}" not in TEXT} == set()
