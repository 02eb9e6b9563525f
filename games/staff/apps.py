from django.apps import AppConfig


class StaffConfig(AppConfig):
    name = "games.staff"
    label = "staff"
    verbose_name = "Moderation"
