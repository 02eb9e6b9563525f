"""Is this process alive, and can it serve?"""

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from redis import Redis, RedisError

from games.api.plain_views import plain_view
from games.eventlog import durability


async def livez(request: HttpRequest) -> JsonResponse:
    """Answer that the process is alive, and which version it runs."""
    return JsonResponse({"status": "ok", "version": settings.VERSION})


def readyz(request: HttpRequest) -> JsonResponse:
    """200 when the database answers and has its tables, else 503; Redis is told of, but play goes on without it."""
    statuses = {"database": _database_status(), "redis": _redis_status()}
    ready = statuses["database"] == "ok"
    return JsonResponse({"status": "ok" if ready else "unavailable", **statuses}, status=200 if ready else 503)


def _database_status() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM eventlog_head WHERE match_id = ''")
    except DatabaseError:
        return "unreachable, or not migrated"
    durability_faults = durability.durability_faults()
    return f"not durable: {', '.join(durability_faults)}" if durability_faults else "ok"


def _redis_status() -> str:
    if not settings.REDIS_URL:
        return "none"
    try:
        with Redis.from_url(settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1) as redis:
            redis.ping()
    except RedisError:
        return "unreachable"
    return "ok"


livez_view, readyz_view = plain_view(get=livez), plain_view(get=readyz)
