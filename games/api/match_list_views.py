"""The lobby: listing matches and opening one."""

import secrets
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from django.core import signing
from django.db.models import Exists, OuterRef, Q, QuerySet
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from accounts.player_labels import label_by_seat
from games.api.match_terms import build_terms, seat_bots
from games.api.query_params import choice_param, slug_param
from games.api.strict_views import StrictAPIView, parse_body, user_of
from games.matches import match_random
from games.matches.command_decision import CommandResult
from games.matches.deserted_lobbies import deserted_lobbies
from games.matches.match_queries import receipt_json, view_after_command
from games.matches.participation import MyMatch, load_my_matches
from games.matches.slow_lane import open_match
from games.metrics.registry import COMMANDS_TOTAL
from games.projections.models import MatchRow, SeatRow
from games.protocol.command_bodies import MatchBody
from games.protocol.command_specs import command_metadata, player_of, resolve_idempotency_key, seat_quota_of
from games.protocol.strict_parsing import field_problem
from games.rulebook.commands import Open

CURSOR_SALT_PREFIX = "dixit.page"


class NewestFirstPagination(CursorPagination):
    """Newest first, by cursor: matches that are opened between two pages shift nothing."""

    page_size = 50
    ordering = ("-opened_at", "match_id")
    max_fetches = 10
    """How often rows are read for one page whose rows are filtered; after that the page is shorter."""

    def __init__(self, request: Request) -> None:
        # A cursor is good for this list and this account only.
        self._salt = f"{CURSOR_SALT_PREFIX}/{request.path}/{user_of(request).id}"
        self._wanted_count = type(self).page_size
        self._start: Cursor | None = None
        """Where the next fetch for this page begins; None for the cursor of the request."""
        self._next_start: Cursor | None = None

    def paginate_filtered(
        self, rows: QuerySet[Any], request: Request, keep: Callable[[list[Any]], list[Any]]
    ) -> list[Any]:
        """Return the page that the request asks for, filled up with later rows for those that `keep` leaves out.

        The next page begins after the last row that was read, so none is lost or repeated.

        Raises:
            Problem: `invalid`, if the cursor isn't one that the server gave out.
        """
        page = keep(self.paginate(rows, request))
        for _ in range(self.max_fetches - 1):
            self._wanted_count = type(self).page_size - len(page)
            if self._wanted_count <= 0 or self.next_cursor() is None:
                break
            self._start = self._next_start
            page += keep(self.paginate(rows, request))
        return page

    def get_page_size(self, request: Request) -> int:
        return self._wanted_count

    def decode_cursor(self, request: Request) -> Cursor | None:
        """Return where the page begins.

        Raises:
            Problem: `invalid`, if the cursor was changed, or given out to somebody else or for another list.
        """
        text = request.query_params.get(self.cursor_query_param)
        if self._start is not None or text is None:
            return self._start
        try:
            return Cursor(*signing.loads(text, salt=self._salt))
        except (signing.BadSignature, UnicodeError):
            raise field_problem("?cursor", "wrong_value", "This cursor was not given to you by this server.") from None

    def encode_cursor(self, cursor: Cursor) -> str:
        """Return the cursor, signed: where a page begins is trusted when it comes back."""
        # REST framework expects a link here, but clients send the cursor as a parameter of their own request.
        self._next_start = cursor
        return signing.dumps([cursor.offset, cursor.reverse, cursor.position], salt=self._salt)

    def paginate(self, rows: QuerySet[Any], request: Request) -> list[Any]:
        """Return the page that the request asks for.

        Raises:
            Problem: `invalid`, if the cursor isn't one that the server gave out.
        """
        return list(self.paginate_queryset(rows, request) or ())

    def next_cursor(self) -> str | None:
        """Return the cursor of the next page, None on the last one."""
        return self.get_next_link()


