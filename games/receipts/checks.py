"""What Django checks before it is deployed: the key of receipts is kept where every machine has it."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core import checks
from django.core.checks import CheckMessage, Tags, register


@register(Tags.security, deploy=True)
def check_receipt_key_is_set(app_configs: Sequence[AppConfig] | None, **options: Any) -> list[CheckMessage]:
    """A key in a data folder is lost with it, and differs from machine to machine."""
    if settings.RECEIPT_KEY_IS_SET:
        return []
    return [
        checks.Warning(
            "RECEIPT_KEY is not set: receipts are signed with a key that lies in the data folder.",
            hint="Set RECEIPT_KEY to a long random secret, the same one for every process.",
            id="receipts.W001",
        )
    ]
