"""The caller's personal feed: its matches, and what has happened in them."""

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase

from games.api.command_views import JSON_MEDIA_TYPE
from games.api.match_views import MAX_WAIT_SECONDS, STREAM_HEADERS
from games.api.media_types import NDJSON_MEDIA_TYPE, prefers_ndjson
from games.api.plain_views import (
    PRIVATE_HEADERS,
    authenticate,
    db_sync_to_async,
    plain_view,
    release_request_thread,
    require_still_valid,
)
from games.api.query_params import integer_param, parse_query
from games.api.throttle import client_address
from games.limits.connection_slots import release_slot
from games.live.executor import reserve, run_in_background
from games.live.hub import hub_of
from games.live.personal_stream import PersonalStream
from games.matches.personal_feed import read_feed, require_feed_position
from games.protocol.throttling import acquire_connection_slot


async def get_feed(request: HttpRequest) -> HttpResponseBase:
    """Return the caller's matches, and what has happened in them since the cursor `after`.

    With `wait`, an answer without entries is held back until there are some. A client that accepts NDJSON gets a stream
    that stays open instead.
    """
    if prefers_ndjson(request):
        return await _stream_feed(request)
    query = parse_query(request.GET, "after", "wait")
    cursor, wait = query.get("after"), integer_param(query, "wait", 0, MAX_WAIT_SECONDS)
    token = await db_sync_to_async(authenticate)(request, "match:read")
    page = await db_sync_to_async(read_feed)(token.user_id, cursor)
    # The list alone is never waited for.
    if wait and cursor is not None and not page.entries:
        release_request_thread()
        page = await hub_of(asyncio.get_running_loop()).wait_for_entries(token.user_id, cursor, wait)
        await db_sync_to_async(require_still_valid)(token)
    return HttpResponse(msgspec.json.encode(page), content_type=JSON_MEDIA_TYPE, headers=PRIVATE_HEADERS)


async def _stream_feed(request: HttpRequest) -> HttpResponseBase:
    cursor = parse_query(request.GET, "after").get("after")
    token = await db_sync_to_async(authenticate)(request, "match:read")
    if cursor is not None:
        # Before the response begins, while it can still be refused.
        await db_sync_to_async(require_feed_position)(token.user_id, cursor)
    slot = await reserve(
        db_sync_to_async(acquire_connection_slot)(("account", token.user_id), ("address", client_address(request))),
        lambda slot: run_in_background(release_slot, slot),
    )
    release_request_thread()
    stream = PersonalStream(token.user_id, token.id, cursor, [slot])
    return StreamingHttpResponse(stream, content_type=NDJSON_MEDIA_TYPE, headers=STREAM_HEADERS)


personal_feed_view: Callable[..., Any] = plain_view(get=get_feed)
