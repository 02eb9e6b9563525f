"""Presence: which accounts are connected, as Redis keys that expire by themselves.

It is best effort. No decision depends on it, nothing waits long for it, and while Redis is unavailable it is unknown.
"""

from collections.abc import Collection, Mapping
from typing import Any

from redis.asyncio import Redis as AsyncRedis

from games import lobby_presence
from games.redis_client import RedisUnavailable, request_client

PRESENCE_KEY_PREFIX = "dixit:here:"
PRESENCE_TTL_SECONDS = 5
"""How long an account counts as connected after its last announcement; hubs announce every second."""


def connected_by_account(accounts: Collection[str]) -> Mapping[str, bool]:
    """Return whether each account is connected; empty if that is unknown."""
    if not accounts:
        return {}
    account_list = list(accounts)
    try:
        with request_client() as client:
            found: Any = client.mget([PRESENCE_KEY_PREFIX + account for account in account_list])
    except RedisUnavailable:
        return {}
    return _parse_presence(account_list, found)


async def announce_and_query(
    client: "AsyncRedis", online: Collection[str], streaming: Collection[str], queried: Collection[str]
) -> Mapping[str, bool]:
    """Announce accounts as connected and query others, in one round trip.

    Args:
        client: from `redis_client.open_async_client`.
        online: accounts that are connected to this process.
        streaming: accounts that only read a stream, which doesn't count as connected; lobbies count it.
        queried: accounts to look up, connected to whichever process.

    Returns:
        Whether each of the queried accounts is connected.

    Raises:
        OSError, RedisError: Redis is unavailable.
    """
    # The commands don't depend on each other: they share a round trip, but need no MULTI.
    pipeline = client.pipeline(transaction=False)
    for account in online:
        # Nobody deletes keys: another socket of the same account may be connected to another process.
        pipeline.set(PRESENCE_KEY_PREFIX + account, "", ex=PRESENCE_TTL_SECONDS)
    for account in {*online, *streaming}:
        pipeline.set(lobby_presence.connection_key(account), "", ex=lobby_presence.key_lifetime_seconds())
    queried_list = list(queried)
    if queried_list:
        pipeline.mget([PRESENCE_KEY_PREFIX + account for account in queried_list])
    replies = await pipeline.execute()
    return _parse_presence(queried_list, replies[-1]) if queried_list else {}


def _parse_presence(accounts: Collection[str], values: Collection[Any]) -> Mapping[str, bool]:
    return {account: value is not None for account, value in zip(accounts, values, strict=True)}
