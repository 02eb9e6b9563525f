from django.apps import AppConfig


class EventLogConfig(AppConfig):
    name = "games.eventlog"
    label = "eventlog"

    def ready(self) -> None:
        from games.eventlog import durability, timeout_check  # noqa: F401, PLC0415  (their checks register themselves)
