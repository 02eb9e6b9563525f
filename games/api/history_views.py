"""Finished matches, and the statistics of players and cards."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from games.api.account_views import serialize_user
from games.api.catalogue_views import get_deck_or_404
from games.api.match_list_views import NewestFirstPagination, seats_by_match
from games.api.plain_views import PRIVATE_HEADERS
from games.api.query_params import slug_param
from games.api.strict_views import StrictAPIView, user_of
from games.projections import player_statistics, public_totals
from games.projections.models import MatchRow, ResultRow
from games.protocol.problems import Problem


class LatestEndedPagination(NewestFirstPagination):
    ordering = ("-ended_at", "match_id")


class HistoryView(StrictAPIView):
    """The caller's finished matches, latest first, without those that ended before their first round."""

    scopes = {"GET": "history:read"}
    query = {"GET": ("ruleset", "cursor")}

    def get(self, request: Request) -> Response:
        ruleset = slug_param(request.query_params.dict(), "ruleset")
        own_results = ResultRow.objects.filter(
            player_id=user_of(request).id, **({"ruleset": ruleset} if ruleset else {})
        )
        paginator = LatestEndedPagination(request)
        return Response(
            {"results": _history_entries(paginator.paginate(own_results, request)), "next": paginator.next_cursor()},
            headers=PRIVATE_HEADERS,
        )


class MyStatisticsView(StrictAPIView):
    """The caller's statistics."""

    scopes = {"GET": "history:read"}

    def get(self, request: Request) -> Response:
        return Response(asdict(player_statistics.own_statistics(user_of(request).id)), headers=PRIVATE_HEADERS)


class ProfileView(StrictAPIView):
    """A user's name and kind, and the statistics of their public matches."""

    scopes = {"GET": "history:read"}

    def get(self, request: Request, user_id: str) -> Response:
        # A banned user looks like one that doesn't exist.
        user = User.objects.filter(id=user_id, is_active=True).first()
        if user is None:
            raise Problem("not_found", "There is no such user.")
        return Response(
            {**serialize_user(user), "statistics": asdict(player_statistics.public_statistics(user.id))},
            headers=PRIVATE_HEADERS,
        )


class DeckStatisticsView(StrictAPIView):
    """How people have used each card of a deck, and with what success."""

    scopes = {"GET": "match:read"}

    def get(self, request: Request, name: str) -> Response:
        deck = get_deck_or_404(name)
        totals = public_totals.card_totals([card.id for card in deck.cards])
        card_entries = [{"id": card.id, **asdict(totals[card.id])} for card in deck.cards]
        return Response({"name": deck.name, "cards": card_entries}, headers=PRIVATE_HEADERS)


def _history_entries(page: Sequence[ResultRow]) -> list[dict[str, Any]]:
    ids = [row.match_id for row in page]
    matches = MatchRow.objects.in_bulk(ids)
    seats = _seats_by_match(ids)
    return [_history_entry(row, matches[row.match_id], seats[row.match_id]) for row in page]


def _history_entry(row: ResultRow, match: MatchRow, seats: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "id": row.match_id,
        "ruleset": row.ruleset,
        "visibility": row.visibility,
        "opened_at": match.opened_at,
        "ended_at": row.ended_at,
        "rounds": match.round,
        "seat": row.seat,
        "result": _result_label(row),
        "score": row.score,
        "place": row.place,
        "alone": row.alone,
        "seats": seats,
    }


def _result_label(row: ResultRow) -> str:
    if row.resigned:
        return "resigned"
    return "abandoned" if row.status == "abandoned" else "won" if row.won else "lost"


def _seats_by_match(match_ids: Sequence[str]) -> dict[str, list[dict[str, Any]]]:
    """Return the seats of these matches, with the names that the players had then."""
    # Two queries for the whole page, however many matches are on it.
    won = set(ResultRow.objects.filter(match_id__in=match_ids, won=True).values_list("match_id", "seat"))
    return {
        match_id: [{**seat, "won": (match_id, seat["seat"]) in won} for seat in seats]
        for match_id, seats in seats_by_match(match_ids).items()
    }
