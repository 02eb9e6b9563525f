"""Looking at a match: its view and its events, now or as soon as there is something new."""

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase

from games.api.budget import address
from games.api.play import JSON
from games.api.query import checked, number
from games.api.thin import PRIVATE, caller, in_thread, let_thread_go, shown, thin
from games.limits.connection_slots import ConnectionSlot, SlotScope
from games.live.hub import hub_of
from games.live.ndjson_stream import NdjsonStream
from games.matches import event_queries, match_queries
from games.matches.highlights import match_highlights as moments_seen
from games.matches.match_queries import Perspective
from games.protocol.strict_parsing import field_problem
from games.protocol.throttling import acquire_connection_slot

NDJSON = "application/x-ndjson"
LONGEST_WAIT = 60
"""Seconds; what most proxies let a request take."""
MOST_EVENTS = 1000


async def view(request: HttpRequest, match_id: str) -> HttpResponse:
    """The match as the caller may see it; `?after=N&wait=S` waits until its version is beyond N, at most S seconds."""
    query = checked(request.GET, "after", "wait", "at", "as")
    at, eyes = number(query, "at", 1, 2**31 - 1), eyes_of(query.get("as"))
    after, wait = number(query, "after", 0, 2**31 - 1), number(query, "wait", 0, LONGEST_WAIT)
    user = await in_thread(caller)(request, "match:read")
    seen = await in_thread(match_queries.match_view)(match_id, user.id, at=at, perspective=eyes)
    if after is not None and wait and at is None and seen.version <= after:
        await _wait(match_id, after, wait)
        seen = await in_thread(match_queries.match_view)(match_id, user.id, perspective=eyes)
    headers = {**PRIVATE, "ETag": f'"{seen.version}"'}
    return HttpResponse(msgspec.json.encode(seen), content_type=JSON, headers=headers)


async def events(request: HttpRequest, match_id: str) -> HttpResponseBase:
    """What happened after version N, as the caller may see it; `wait` as for the view. Who accepts NDJSON gets a
    stream that stays open."""
    if NDJSON in request.headers.get("Accept", ""):
        return await _stream(request, match_id)
    query = checked(request.GET, "after", "limit", "wait")
    after, limit = number(query, "after", 0, 2**31 - 1) or 0, number(query, "limit", 1, MOST_EVENTS) or 100
    wait = number(query, "wait", 0, LONGEST_WAIT)
    user = await in_thread(caller)(request, "match:read")
    if wait and await in_thread(match_queries.current_version)(match_id, user.id) <= after:
        await _wait(match_id, after, wait)
    page = await in_thread(match_queries.encode_events_page)(match_id, user.id, after=after, limit=limit)
    return HttpResponse(page, content_type=JSON, headers=PRIVATE)


def moments(request: HttpRequest, match_id: str) -> HttpResponse:
    """Where to stop when the match is watched again."""
    checked(request.GET)
    version, found = moments_seen(match_id, caller(request, "match:read").id)
    content = msgspec.json.encode({"version": version, "results": found})
    return HttpResponse(content, content_type=JSON, headers=PRIVATE)


async def _stream(request: HttpRequest, match_id: str) -> HttpResponseBase:
    after = number(checked(request.GET, "after"), "after", 0, 2**31 - 1) or 0
    token = await in_thread(shown)(request, "match:read")
    places = await in_thread(_places)(match_id, token.user_id, address(request))
    let_thread_go()
    stream = NdjsonStream(match_id, token.user_id, token.id, after, places)
    # No proxy shall keep lines back until there are enough of them.
    headers = {**PRIVATE, "X-Accel-Buffering": "no"}
    return StreamingHttpResponse(stream.lines(), content_type=NDJSON, headers=headers)


def _places(match_id: str, account: str, address: str) -> list[ConnectionSlot]:
    """What a stream holds, as a socket would."""
    looks_on: list[tuple[SlotScope, str]] = (
        [("match", match_id)] if event_queries.is_spectator(match_id, account) else []
    )
    return [acquire_connection_slot(("account", account), ("address", address), *looks_on)]


async def _wait(match_id: str, after: int, seconds: float) -> None:
    let_thread_go()
    await hub_of(asyncio.get_running_loop()).wait_for_update(match_id, after, seconds)


def eyes_of(text: str | None) -> Perspective:
    """Through whose eyes `as` looks."""
    if text is None or text == "public":
        return text  # type: ignore[return-value]  # narrowed by the comparison
    name, _, seat = text.partition(":")
    if name == "seat" and seat.isascii() and seat.isdigit() and len(seat) < 4:
        return int(seat)
    raise field_problem("?as", "wrong_value", "as is public or seat:N.")


one: Callable[..., Any] = thin(get=view)
happened: Callable[..., Any] = thin(get=events)
stops: Callable[..., Any] = thin(get=moments)
