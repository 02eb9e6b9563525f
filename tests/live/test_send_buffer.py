"""The send buffer preserves order and is bounded; the other parts of the hub that need no server."""

import asyncio

from games.live import send_buffer as outboxes
from games.live.send_buffer import SendBuffer


def test_texts_keep_their_order_and_closing_sends_the_rest() -> None:
    async def scenario() -> list[str]:
        buffer = SendBuffer(lambda: None)
        buffer.put(["a", "b"])
        buffer.put(["c"])
        buffer.close(send_rest=True)
        buffer.put(["too late"])
        return [text async for text in buffer]

    assert asyncio.run(scenario()) == ["a", "b", "c"]


def test_an_overflow_drops_unread_texts_and_is_reported() -> None:
    overflows: list[str] = []

    async def scenario() -> list[str]:
        buffer = SendBuffer(lambda: overflows.append("too slow"))
        for _ in range(outboxes.MAX_BUFFERED_CHARS // 1000 + 2):
            buffer.put(["x" * 1000])
        assert buffer._buffered_chars == 0
        return [text async for text in buffer]

    assert asyncio.run(scenario()) == []
    assert overflows == ["too slow"]


def test_there_is_room_again_once_enough_is_sent() -> None:
    async def scenario() -> int:
        buffer = SendBuffer(lambda: None)
        buffer.put(["x" * 1000] * 60)
        sent = 0

        async def send() -> None:
            nonlocal sent
            async for _ in buffer:
                sent += 1
                await asyncio.sleep(0)

        sender = asyncio.create_task(send())
        await asyncio.wait_for(buffer.drain(), 5)
        sent_before_room = sent
        sender.cancel()
        return sent_before_room

    assert 60 - outboxes.LOW_WATER_MARK_CHARS // 1000 - 2 < asyncio.run(scenario()) < 60


def test_a_text_larger_than_the_buffer_is_sent_and_what_waits_behind_it_is_bounded() -> None:
    overflows: list[str] = []
    large = "x" * (outboxes.MAX_BUFFERED_CHARS + 1)

    async def scenario() -> list[int]:
        buffer = SendBuffer(lambda: overflows.append("too slow"))
        buffer.put(["a", large, "b"])
        assert overflows == []
        sender = aiter(buffer)
        sizes = [len(await anext(sender)) for _ in range(3)]
        buffer.put([large] * 4)
        return sizes

    assert asyncio.run(scenario()) == [1, len(large), 1]
    assert overflows == ["too slow"]
