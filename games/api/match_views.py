"""Reading a match: its view, events and moments, with long polling and an NDJSON stream."""

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase

from games.api.command_views import JSON_MEDIA_TYPE
from games.api.media_types import NDJSON_MEDIA_TYPE, prefers_ndjson
from games.api.plain_views import (
    PRIVATE_HEADERS,
    authenticate,
    db_sync_to_async,
    plain_view,
    release_request_thread,
    require_still_valid,
)
from games.api.query_params import integer_param, parse_query, position_param
from games.api.throttle import client_address
from games.eventlog.stream_position import BEFORE_FIRST_EVENT, StreamPosition
from games.limits.connection_slots import ConnectionSlot, SlotScope, release_slot
from games.live.executor import reserve, run_in_background
from games.live.hub import hub_of
from games.live.ndjson_stream import NdjsonStream
from games.matches import event_queries, match_queries
from games.matches.highlights import match_highlights
from games.matches.match_queries import Perspective
from games.protocol.strict_parsing import field_problem
from games.protocol.throttling import acquire_connection_slot

# nginx buffers responses unless the second header says otherwise, and would hold back single events.
STREAM_HEADERS = {**PRIVATE_HEADERS, "X-Accel-Buffering": "no"}
MAX_WAIT_SECONDS = 60
"""Longest long poll; most proxies let a request take that long."""
MAX_EVENTS_PER_PAGE = 1000


async def get_match(request: HttpRequest, match_id: str) -> HttpResponse:
    """Return the match as the caller may see it; `?after=N&wait=S` waits up to S seconds for a version beyond N.

    Once the match is over, it waits for its rematch.
    """
    query = parse_query(request.GET, "after", "after_hash", "wait", "at", "as")
    at, perspective = integer_param(query, "at", 1, 2**31 - 1), parse_perspective(query.get("as"))
    position, wait = position_param(query), integer_param(query, "wait", 0, MAX_WAIT_SECONDS)
    token = await db_sync_to_async(authenticate)(request, "match:read")
    visible_match = await db_sync_to_async(match_queries.load_match_view)(
        match_id, token.user_id, position=position, at=at, perspective=perspective
    )
    # The view is built before waiting, because that checks whether the caller may see the match. A past version (`at`)
    # never changes, so there is nothing to wait for. A match that is over changes once more, by its rematch.
    is_newest = position is not None and position.version == visible_match.version
    if is_newest and wait and at is None and visible_match.rematch is None:
        position = StreamPosition(version=visible_match.version, hash=visible_match.head)
        await _wait_for_newer_version(match_id, position, wait, or_rematch=True)
        visible_match = await db_sync_to_async(match_queries.load_match_view)(
            match_id, token.user_id, position=position, perspective=perspective
        )
        await db_sync_to_async(require_still_valid)(token)
    # A version is what `If-Match` of a command expects.
    headers = {**PRIVATE_HEADERS, "ETag": f'"{visible_match.version}"'}
    return HttpResponse(msgspec.json.encode(visible_match), content_type=JSON_MEDIA_TYPE, headers=headers)


async def list_events(request: HttpRequest, match_id: str) -> HttpResponseBase:
    """Return events after a version, as the caller may see them; `wait` works as for the view.

    A client that accepts NDJSON gets a stream that stays open instead of a page.
    """
    if prefers_ndjson(request):
        return await _stream_events(request, match_id)
    query = parse_query(request.GET, "after", "after_hash", "limit", "wait")
    position = position_param(query) or BEFORE_FIRST_EVENT
    limit = integer_param(query, "limit", 1, MAX_EVENTS_PER_PAGE) or 100
    wait = integer_param(query, "wait", 0, MAX_WAIT_SECONDS)
    token = await db_sync_to_async(authenticate)(request, "match:read")
    account, has_waited = token.user_id, False
    if wait:
        # Reading the head also checks whether the caller may see the match, before anything is waited for.
        head = await db_sync_to_async(match_queries.current_head)(match_id, account, position)
        if has_waited := head.version == position.version:
            position = StreamPosition(version=head.version, hash=head.hash)
            await _wait_for_newer_version(match_id, position, wait)
    page = await db_sync_to_async(match_queries.encode_events_page)(match_id, account, position=position, limit=limit)
    if has_waited:
        await db_sync_to_async(require_still_valid)(token)
    return HttpResponse(page, content_type=JSON_MEDIA_TYPE, headers=PRIVATE_HEADERS)


def list_moments(request: HttpRequest, match_id: str) -> HttpResponse:
    """Return the versions at which a replay should stop."""
    parse_query(request.GET)
    version, moments = match_highlights(match_id, authenticate(request, "match:read").user_id)
    content = msgspec.json.encode({"version": version, "results": moments})
    return HttpResponse(content, content_type=JSON_MEDIA_TYPE, headers=PRIVATE_HEADERS)


async def _stream_events(request: HttpRequest, match_id: str) -> HttpResponseBase:
    position = position_param(parse_query(request.GET, "after", "after_hash")) or BEFORE_FIRST_EVENT
    token = await db_sync_to_async(authenticate)(request, "match:read")
    # Reserved before the response begins, while a full limit can still be a 429.
    slot = await reserve(
        db_sync_to_async(_connection_slot)(match_id, token.user_id, client_address(request), position),
        lambda slot: run_in_background(release_slot, slot),
    )
    release_request_thread()
    stream = NdjsonStream(match_id, token.user_id, token.id, position, [slot])
    return StreamingHttpResponse(stream, content_type=NDJSON_MEDIA_TYPE, headers=STREAM_HEADERS)


def _connection_slot(match_id: str, account: str, address: str, position: StreamPosition) -> ConnectionSlot:
    """Reserve what a stream uses, the same as a socket; only spectators count against the limit of the match."""
    match_queries.current_head(match_id, account, position)
    spectator_scopes: list[tuple[SlotScope, str]] = (
        [("match", match_id)] if event_queries.is_spectator(match_id, account) else []
    )
    return acquire_connection_slot(("account", account), ("address", address), *spectator_scopes)


async def _wait_for_newer_version(
    match_id: str, position: StreamPosition, seconds: float, *, or_rematch: bool = False
) -> None:
    # Thousands of requests may wait like this; an idle thread for each would cost far more than the coroutine.
    release_request_thread()
    await hub_of(asyncio.get_running_loop()).wait_for_update(match_id, position, seconds, or_rematch=or_rematch)


def parse_perspective(text: str | None) -> Perspective:
    """Return the perspective that `as` names: "public", a seat number, or None (the caller's own) if it isn't given.

    Raises:
        Problem: `invalid`, if it names none.
    """
    if text is None or text == "public":
        return text  # type: ignore[return-value]  # narrowed by the comparison
    name, _, seat = text.partition(":")
    if name == "seat" and seat.isascii() and seat.isdigit() and len(seat) < 4:
        return int(seat)
    raise field_problem("?as", "wrong_value", "as must be public or seat:N.")


match_view: Callable[..., Any] = plain_view(get=get_match)
events_view: Callable[..., Any] = plain_view(get=list_events)
moments_view: Callable[..., Any] = plain_view(get=list_moments)
