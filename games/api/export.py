"""Everything that the house keeps of somebody, for themselves, as one document."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from django.db.models import F
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response
from typing_extensions import TypedDict

from accounts.models import Token
from games.api import invites
from games.api.accounts import told
from games.api.answers import InviteAnswer, TokenLine, UserAnswer
from games.api.door import Door
from games.api.rest import good_for
from games.api.thin import PRIVATE
from games.api.tokens import line
from games.eventlog.models import Command
from games.limits import RateLimit, acquire_one
from games.matches.models import Invite
from games.matches.personal_data import Said, find_personal_data
from games.projections.models import MatchRow, ResultRow, SeatRow
from games.protocol.throttling import rate_limit_problem

OFTEN = RateLimit(name="export", max_requests=20, window_seconds=3600)
"""Each reads the logs of all one's matches."""


class AccountKept(UserAnswer):
    login: str | None
    email: str | None
    created_at: datetime


class MatchKept(TypedDict):
    """A match with a seat of one's own, now or once; how it came out; one's own names and words in its log."""

    id: str
    record: str
    opened_at: datetime
    status: str
    ruleset: str
    visibility: str
    seat: int | None
    score: int | None
    won: bool | None
    ended_at: datetime | None
    said: list[Said]


class CommandKept(TypedDict):
    """What a repeated command is known by."""

    command_id: str
    match: str
    recorded_at: datetime


class ExportAnswer(TypedDict):
    """What is kept, part by part: PARTS has the same names."""

    exported_at: datetime
    account: AccountKept
    tokens: list[TokenLine]
    matches: list[MatchKept]
    invites: list[InviteAnswer]
    commands: list[CommandKept]


class Export(Door):
    scopes = {"GET": "history:read"}

    def get(self, request: Request) -> Response:
        shown = good_for(request, "history:read")
        taken = acquire_one(OFTEN, shown.user_id)
        if not taken.allowed:
            raise rate_limit_problem(taken)
        kept = {name: part(shown) for name, part in PARTS.items()}
        headers = {**PRIVATE, "Content-Disposition": 'attachment; filename="dixit-export.json"'}
        return Response({"exported_at": timezone.now(), **kept}, headers=headers)


def _account(shown: Token) -> AccountKept:
    user = shown.user
    return {**told(user), "login": user.login, "email": user.email, "created_at": user.created_at}


def _tokens(shown: Token) -> list[Any]:
    found = Token.objects.filter(user_id=shown.user_id).order_by("-created_at", "id")
    return [line(token, shown.id) for token in found]


def _matches(shown: Token) -> list[MatchKept]:
    said = dict(find_personal_data(shown.user_id))
    rows = MatchRow.objects.in_bulk(list(said))
    seats = dict(SeatRow.objects.filter(player_id=shown.user_id).values_list("match_id", "seat"))
    results = {row.match_id: row for row in ResultRow.objects.filter(player_id=shown.user_id)}
    return [_match(rows[each], words, seats.get(each), results.get(each)) for each, words in said.items()]


def _match(row: MatchRow, said: list[Said], seat: int | None, result: ResultRow | None) -> MatchKept:
    return {
        "id": row.match_id,
        "record": f"/api/v1/matches/{row.match_id}/record",
        "opened_at": row.opened_at,
        "status": row.status,
        "ruleset": row.ruleset,
        "visibility": row.visibility,
        "seat": seat,
        "score": result.score if result else None,
        "won": result.won if result else None,
        "ended_at": result.ended_at if result else None,
        "said": said,
    }


def _invites(shown: Token) -> list[Any]:
    """Those that they have made and that are still kept, used up or not."""
    return [invites.told(invite) for invite in Invite.objects.filter(made_by=shown.user_id).order_by("id")]


def _commands(shown: Token) -> list[Any]:
    found = Command.objects.filter(account_id=shown.user_id).order_by("recorded_at", "command_id")
    return list(found.values("command_id", "recorded_at", match=F("match_id")))


PARTS: Mapping[str, Callable[[Token], Any]] = {
    "account": _account,
    "tokens": _tokens,
    "matches": _matches,
    "invites": _invites,
    "commands": _commands,
}
"""Whoever keeps something more of a person adds it here, and to `ExportAnswer`; a test looks into every table."""
