from django.apps import AppConfig
from django.db.models.signals import post_migrate


class EventLogConfig(AppConfig):
    name = "games.eventlog"
    label = "eventlog"

    def ready(self) -> None:
        from games.eventlog import durability, timeout_check  # noqa: F401, PLC0415  (their checks register themselves)
        from games.eventlog.analyze import analyze_tables  # noqa: PLC0415  (it needs the models)

        # Of one sender: once per `migrate`.
        post_migrate.connect(analyze_tables, sender=self)
