"""Liveness and readiness checks."""

from django.conf import settings
from django.http import HttpRequest, JsonResponse

from games.api.plain_views import plain_view
from games.eventlog.database_readiness import database_fault
from games.matches.command_writer import batch_age_seconds
from games.redis_client import redis_fault

MAX_BATCH_SECONDS = 5.0
"""How long a batch of commands may take until this process counts as stuck."""


async def livez(request: HttpRequest) -> JsonResponse:
    """Return 200 and the version: the process answers.

    It checks nothing else, so an outage of the database restarts no process.
    """
    return JsonResponse({"status": "ok", "version": settings.VERSION})


def readyz(request: HttpRequest) -> JsonResponse:
    """Return 200 if commands would succeed, else 503; what is only degraded is said, with 200.

    Matches can be played without Redis, so its outage must not take the server out of a load balancer.
    """
    database, redis = _writer_fault() or database_fault(), _redis_status()
    degraded = redis not in ("ok", "none")
    status = "unavailable" if database else "degraded" if degraded else "ok"
    return JsonResponse(
        {"status": status, "database": database or "ok", "redis": redis}, status=503 if database else 200
    )


def _writer_fault() -> str | None:
    # Before anything is asked of the database, which may be what the writer waits for.
    age = batch_age_seconds()
    return f"a batch of commands has taken {age:.0f} s so far" if age > MAX_BATCH_SECONDS else None


def _redis_status() -> str:
    return (redis_fault() or "ok") if settings.REDIS_URL else "none"


livez_view, readyz_view = plain_view(get=livez), plain_view(get=readyz)
