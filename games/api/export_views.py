"""Export of everything that the service stores about the caller, as one document."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from django.apps import apps
from django.db.models import F
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response
from typing_extensions import TypedDict

from accounts.models import Token
from games.api import invite_views
from games.api.account_views import serialize_user
from games.api.drf import require_token_scopes
from games.api.plain_views import PRIVATE_HEADERS
from games.api.response_schemas import InviteAnswer, TokenLine, UserAnswer
from games.api.strict_views import StrictAPIView
from games.api.token_views import serialize_token
from games.eventlog.models import Command
from games.limits import RateLimit, acquire_one
from games.matches.models import Invite, StoredAnswer
from games.matches.personal_data import Said, find_personal_data
from games.projections.models import MatchRow, ResultRow, SeatRow
from games.protocol.throttling import rate_limit_problem

EXPORT_LIMIT = RateLimit(name="export", max_requests=20, window_seconds=3600)
"""Stricter than other limits, because each export reads the logs of all the caller's matches."""


class AccountKept(UserAnswer):
    login: str | None
    email: str | None
    created_at: datetime


class MatchKept(TypedDict):
    """A match in which you have or had a seat: how it came out, and your names and words in its log.

    `said` is null while the server can't read the log; ask again later.
    """

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
    said: list[Said] | None


class CommandKept(TypedDict):
    """What a repeated command is recognized by."""

    command_id: str
    match: str
    recorded_at: datetime


class AnswerKept(TypedDict):
    """An encrypted answer that is stored for a day, in case the request is repeated: whose secret it has."""

    token: str | None
    invite: str | None
    created_at: datetime


class StaffActKept(TypedDict):
    """What the service's staff has done to you, and why."""

    at: datetime
    act: str
    detail: str
    reason: str


class ExportAnswer(TypedDict):
    """Everything stored about you, by section."""

    # The sections have the keys of EXPORT_SECTIONS.

    exported_at: datetime
    account: AccountKept
    tokens: list[TokenLine]
    matches: list[MatchKept]
    invites: list[InviteAnswer]
    commands: list[CommandKept]
    answers: list[AnswerKept]
    staff_acts: list[StaffActKept]


class ExportView(StrictAPIView):
    scopes = {"GET": "history:read"}

    def get(self, request: Request) -> Response:
        current_token = require_token_scopes(request, "history:read")
        limit_result = acquire_one(EXPORT_LIMIT, current_token.user_id)
        if not limit_result.allowed:
            raise rate_limit_problem(limit_result)
        sections = {name: build_section(current_token) for name, build_section in EXPORT_SECTIONS.items()}
        headers = {**PRIVATE_HEADERS, "Content-Disposition": 'attachment; filename="dixit-export.json"'}
        return Response({"exported_at": timezone.now(), **sections}, headers=headers)


def _account_section(current_token: Token) -> AccountKept:
    user = current_token.user
    return {**serialize_user(user), "login": user.login, "email": user.email, "created_at": user.created_at}


def _token_section(current_token: Token) -> list[Any]:
    own_tokens = Token.objects.filter(user_id=current_token.user_id).order_by("-created_at", "id")
    return [serialize_token(token, current_token.id) for token in own_tokens]


def _match_section(current_token: Token) -> list[MatchKept]:
    # By the log and not by the seats taken now: it also finds matches whose lobby the user has left.
    texts_by_match = dict(find_personal_data(current_token.user_id))
    rows = MatchRow.objects.in_bulk(list(texts_by_match))
    seats = dict(SeatRow.objects.filter(player_id=current_token.user_id).values_list("match_id", "seat"))
    results = {row.match_id: row for row in ResultRow.objects.filter(player_id=current_token.user_id)}
    return [
        _serialize_match(rows[match_id], own_texts, seats.get(match_id), results.get(match_id))
        for match_id, own_texts in texts_by_match.items()
    ]


def _serialize_match(row: MatchRow, said: list[Said] | None, seat: int | None, result: ResultRow | None) -> MatchKept:
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


def _invite_section(current_token: Token) -> list[Any]:
    """Return the invites that the user created and that are still stored, used up or not."""
    return [
        invite_views.serialize_invite(invite)
        for invite in Invite.objects.filter(made_by=current_token.user_id).order_by("id")
    ]


def _command_section(current_token: Token) -> list[Any]:
    own_commands = Command.objects.filter(account_id=current_token.user_id).order_by("recorded_at", "command_id")
    return list(own_commands.values("command_id", "recorded_at", match=F("match_id")))


def _answer_section(current_token: Token) -> list[Any]:
    own_answers = StoredAnswer.objects.filter(user_id=current_token.user_id).order_by("created_at", "id")
    return list(own_answers.values("token", "invite", "created_at"))


def _staff_act_section(current_token: Token) -> list[Any]:
    """Return the staff's actions on the user, without the staff member, who is another person."""
    # By name, because the staff pages are a layer above this one.
    acts = apps.get_model("staff", "StaffAct").objects.filter(about=current_token.user_id).order_by("id")
    return list(acts.values("at", "act", "detail", "reason"))


EXPORT_SECTIONS: Mapping[str, Callable[[Token], Any]] = {
    "account": _account_section,
    "tokens": _token_section,
    "matches": _match_section,
    "invites": _invite_section,
    "commands": _command_section,
    "answers": _answer_section,
    "staff_acts": _staff_act_section,
}
"""The functions that build the sections of an export.

When something else about a person is stored, add it here and to `ExportAnswer`. A test searches every table for
personal data that is missing here.
"""
