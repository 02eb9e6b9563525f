"""Subscribing to the match updates that `games.notifier` publishes."""

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from channels.layers import get_channel_layer
from redis import RedisError

from games.notifier import MATCH_UPDATES_GROUP

RECONNECT_DELAY_SECONDS = 1.0
"""Pause before reconnecting after Redis has failed."""

log = logging.getLogger(__name__)


async def listen_forever(on_update: Callable[[Mapping[str, int], Iterable[str]], None]) -> None:
    """Call `on_update` for every notification; reconnect after errors.

    It gets the new version of each updated match, and the accounts whose matches have changed.
    """
    layer: Any = get_channel_layer()
    while True:
        try:
            channel = await layer.new_channel()
            await layer.group_add(MATCH_UPDATES_GROUP, channel)
            while True:
                message = await layer.receive(channel)
                # Processes of the previous release send no accounts.
                on_update(message["moved"], message.get("accounts", ()))
        except (OSError, RedisError) as error:
            log.warning("the subscription to match updates has failed: %s", type(error).__name__)
            await asyncio.sleep(RECONNECT_DELAY_SECONDS)
