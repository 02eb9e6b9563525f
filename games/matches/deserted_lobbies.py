"""Lobbies that lists and quick match leave out, because nobody who sits in them has been there lately."""

from collections.abc import Collection
from datetime import timedelta

from django.db.models.functions import Now

from games import lobby_presence
from games.eventlog.models import Event
from games.projections.models import SeatRow


def deserted_lobbies(match_ids: Collection[str], *, account: str) -> frozenset[str]:
    """Return those of these lobbies that are deserted; none if that isn't known, and never one with the account's seat.

    In a deserted lobby, for `lobby_presence.ABSENCE_SECONDS` seconds nobody has sat down, and no seated person has had
    an open connection or sent an authenticated request naming it. This is a hint: nobody loses a seat.
    """
    if not match_ids:
        return frozenset()
    accounts_by_match: dict[str, list[str | None]] = {}
    people = SeatRow.objects.filter(match_id__in=match_ids).exclude(player_kind="bot")
    for match_id, player_id in people.values_list("match_id", "player_id"):
        accounts_by_match.setdefault(match_id, []).append(player_id)
    candidates = {
        # An account that was erased is None. Nothing is known of it.
        match_id: [player for player in players if player is not None]
        for match_id, players in accounts_by_match.items()
        if account not in players and None not in players
    }
    deserted = lobby_presence.find_deserted(candidates)
    return deserted - _recently_joined(deserted) if deserted else deserted


def _recently_joined(match_ids: Collection[str]) -> frozenset[str]:
    """Return those of these lobbies that were opened, or in which somebody sat down, a short while ago."""
    joins = Event.objects.filter(
        match_id__in=match_ids,
        type__in=("match_opened", "seat_taken"),
        recorded_at__gt=Now() - timedelta(seconds=lobby_presence.ABSENCE_SECONDS),
    )
    return frozenset(joins.values_list("match_id", flat=True))
