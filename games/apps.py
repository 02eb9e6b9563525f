"""The Django application that the house is."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Gives the house its name in Django's registry."""

    name = "games"

    def ready(self) -> None:
        from games import checks  # noqa: F401, PLC0415  (checks register themselves once the registry is there)
