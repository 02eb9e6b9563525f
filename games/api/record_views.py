"""What lets anyone verify matches without trusting the server: records, the verifier, the public keys of receipts."""

import msgspec
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase

from games.api.long_answers import reserve_long_answer, send_portions
from games.api.plain_views import PRIVATE_HEADERS, db_sync_to_async, plain_view, public_view
from games.api.query_params import parse_query
from games.api.record_access import authorize_record_access
from games.receipts import receipt_keys
from games.records import export, verifier_bundle

NDJSON_MEDIA_TYPE = "application/x-ndjson"


async def get_record(request: HttpRequest, match_id: str) -> HttpResponseBase:
    """Stream the record: everything once the match is over, otherwise what the caller could see so far."""
    parse_query(request.GET)
    extent = await db_sync_to_async(authorize_record_access)(request, match_id)
    name = f"dixit-{match_id}-{extent.head.version}.jsonl"
    headers = {**PRIVATE_HEADERS, "Content-Disposition": f'attachment; filename="{name}"'}
    slot = await reserve_long_answer(request)
    return StreamingHttpResponse(
        send_portions(request, export.record_pages(extent), slot), content_type=NDJSON_MEDIA_TYPE, headers=headers
    )


def get_verifier(request: HttpRequest) -> HttpResponse:
    parse_query(request.GET)
    # The same address has another program after an upgrade, so it is asked for again each time.
    headers = {
        "Cache-Control": "no-cache",
        "Content-Disposition": f'attachment; filename="{verifier_bundle.FILE_NAME}"',
    }
    return HttpResponse(verifier_bundle.verifier_source(), content_type="text/x-python; charset=utf-8", headers=headers)


def get_public_keys(request: HttpRequest) -> HttpResponse:
    """Return the public keys of all keys that receipts were ever signed with, oldest first."""
    parse_query(request.GET)
    key_list = msgspec.json.encode({"keys": receipt_keys.published_keys()})
    return HttpResponse(key_list, content_type="application/json", headers={"Cache-Control": "no-cache"})


record_view = plain_view(get=get_record)
verifier_view = public_view(get=get_verifier)
public_keys_view = public_view(get=get_public_keys)
