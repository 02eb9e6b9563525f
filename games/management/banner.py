"""The text that `serve` prints: what runs or would run, its URLs, and what to try first."""

from collections.abc import Iterable
from urllib.parse import urlsplit

from django.conf import settings

from games.management import listen_address

EXAMPLE_CURL_COMMAND = """curl -s -X POST %s/api/v1/guests -H 'Content-Type: application/json' -d '{"name": "Ann"}'"""


def describe_database() -> str:
    """Describe the configured database, without its password."""
    config = settings.DATABASES["default"]
    if config["ENGINE"].endswith("sqlite3"):
        return f"SQLite, {config['NAME']}"
    return f"PostgreSQL, {config['NAME']} on {config['HOST'] or 'the local socket'}"


def describe_redis() -> str:
    """Describe the configured or bundled Redis-protocol server, without its password."""
    if not settings.REDIS_URL:
        return f"Redis protocol (bundled Valkey), {settings.DATA / 'valkey'}"
    parts = urlsplit(settings.REDIS_URL)
    host = f"{parts.hostname}:{parts.port or 6379}" if parts.hostname else ""
    return f"Redis at {host}{parts.path}"


def planned_lines(host: str, port: int) -> Iterable[str]:
    """Yield the output of `serve --check`."""
    yield "serve would start the following, until Ctrl-C:"
    yield from service_lines(host, port)


def ready_lines(host: str, port: int) -> Iterable[str]:
    """Yield what is printed once everything runs."""
    yield "Dixit is running."
    yield from service_lines(host, port)
    yield "Try it:"
    yield f"  {EXAMPLE_CURL_COMMAND % listen_address.base_url(host, port)}"
    yield "Ctrl-C stops it."


def service_lines(host: str, port: int) -> Iterable[str]:
    """Yield one line for each component and URL."""
    base_url = listen_address.base_url(host, port)
    yield f"  database  {describe_database()}"
    yield f"  redis     {describe_redis()}"
    yield "  worker    Celery worker and beat"
    yield f"  address   {base_url}"
    yield f"  play      {base_url}/play/"
    yield f"  api       {base_url}/api/v1/docs"
    if settings.SITE.is_dir():
        yield f"  docs      {base_url}/docs/"
    yield f"  data      {settings.DATA}"
