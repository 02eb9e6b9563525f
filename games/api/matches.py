"""The lobby: lists of matches, and opening one."""

import secrets
from collections.abc import Sequence
from typing import Any

import msgspec
from django.core.exceptions import ValidationError
from django.db.models import Exists, OuterRef, Q, QuerySet
from rest_framework.exceptions import NotFound
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from games.api.door import Door, body, user_of
from games.api.opening import robots, terms
from games.api.query import choice, slug
from games.matches import match_random
from games.matches.command_handler import CommandResult, open_match
from games.matches.match_queries import receipt_json, view_after_command
from games.metrics.registry import COMMANDS_TOTAL
from games.projections.models import MatchRow, SeatRow
from games.protocol.command_bodies import MatchBody
from games.protocol.command_specs import command_metadata, open_match_limit, player_of, resolve_idempotency_key
from games.protocol.strict_parsing import field_problem
from games.rulebook.commands import Open


class Newest(CursorPagination):
    """The newest first, page by page, whatever is opened meanwhile."""

    page_size = 50
    ordering = ("-opened_at", "match_id")

    def page_of(self, rows: QuerySet[Any], request: Request) -> list[Any]:
        """The page that the request asks for.

        Raises:
            Problem: its cursor is none.
        """
        try:
            return list(self.paginate_queryset(rows, request) or ())
        except (NotFound, ValidationError, ValueError):
            raise field_problem("?cursor", "wrong_value", "This is no cursor that was given out.") from None

    def next_cursor(self) -> str | None:
        link = self.get_next_link()
        return None if link is None else link.partition("cursor=")[2].partition("&")[0].replace("%3D", "=")


class Matches(Door):
    scopes = {"GET": "match:read", "POST": "match:create"}
    query = {"GET": ("status", "ruleset", "mine", "cursor")}

    def get(self, request: Request) -> Response:
        pages = Newest()
        page: list[MatchRow] = pages.page_of(_wanted(request), request)
        return Response({"results": lines(page), "next": pages.next_cursor()}, headers={"Cache-Control": "no-store"})

    def post(self, request: Request) -> Response:
        user = user_of(request)
        asked = body(request, MatchBody)
        played = _open(user, asked, request.headers.get("Idempotency-Key"))
        seen = view_after_command(played, user.id)
        headers = {"Location": f"/api/v1/matches/{played.match_id}", "ETag": f'"{seen.version}"'}
        content = {**msgspec.to_builtins(seen), "receipt": msgspec.Raw(receipt_json(played).encode())}
        return Response(content, status=201, headers={**headers, "Cache-Control": "private, no-store"})


def _wanted(request: Request) -> QuerySet[MatchRow]:
    query = request.query_params.dict()
    status = choice(query, "status", "gathering", "playing", "over", "abandoned")
    ruleset = slug(query, "ruleset")
    mine = Exists(SeatRow.objects.filter(match_id=OuterRef("match_id"), player_id=user_of(request).id))
    shown = Q(mine) if choice(query, "mine", "true", "false") == "true" else Q(visibility="public")
    asked = {name: value for name, value in (("status", status), ("ruleset", ruleset)) if value}
    return MatchRow.objects.filter(shown, **asked)


def lines(page: Sequence[MatchRow]) -> list[dict[str, Any]]:
    """Matches as the lobby lists them."""
    seats: dict[str, list[dict[str, Any]]] = {}
    for row in SeatRow.objects.filter(match_id__in=[match.match_id for match in page]).order_by("seat"):
        seats.setdefault(row.match_id, []).append(_seat(row))
    return [{**_line(match), "seats": seats.get(match.match_id, [])} for match in page]


def _line(match: MatchRow) -> dict[str, Any]:
    return {
        "id": match.match_id,
        "opened_at": match.opened_at,
        "status": match.status,
        "ruleset": match.ruleset,
        "visibility": match.visibility,
        "host": match.host,
        "start": match.start,
        "places": match.places,
        "round": match.round,
        "phase": match.phase,
    }


def _seat(row: SeatRow) -> dict[str, Any]:
    player = {"id": row.player_id, "name": row.player_name, "kind": row.player_kind}
    return {"seat": row.seat, "player": player, "score": row.score}


def _open(user: User, asked: MatchBody, key: str | None) -> CommandResult:
    if asked.visibility != "private" and asked.password is not None:
        raise field_problem("/password", "wrong_value", "Only a private match has a password.")
    seed = match_random.new_seed()
    match_id = secrets.token_hex(16)
    who = command_metadata(user, "open", "", asked, resolve_idempotency_key(key, asked.command_id))

    def opening() -> Open:
        agreed = terms(asked, match_random.seed_commitment(seed))
        bots = robots(asked.bots)
        return Open(terms=agreed, player=player_of(user), entropy_digest=asked.entropy_digest, bots=bots)

    opened = open_match(
        match_id, opening, seed, metadata=who, password=asked.password, max_open_matches=open_match_limit(user)
    )
    COMMANDS_TOTAL.labels("open").inc()
    return opened
