from django.apps import AppConfig


class EventLogConfig(AppConfig):
    name = "games.eventlog"
    label = "eventlog"
