"""The Django app configuration of `games`."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Registers the system checks, and lets all processes hear of changed accounts."""

    name = "games"

    def ready(self) -> None:
        # Imported here, because these need loaded models.
        from accounts.token_cache import on_account_change  # noqa: PLC0415
        from games import checks  # noqa: F401, PLC0415  (importing registers the checks)
        from games.notifier import publish_account_change  # noqa: PLC0415

        on_account_change(publish_account_change)
