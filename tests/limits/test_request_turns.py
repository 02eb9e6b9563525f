"""Few requests of an address are handled at a time; the others wait, and those of other addresses don't."""

import asyncio

import pytest

from games.limits import request_turns
from games.limits.request_turns import RequestTurns, Turn, end_turn


async def is_waiting(task: "asyncio.Task[Turn]") -> bool:
    await asyncio.sleep(0.01)
    return not task.done()


def test_requests_beyond_the_limit_wait_in_order() -> None:
    async def scenario() -> None:
        turns = RequestTurns()
        first, second = await turns.take("a", 2), await turns.take("a", 2)
        third, fourth = (asyncio.create_task(turns.take("a", 2)) for _ in range(2))
        assert await is_waiting(third)
        await turns.take("b", 2)
        first.end()
        first.end()
        assert not await is_waiting(third)
        assert await is_waiting(fourth)
        second.end()
        (await fourth).end()
        (await third).end()
        assert list(turns._queues) == ["b"]

    asyncio.run(scenario())


def test_requests_that_no_longer_wait_get_no_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_turns, "TURN_TIMEOUT_SECONDS", 0.05)

    async def scenario() -> None:
        turns = RequestTurns()
        first = await turns.take("a", 1)
        canceled = asyncio.create_task(turns.take("a", 1))
        with pytest.raises(TimeoutError):
            await turns.take("a", 1)
        canceled.cancel()
        waiting = asyncio.create_task(turns.take("a", 1))
        await asyncio.sleep(0.01)
        first.end()
        (await waiting).end()
        assert turns._queues == {}

    asyncio.run(scenario())


def test_a_request_that_only_waits_ends_its_turn() -> None:
    async def scenario() -> None:
        turns = RequestTurns()
        (await turns.take("a", 1)).make_current()
        await asyncio.create_task(asyncio.to_thread(end_turn))
        (await turns.take("a", 1)).end()

    asyncio.run(scenario())


def test_without_a_limit_nobody_waits() -> None:
    async def scenario() -> None:
        turns = RequestTurns()
        for _ in range(100):
            await turns.take("a", 0)

    asyncio.run(scenario())
