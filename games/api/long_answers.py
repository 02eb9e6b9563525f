"""Answers that can be long, such as records and audits: sent in portions, with a limit on how many at a time."""

from collections.abc import AsyncGenerator, Iterator

from django.http import HttpRequest

from games.api.plain_views import db_sync_to_async
from games.api.throttle import client_address
from games.limits.connection_slots import ConnectionSlot, release_slot, renew_slots
from games.limits.request_turns import end_turn, turn_of
from games.live.executor import reserve, run_in_background
from games.protocol.throttling import acquire_connection_slot

PORTION_BYTES = 64 * 1024


async def reserve_long_answer(request: HttpRequest) -> ConnectionSlot:
    """Reserve a slot for a long answer to the client's address; `send_portions` releases it.

    Raises:
        Problem: `too_many_requests`.
    """
    return await reserve(
        db_sync_to_async(acquire_connection_slot)(("answer", client_address(request))),
        lambda slot: run_in_background(release_slot, slot),
    )


async def send_portions(
    request: HttpRequest, portions: Iterator[str | bytes], slot: ConnectionSlot
) -> AsyncGenerator[str | bytes, None]:
    """Yield the portions, each made only once the client has taken the one before, and release the slot at the end.

    Each takes a turn of the client's address, like a request.
    """
    end_turn()
    address = client_address(request)
    try:
        while portion := await _make_portion(address, portions, slot):
            yield portion
    finally:
        run_in_background(release_slot, slot)


def cut_into_portions(content: bytes) -> Iterator[bytes]:
    """Yield the content in pieces, so that not all of it waits in the buffer of a client that doesn't read."""
    for start in range(0, len(content), PORTION_BYTES):
        yield content[start : start + PORTION_BYTES]


async def _make_portion(address: str, portions: Iterator[str | bytes], slot: ConnectionSlot) -> str | bytes:
    async with turn_of(address):
        # A call for each portion: the database connection is free again while a slow client reads.
        portion: str | bytes = await db_sync_to_async(_next_portion)(portions, slot)
        return portion


def _next_portion(portions: Iterator[str | bytes], slot: ConnectionSlot) -> str | bytes:
    renew_slots([slot])
    return next(portions, "")
