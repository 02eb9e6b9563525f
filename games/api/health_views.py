"""Liveness and readiness checks."""

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse

from games.api.plain_views import plain_view
from games.eventlog import durability
from games.redis_client import RedisUnavailable, background_client


async def livez(request: HttpRequest) -> JsonResponse:
    """Return 200 and the version: the process answers.

    It checks nothing else, so an outage of the database restarts no process.
    """
    return JsonResponse({"status": "ok", "version": settings.VERSION})


def readyz(request: HttpRequest) -> JsonResponse:
    """Return 200 if the database is reachable, migrated and durable, else 503; Redis is only reported."""
    # Matches can be played without Redis, so its outage must not take the server out of a load balancer.
    statuses = {"database": _database_status(), "redis": _redis_status()}
    ready = statuses["database"] == "ok"
    return JsonResponse({"status": "ok" if ready else "unavailable", **statuses}, status=200 if ready else 503)


def _database_status() -> str:
    try:
        with connection.cursor() as cursor:
            # No match has an empty ID, so this fails exactly if the table is missing and never counts any rows.
            cursor.execute("SELECT count(*) FROM eventlog_head WHERE match_id = ''")
    except DatabaseError:
        return "unreachable, or not migrated"
    durability_faults = durability.durability_faults()
    return f"not durable: {', '.join(durability_faults)}" if durability_faults else "ok"


def _redis_status() -> str:
    if not settings.REDIS_URL:
        return "none"
    try:
        # Not `request_client`: while its circuit is open it doesn't try.
        with background_client() as client:
            client.ping()
    except RedisUnavailable:
        return "unreachable"
    return "ok"


livez_view, readyz_view = plain_view(get=livez), plain_view(get=readyz)
