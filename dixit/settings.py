"""Django settings, read from the environment. The defaults are safe for trying the service on one machine.

`docs/reference/settings.md` documents each variable for operators; a test checks that none is missing there.
"""

import sys
from pathlib import Path
from typing import Any

from environs import Env
from kombu import Queue

from dixit import database_settings, version
from games.durable_files import load_or_create_secret
from games.private_folder import PRIVATE_FOLDER_MODE, close_to_others

env = Env()

VERSION = version.VERSION
BASE_DIR = Path(__file__).resolve().parent.parent
DATA = Path(env.str("DIXIT_DATA", str(BASE_DIR / "data"))).absolute()
close_to_others(DATA)

SECRET_KEY = env.str("SECRET_KEY", "") or load_or_create_secret(DATA / "secret_key")
# Earlier keys: what they have signed is still accepted, and repeated commands are recognized.
SECRET_KEY_FALLBACKS: list[str] = env.list("SECRET_KEY_FALLBACKS", [])
# The first key encrypts the seeds of new matches, all of them decrypt. To rotate, put a new key in front.
SEED_KEYS: list[str] = env.list("SEED_KEYS", []) or [SECRET_KEY, *SECRET_KEY_FALLBACKS]
# The key that signs receipts is derived from this. Before changing it, announce the new key: `rotate_receipt_key`.
RECEIPT_KEY_IS_SET = bool(env.str("RECEIPT_KEY", ""))
RECEIPT_KEY_FILE = DATA / "receipt_key"
RECEIPT_KEY = env.str("RECEIPT_KEY", "") or load_or_create_secret(RECEIPT_KEY_FILE)
ALLOWED_HOSTS: list[str] = env.list("ALLOWED_HOSTS", ["localhost", "127.0.0.1", "[::1]"])

INSTALLED_APPS = [
    "django.contrib.contenttypes",
    "django.contrib.auth",
    "django.contrib.messages",
    "games.staff",  # before the admin, because it overrides one of its templates
    "django.contrib.admin.apps.SimpleAdminConfig",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular_sidecar",
    "accounts",
    "games",
    "games.api",  # for its templates
    "games.eventlog",
    "games.projections",
    "games.receipts",
    "games.matches",
    "games.records",
    "games.report",
]
# A single middleware that supports sync and async: a sync-only one would cost every async view a thread.
MIDDLEWARE = ["games.api.security_headers.security_headers_middleware"]
ROOT_URLCONF = "dixit.urls"
ASGI_APPLICATION = "dixit.asgi.application"
APPEND_SLASH = False
AUTH_USER_MODEL = "accounts.User"
# PBKDF2 only verifies match passwords that were set before Argon2 was introduced.
PASSWORD_HASHERS = ["accounts.passwords.Argon2", "django.contrib.auth.hashers.PBKDF2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("name", "email")},
    },
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
USE_TZ = True
TIME_ZONE = "UTC"
STATIC_URL = "/static/"
SITE = BASE_DIR / "site"
"""The documentation site that `zensical build` creates; if it exists, it is served at /docs/."""
# A larger body is spooled to a temporary file, until the view reads it.
FILE_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
# W001, W002: our own middleware sets the security headers, and the TLS proxy sets HSTS. W003, E408 to E410: the API
# uses no cookies, so no middleware handles sessions, authentication or CSRF; the staff pages apply it view by view.
SILENCED_SYSTEM_CHECKS = [
    *("security.W001", "security.W002", "security.W003"),
    *("admin.E408", "admin.E409", "admin.E410"),
]

# The staff pages. Sessions are signed cookies, so there is no session table; each request loads the user again.
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"
SESSION_ENGINE = "django.contrib.sessions.backends.signed_cookies"
SESSION_COOKIE_AGE = 8 * 3600
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "staff", "staff_csrf"
SESSION_COOKIE_PATH = CSRF_COOKIE_PATH = "/admin/"
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Strict"
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
# Staff need TLS, except on localhost, which browsers treat as secure.
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True


def database_config() -> dict[str, Any]:
    """Return the database configuration: DATABASE_URL, or by default SQLite in the data folder."""
    config: dict[str, Any] = env.dj_db_url("DATABASE_URL", f"sqlite:///{DATA / 'dixit.sqlite3'}")
    kind = database_settings.process_kind(sys.argv)
    if config["ENGINE"].endswith("sqlite3"):
        DATA.mkdir(mode=PRIVATE_FOLDER_MODE, parents=True, exist_ok=True)
        return database_settings.sqlite_config(config, DATA, kind)
    # How often a statement is executed on a connection before it is prepared; 0 is never, as PgBouncer needs it.
    return database_settings.postgres_config(config, kind, env.int("DATABASE_PREPARE", 5))


DATABASES = {"default": database_config()}

# `tests/settings.py` allows a database that may lose acknowledged commands in a crash.
ALLOW_UNSAFE_DATABASE = False

REDIS_URL = env.str("REDIS_URL", "")
CHANNEL_LAYERS: dict[str, Any] = {}
if REDIS_URL:
    # Without this, redis-py 8 would disconnect every idle subscription after five seconds.
    CHANNEL_LAYERS["default"] = {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [{"address": REDIS_URL, "socket_timeout": None}], "prefix": "dixit"},
    }

