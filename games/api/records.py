"""What nobody has to trust us for: records of matches, the program that checks them, the keys of receipts."""

from collections.abc import AsyncIterator, Iterator

import msgspec
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase

from games.api.query import checked
from games.api.reading import readable
from games.api.thin import PRIVATE, in_thread, public, thin
from games.receipts import receipt_keys
from games.records import program, writing

NDJSON = "application/x-ndjson"


async def record(request: HttpRequest, match_id: str) -> HttpResponseBase:
    """The record, streamed: everything once the match is over, else what the caller has been told of it."""
    checked(request.GET)
    extent = await in_thread(readable)(request, match_id)
    name = f"dixit-{match_id}-{extent.head.version}.jsonl"
    headers = {**PRIVATE, "Content-Disposition": f'attachment; filename="{name}"'}
    return StreamingHttpResponse(_streamed(writing.pages(extent)), content_type=NDJSON, headers=headers)


async def _streamed(pages: Iterator[str]) -> AsyncIterator[str]:
    while page := await in_thread(next)(pages, ""):
        yield page


def verifier(request: HttpRequest) -> HttpResponse:
    checked(request.GET)
    headers = {"Cache-Control": "no-cache", "Content-Disposition": f'attachment; filename="{program.NAME}"'}
    return HttpResponse(program.source(), content_type="text/x-python; charset=utf-8", headers=headers)


def public_keys(request: HttpRequest) -> HttpResponse:
    """The keys that receipts are signed with, oldest first."""
    checked(request.GET)
    answer = msgspec.json.encode({"keys": receipt_keys.published_keys()})
    return HttpResponse(answer, content_type="application/json", headers={"Cache-Control": "no-cache"})


record_view = thin(get=record)
program_view = public(get=verifier)
keys_view = public(get=public_keys)
