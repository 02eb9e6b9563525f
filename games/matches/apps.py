from django.apps import AppConfig


class MatchesConfig(AppConfig):
    name = "games.matches"
    # The package's former name. It is part of the names of database tables and of applied migrations.
    label = "table"
