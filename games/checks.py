"""What Django checks before a command starts: every deck can be used."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Error, register

from games.decks import InvalidDeck, all_decks


@register
def check_decks(app_configs: Sequence[AppConfig] | None, **options: Any) -> list[CheckMessage]:
    """An error that says what is wrong with the first bad deck."""
    try:
        all_decks()
    except InvalidDeck as fault:
        return [Error(str(fault), hint="Mend the deck, or take its folder out of DECKS_DIR.", id="games.E001")]
    return []
