"""The outbox keeps an order and a bound; the hub's other parts that need no server."""

import asyncio

from games.live import send_buffer as outboxes
from games.live.frame_rate import MAX_FRAME_BURST, FrameRateLimiter
from games.live.send_buffer import SendBuffer


def test_texts_come_in_order_and_the_rest_after_the_end() -> None:
    async def scene() -> list[str]:
        outbox = SendBuffer(lambda: None)
        outbox.put(["a", "b"])
        outbox.put(["c"])
        outbox.close(send_rest=True)
        outbox.put(["too late"])
        return [text async for text in outbox]

    assert asyncio.run(scene()) == ["a", "b", "c"]


def test_what_nobody_reads_is_dropped_and_told() -> None:
    told: list[str] = []

    async def scene() -> list[str]:
        outbox = SendBuffer(lambda: told.append("too slow"))
        for _ in range(outboxes.MAX_BUFFERED_CHARS // 1000 + 2):
            outbox.put(["x" * 1000])
        assert outbox._buffered_chars == 0
        return [text async for text in outbox]

    assert asyncio.run(scene()) == []
    assert told == ["too slow"]


def test_there_is_room_again_once_enough_is_sent() -> None:
    async def scene() -> int:
        outbox = SendBuffer(lambda: None)
        outbox.put(["x" * 1000] * 60)
        sent = 0

        async def send() -> None:
            nonlocal sent
            async for _ in outbox:
                sent += 1
                await asyncio.sleep(0)

        sender = asyncio.create_task(send())
        await asyncio.wait_for(outbox.drain(), 5)
        found = sent
        sender.cancel()
        return found

    assert 60 - outboxes.LOW_WATER_MARK_CHARS // 1000 - 2 < asyncio.run(scene()) < 60


def test_a_bucket_is_empty_at_last() -> None:
    rate = FrameRateLimiter()
    taken = [rate.try_acquire() for _ in range(int(MAX_FRAME_BURST) + 50)]
    assert all(taken[: int(MAX_FRAME_BURST)])
    assert not taken[-1]
