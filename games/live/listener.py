"""Subscribing to the match updates that `games.notifier` publishes."""

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from channels.layers import get_channel_layer
from redis import RedisError

from accounts.token_cache import TOKEN_CACHE
from games.notifier import MATCH_UPDATES_GROUP

RECONNECT_DELAY_SECONDS = 1.0
"""Pause before reconnecting after Redis has failed."""

log = logging.getLogger(__name__)


async def listen_forever(
    on_notification: Callable[[Mapping[str, int], Collection[str], Iterable[str]], None],
) -> None:
    """Call `on_notification` for every notification; reconnect after errors.

    It gets the new version of each updated match, the matches that have got a rematch, and the accounts whose matches
    have changed. The tokens of accounts that were changed themselves are forgotten here.
    """
    layer: Any = get_channel_layer()
    while True:
        try:
            channel = await layer.new_channel()
            await layer.group_add(MATCH_UPDATES_GROUP, channel)
            # What was announced before is missed.
            TOKEN_CACHE.clear()
            while True:
                message = await layer.receive(channel)
                try:
                    # Processes of earlier releases send only `moved`.
                    for account in message.get("changed_accounts", ()):
                        TOKEN_CACHE.drop_user(account)
                    on_notification(message["moved"], message.get("rematches", ()), message.get("accounts", ()))
                except Exception:
                    log.exception("could not handle a notification")
        except (OSError, RedisError) as error:
            log.warning("the subscription to match updates has failed: %s", type(error).__name__)
            await asyncio.sleep(RECONNECT_DELAY_SECONDS)
