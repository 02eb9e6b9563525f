"""Few requests of an address are handled at a time; the others wait, and those of other addresses don't."""

import asyncio

import pytest

from games.limits import request_turns
from games.limits.request_turns import NoTurn, RequestTurns, Turn, end_turn


@pytest.fixture(autouse=True)
def _short_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_turns, "MAX_REST_SECONDS", 0.001)


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
        await asyncio.sleep(0.01)
        assert list(turns._queues) == ["b"]

    asyncio.run(scenario())


def test_a_turn_rests_as_long_as_its_request_took_but_not_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_turns, "MAX_REST_SECONDS", 0.2)

    async def seconds_until_next(request_seconds: float) -> float:
        turns, clock = RequestTurns(), asyncio.get_running_loop().time
        turn = await turns.take("a", 1)
        await asyncio.sleep(request_seconds)
        turn.end()
        ended_at = clock()
        await turns.take("a", 1)
        return clock() - ended_at

    assert asyncio.run(seconds_until_next(0.05)) >= 0.045
    assert 0.19 <= asyncio.run(seconds_until_next(0.3)) < 0.29


def test_requests_that_no_longer_wait_get_no_turn() -> None:
    async def scenario() -> None:
        turns = RequestTurns()
        first = await turns.take("a", 1)
        canceled = asyncio.create_task(turns.take("a", 1))
        with pytest.raises(NoTurn):
            await turns.take("a", 1, 0.05)
        canceled.cancel()
        waiting = asyncio.create_task(turns.take("a", 1))
        await asyncio.sleep(0.01)
        first.end()
        (await waiting).end()
        await asyncio.sleep(0.01)
        assert turns._queues == {}

    asyncio.run(scenario())


def test_a_request_that_only_waits_ends_its_turn() -> None:
    async def scenario() -> None:
        turns = RequestTurns()
        (await turns.take("a", 1)).make_current()
        end_turn()
        (await turns.take("a", 1)).end()

    asyncio.run(scenario())


def test_without_a_limit_nobody_waits() -> None:
    async def scenario() -> None:
        turns = RequestTurns()
        for _ in range(100):
            await turns.take("a", 0)

    asyncio.run(scenario())
