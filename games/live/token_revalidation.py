"""Tokens that go bad: whoever was let in by one is sent away."""

import logging
from collections.abc import Collection

from django.db import Error

from accounts.models import Token
from games.live.close_codes import CloseCode
from games.live.connection import LiveConnection
from games.live.executor import run_in_thread

log = logging.getLogger(__name__)


async def revalidate_tokens(connections: Collection[LiveConnection]) -> None:
    """End every member whose token has expired or was revoked; one query for all of them."""
    token_ids = {member.token_id for member in connections if member.token_id is not None}
    if not token_ids:
        return
    try:
        valid_ids = await run_in_thread(Token.objects.valid_ids)(token_ids)
    except Error as error:
        log.warning("the tokens can't be read: %s", type(error).__name__)
        return
    for member in list(connections):
        if member.token_id in token_ids - valid_ids:
            member.request_close(CloseCode.TOKEN_INVALID)
