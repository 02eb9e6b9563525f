"""A deployment check: the key of receipts should be a setting that all machines share."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core import checks
from django.core.checks import CheckMessage, Tags, register


@register(Tags.security, deploy=True)
def check_receipt_key_is_set(app_configs: Sequence[AppConfig] | None, **options: Any) -> list[CheckMessage]:
    """Warn about a key in the data folder: it is lost with the folder, and differs between machines."""
    if settings.RECEIPT_KEY_IS_SET:
        return []
    return [
        checks.Warning(
            "RECEIPT_KEY is not set: receipts are signed with a key stored in the data folder.",
            hint="Set RECEIPT_KEY to a long random secret, the same one for every process.",
            id="receipts.W001",
        )
    ]
