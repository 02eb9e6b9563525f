"""Closing connections whose token has expired or was revoked."""

import logging
from collections.abc import Collection

from django.db import Error

from accounts.models import Token
from games.live.close_codes import CloseCode
from games.live.connection import LiveConnection
from games.live.executor import run_in_thread

log = logging.getLogger(__name__)


async def revalidate_tokens(connections: Collection[LiveConnection]) -> None:
    """Close every connection whose token is no longer valid; one query checks all of them."""
    token_ids = {connection.token_id for connection in connections if connection.token_id is not None}
    if not token_ids:
        return
    try:
        valid_ids = await run_in_thread(Token.objects.valid_ids)(token_ids)
    except Error as error:
        # Connections stay open through a database outage; the next check follows in a second.
        log.warning("could not revalidate tokens: %s", type(error).__name__)
        return
    invalid_ids = token_ids - valid_ids
    for connection in list(connections):
        if connection.token_id in invalid_ids:
            connection.request_close(CloseCode.TOKEN_INVALID)
