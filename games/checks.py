"""System checks, which Django runs before most commands: decks must be usable, and settings must have an effect."""

import os
from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.core import checks
from django.core.checks import CheckMessage, Error, register

from games.decks import InvalidDeck, all_decks

REMOVED_LIMITS = (
    *("RATE_PLAY", "RATE_READ", "RATE_OPEN", "RATE_IDENTITY", "RATE_ADDRESS", "RATE_MATCH"),
    *("CONNECTIONS_ACCOUNT", "CONNECTIONS_ADDRESS", "SPECTATORS", "MATCHES_OPEN", "GUEST_MATCHES_OPEN"),
)
REPLACEMENT_BY_REMOVED_VARIABLE = {
    **dict.fromkeys(REMOVED_LIMITS, "RATE_LIMITS multiplies all limits."),
    "DATABASE_POOL": "Append ?pool=N to DATABASE_URL.",
    "CELERY_BROKER_URL": "Celery uses REDIS_URL.",
    "DEBUG": "Debug mode is always off.",
    "ALLOW_UNSAFE_DATABASE": "Make the database durable.",
}
"""Environment variables of 0.1.0 that have no effect any more, and what to do instead."""


@register
def check_removed_variables(app_configs: Sequence[AppConfig] | None, **options: Any) -> list[CheckMessage]:
    """Return a warning for each removed environment variable that is still set."""
    return [
        checks.Warning(f"The environment variable {name} has no effect any more.", hint=hint, id="games.W001")
        for name, hint in REPLACEMENT_BY_REMOVED_VARIABLE.items()
        if name in os.environ
    ]


@register
def check_decks(app_configs: Sequence[AppConfig] | None, **options: Any) -> list[CheckMessage]:
    """Return an error for the first invalid deck."""
    try:
        all_decks()
    except InvalidDeck as fault:
        return [Error(str(fault), hint="Fix the deck, or remove its folder from DECKS_DIR.", id="games.E001")]
    return []
