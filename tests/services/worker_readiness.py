"""Whether a Celery worker takes messages; remote control, which would answer a ping, is off."""

from typing import Any

from redis import Redis, RedisError


def takes_messages(redis_url: str) -> bool:
    """Return whether a worker waits for messages at this Redis."""
    try:
        with Redis.from_url(redis_url) as client:
            clients: Any = client.client_list()
    except (OSError, RedisError):
        return False
    return any(each["cmd"] == "brpop" for each in clients)
