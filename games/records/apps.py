from django.apps import AppConfig


class RecordsConfig(AppConfig):
    name = "games.records"
    label = "records"
