"""Tokens that go bad: whoever was let in by one is sent away."""

import logging
from collections.abc import Collection

from django.db import Error

from accounts.models import Token
from games.live.closing import Code
from games.live.member import Member
from games.live.offloop import off_loop

log = logging.getLogger(__name__)


async def check(members: Collection[Member]) -> None:
    """End every member whose token has expired or was revoked; one query for all of them."""
    shown = {member.token_id for member in members if member.token_id is not None}
    if not shown:
        return
    try:
        good = await off_loop(Token.objects.still_good)(shown)
    except Error as error:
        log.warning("the tokens can't be read: %s", type(error).__name__)
        return
    for member in list(members):
        if member.token_id in shown - good:
            member.end(Code.TOKEN_GONE)
