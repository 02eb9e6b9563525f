"""System checks, which Django runs before most commands: every deck must be usable."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Error, register

from games.decks import InvalidDeck, all_decks


@register
def check_decks(app_configs: Sequence[AppConfig] | None, **options: Any) -> list[CheckMessage]:
    """Return an error for the first invalid deck."""
    try:
        all_decks()
    except InvalidDeck as fault:
        return [Error(str(fault), hint="Fix the deck, or remove its folder from DECKS_DIR.", id="games.E001")]
    return []
