from django.apps import AppConfig


class ReceiptsConfig(AppConfig):
    name = "games.receipts"
    label = "receipts"

    def ready(self) -> None:
        from games.receipts import checks  # noqa: F401, PLC0415  (its check registers itself)
