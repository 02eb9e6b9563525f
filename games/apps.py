"""The Django app configuration of `games`."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Registers the system checks."""

    name = "games"

    def ready(self) -> None:
        from games import checks  # noqa: F401, PLC0415  (importing registers the checks, which need loaded apps)