class MatchListView(StrictAPIView):
    scopes = {"GET": "match:read", "POST": "match:create"}
    query = {"GET": ("status", "ruleset", "mine", "cursor")}

    def get(self, request: Request) -> Response:
        paginator = NewestFirstPagination(request)
        is_own_list = request.query_params.get("mine") == "true"
        account = user_of(request).id

        def keep(rows: list[MatchRow]) -> list[MatchRow]:
            return rows if is_own_list else _without_deserted_lobbies(rows, account)

        page: list[MatchRow] = paginator.paginate_filtered(_matches_query(request), request, keep)
        results = serialize_matches(page)
        if is_own_list:
            own_lines = load_my_matches(account, [match.match_id for match in page])
            results = [{**result, **_own_fields(own_lines.get(result["id"]))} for result in results]
        content = {"results": results, "next": paginator.next_cursor()}
        return Response(content, headers={"Cache-Control": "no-store"})

    def post(self, request: Request) -> Response:
        user = user_of(request)
        payload = parse_body(request, MatchBody)
        result = _open_from_body(user, payload, request.headers.get("Idempotency-Key"))
        visible_match = view_after_command(result, user.id)
        headers = {"Location": f"/api/v1/matches/{result.match_id}", "ETag": f'"{visible_match.version}"'}
        content = {**msgspec.to_builtins(visible_match), "receipt": msgspec.Raw(receipt_json(result).encode())}
        return Response(content, status=201, headers={**headers, "Cache-Control": "private, no-store"})


def _matches_query(request: Request) -> QuerySet[MatchRow]:
    query = request.query_params.dict()
    status = choice_param(query, "status", "gathering", "playing", "over", "abandoned")
    ruleset = slug_param(query, "ruleset")
    # Only `mine` shows matches that aren't public. Unlisted ones are found by their address.
    has_own_seat = Exists(SeatRow.objects.filter(match_id=OuterRef("match_id"), player_id=user_of(request).id))
    visible = Q(has_own_seat) if choice_param(query, "mine", "true", "false") == "true" else Q(visibility="public")
    filters = {name: value for name, value in (("status", status), ("ruleset", ruleset)) if value}
    return MatchRow.objects.filter(visible, **filters)


def _without_deserted_lobbies(rows: list[MatchRow], account: str) -> list[MatchRow]:
    deserted = deserted_lobbies([row.match_id for row in rows if row.status == "gathering"], account=account)
    return [row for row in rows if row.match_id not in deserted]


def serialize_matches(page: Sequence[MatchRow]) -> list[dict[str, Any]]:
    """Return matches as the lobby lists them; one query reads the seats of all."""
    seats = seats_by_match([match.match_id for match in page])
    return [{**_serialize_match(match), "seats": seats[match.match_id]} for match in page]


def seats_by_match(match_ids: Sequence[str]) -> dict[str, list[dict[str, Any]]]:
    """Return the seats of each of these matches with the names that the players had then; one query reads all."""
    rows: dict[str, list[SeatRow]] = {match_id: [] for match_id in match_ids}
    for row in SeatRow.objects.filter(match_id__in=match_ids).order_by("seat"):
        rows[row.match_id].append(row)
    return {match_id: _serialize_seats(seats) for match_id, seats in rows.items()}


def _serialize_match(match: MatchRow) -> dict[str, Any]:
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


def _own_fields(line: MyMatch | None) -> dict[str, Any]:
    """Return what a list of the caller's own matches says about their seat; nothing if they have just lost it."""
    if line is None:
        return {}
    return {"seat": line.seat, "waiting_for_me": line.waiting_for_me, "deadline_at": line.deadline_at}


def _serialize_seats(rows: Sequence[SeatRow]) -> list[dict[str, Any]]:
    labels = label_by_seat({row.seat: row.player_name for row in rows})
    return [
        {
            "seat": row.seat,
            "player": {"id": row.player_id, "name": row.player_name, "kind": row.player_kind},
            "label": labels[row.seat],
            "score": row.score,
        }
        for row in rows
    ]


def _open_from_body(user: User, payload: MatchBody, idempotency_key: str | None) -> CommandResult:
    if payload.visibility != "private" and payload.password is not None:
        raise field_problem("/password", "wrong_value", "Only a private match can have a password.")
    seed = match_random.new_seed()
    match_id = secrets.token_hex(16)
    # The id isn't part of the digest: it is random, so a repeated request would get a different one.
    metadata = command_metadata(user, "open", "", payload, resolve_idempotency_key(idempotency_key, payload.command_id))

    # Called only for a new command: a repeated one must get its first response even if a deck is gone by now.
    def build_command() -> Open:
        terms = build_terms(payload, match_random.seed_commitment(seed), opener=user.id)
        bots = seat_bots(payload.bots)
        return Open(terms=terms, player=player_of(user), entropy_digest=payload.entropy_digest, bots=bots)

    result = open_match(
        match_id,
        build_command,
        seed,
        metadata=metadata,
        password=payload.password,
        seat_quota=seat_quota_of(user),
    )
    COMMANDS_TOTAL.labels("open").inc()
    return result
