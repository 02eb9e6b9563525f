"""The caller's personal feed: its matches, and what has happened in them."""

from collections.abc import Callable
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse

from games.api.command_views import JSON_MEDIA_TYPE
from games.api.plain_views import PRIVATE_HEADERS, authenticate, db_sync_to_async, plain_view
from games.api.query_params import parse_query
from games.matches.personal_feed import read_feed


async def get_feed(request: HttpRequest) -> HttpResponse:
    """Return the caller's matches, and what has happened in them since the cursor `after`."""
    query = parse_query(request.GET, "after")
    account = (await db_sync_to_async(authenticate)(request, "match:read")).user_id
    page = await db_sync_to_async(read_feed)(account, query.get("after"))
    return HttpResponse(msgspec.json.encode(page), content_type=JSON_MEDIA_TYPE, headers=PRIVATE_HEADERS)


personal_feed_view: Callable[..., Any] = plain_view(get=get_feed)