# Celery has its own syntax for the URL of a Unix socket.
SOCKET_URL = REDIS_URL.replace("unix://", "redis+socket://", 1).replace("?db=", "?virtual_host=")
CELERY_BROKER_URL = SOCKET_URL if REDIS_URL.startswith("unix://") else REDIS_URL
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_STORE_ERRORS_EVEN_IF_IGNORED = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 3600,
    "socket_timeout": 5,
    "global_keyprefix": "dixit.",
    # Publishing gives up quickly while the broker is down: beat sends the next sweep within a second anyway.
    "max_retries": 1,
    "interval_start": 0.2,
    "interval_max": 0.2,
}
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# Otherwise anyone who reaches Redis can shut workers down.
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
# A worker prefetches no tasks beyond those it can start at once; others stay where another worker can take them.
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_QUEUES = [Queue("celery"), Queue("clock", routing_key="clock")]
CELERY_TASK_ROUTES = {"games.timers.tasks.sweep": {"queue": "clock"}}
# A task that has waited longer, by the clock of Redis, is dropped: by then another one has been sent.
CELERY_TASK_ANNOTATIONS = {
    "games.timers.tasks.sweep": {"max_age_seconds": 10},
    "games.bots.tasks.move": {"max_age_seconds": 5},
    "games.timers.tasks.fold_counters": {"max_age_seconds": 60},
}
CELERY_BEAT_SCHEDULE = {
    "sweep": {"task": "games.timers.tasks.sweep", "schedule": 1.0},
    "fold-counters": {"task": "games.timers.tasks.fold_counters", "schedule": 10.0},
    "forget-old-commands": {"task": "games.timers.tasks.forget_old_commands", "schedule": 3600.0},
    "forget-erased-texts": {"task": "games.timers.tasks.forget_erased_texts", "schedule": 3600.0},
    "forget-old-tokens": {"task": "games.timers.tasks.forget_old_tokens", "schedule": 3600.0},
    "forget-lost-guests": {"task": "games.timers.tasks.forget_lost_guests", "schedule": 3600.0},
    "forget-old-invites": {"task": "games.timers.tasks.forget_old_invites", "schedule": 3600.0},
}

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["accounts.authentication.BearerAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["games.api.drf.HasScope"],
    "DEFAULT_RENDERER_CLASSES": ["games.api.drf.JSONRenderer"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "games.api.media_types.WeightedContentNegotiation",
    # The views parse bodies themselves, strictly and by msgspec; REST framework never does.
    "DEFAULT_PARSER_CLASSES": [],
    "EXCEPTION_HANDLER": "games.api.drf.exception_handler",
    "UNAUTHENTICATED_USER": None,
}

MORE_DECKS_DIRS: list[str] = env.list("DECKS_DIR", [])
DECKS_DIR = [BASE_DIR / "decks", *(Path(folder).absolute() for folder in MORE_DECKS_DIRS)]
METRICS_TOKEN = env.str("METRICS_TOKEN", "")

# A factor for all limits of requests, connections and unfinished matches; 0 turns them off.
RATE_LIMITS = env.float("RATE_LIMITS", 1.0)
# Connections of any kind that a web server process accepts, or fewer if it may not open as many files.
MAX_CONNECTIONS = env.int("MAX_CONNECTIONS", 4000)
# The number of our own proxies in front of the service; see games.limits.client_address.
TRUSTED_PROXIES = env.int("TRUSTED_PROXIES", 0)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TRUSTED_PROXIES else None

# What the process that verifies a record from elsewhere may use.
RECORD_CPU_SECONDS = env.int("RECORD_CPU_SECONDS", 20)
RECORD_MEMORY_MIB = env.int("RECORD_MEMORY_MIB", 768)

TOKEN_DAYS = env.int("TOKEN_DAYS", 90)
# The rulebook of new matches. A release that brings the next one still opens matches under this one, because servers
# of the previous release may run beside it and can't read the new events; the release after that raises this number.
NEW_MATCH_RULEBOOK = 2
# Abandoned matches are ended: in the lobby LOBBY_HOURS after they were opened, in a phase without a time limit
# IDLE_DAYS after the last event.
LOBBY_HOURS = env.int("LOBBY_HOURS", 24)
IDLE_DAYS = env.int("IDLE_DAYS", 30)

LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"expected_errors": {"()": "games.live.log_filters.ExpectedErrorFilter"}},
    "formatters": {"redacting": {"()": "dixit.log_redaction.RedactingFormatter"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "redacting"}},
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", "WARNING")},
    "loggers": {
        # Always log which staff member views what.
        "games.staff": {"level": "INFO"},
        # Client errors are reported to the client and not worth a warning in the log.
        "django.request": {"level": env.str("LOG_LEVEL", "ERROR"), "filters": ["expected_errors"]},
        "uvicorn.error": {"filters": ["expected_errors"]},
        "channels_redis.pubsub": {"filters": ["expected_errors"]},
    },
}
