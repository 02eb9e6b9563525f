"""The examples on the pages about playing work as written, and the pages cover every event and every command."""

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest

from games.protocol.command_specs import COMMAND_SPECS
from games.rulebook.event_names import EVENT_CLASS_BY_NAME
from tests.concurrency.concurrent_clients import create_match
from tests.services.deployment import Deployment

DOCS_DIR = Path(__file__).resolve().parents[2] / "docs"
PAGES = ("explanation/match", "reference/lobby", "reference/events", "reference/live")
PAGES_TEXT = "".join((DOCS_DIR / f"{page}.md").read_text() for page in PAGES)


def test_the_websocket_example_prints_every_event(deployment: Deployment, capsys: pytest.CaptureFixture[str]) -> None:
    match = create_match(deployment, 3).start()
    code = re.findall(r"```python\n(.*?)```", (DOCS_DIR / "reference/live.md").read_text(), re.DOTALL)[0]
    namespace: dict[str, Any] = {}
    exec(code, namespace)
    address = deployment.base_urls[0].replace("http", "ws", 1)

    async def watch_for_two_seconds() -> None:
        watching = asyncio.create_task(namespace["watch"](address, match.host.token, match.id, 2))
        await asyncio.sleep(2)
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)

    asyncio.run(watch_for_two_seconds())
    printed = capsys.readouterr().out.splitlines()
    events = match.host.events(match.id, after=2)
    assert printed == [f"{event['version']} {event['type']}" for event in events]


def test_every_event_type_is_documented() -> None:
    rows = [line for line in PAGES_TEXT.splitlines() if line.startswith("| `")]
    documented = {name for row in rows for name in re.findall("`([a-z_]+)`", row.split("|")[1])}
    assert documented >= set(EVENT_CLASS_BY_NAME)


def test_every_command_is_documented() -> None:
    assert {name for name in COMMAND_SPECS if f"`{name}" not in PAGES_TEXT and f"/{name}" not in PAGES_TEXT} == set()
