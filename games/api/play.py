"""Commands over HTTP: one thin view for all of them."""

from django.http import HttpRequest, HttpResponse

from games.api.query import checked
from games.api.thin import PRIVATE, View, caller, content, thin
from games.wire.commands import perform
from games.wire.problems import Problem

JSON = "application/json"


def command(name: str, status: int = 200) -> View:
    """The view of one kind of command: answered only once it is committed."""

    def answer(request: HttpRequest, match_id: str) -> HttpResponse:
        checked(request.GET)
        user = caller(request, "match:play")
        body = perform(
            name,
            match_id,
            content(request),
            user,
            key=request.headers.get("Idempotency-Key"),
            version=_version(request.headers.get("If-Match")),
        )
        return HttpResponse(body, status=status, content_type=JSON, headers=PRIVATE)

    return answer


def _version(header: str | None) -> int | None:
    """The version that If-Match names: `"17"`; `*` is any."""
    if header is None or header.strip() == "*":
        return None
    text = header.strip().removeprefix('"').removesuffix('"')
    if not (text.isascii() and text.isdigit() and len(text) < 12):
        raise Problem("malformed", 'If-Match is one version in quotes: "17".')
    return int(text)


def post(name: str, status: int = 200) -> View:
    return thin(post=command(name, status))


def delete(name: str) -> View:
    return thin(delete=command(name))
