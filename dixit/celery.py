"""The Celery application; start worker and beat with `celery -A dixit`."""

import os
from contextlib import suppress
from typing import Any

from celery import Celery
from celery.app.amqp import AMQP
from celery.signals import before_task_publish
from kombu import Connection
from kombu.exceptions import OperationalError

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dixit.settings")


RETRY_EVERY_SECOND = {"interval_start": 1, "interval_step": 0, "interval_max": 1}


class ReconnectingConnection(Connection):
    """A broker connection that retries every second after it was lost.

    Celery's own delays grow to half a minute. Deadlines would pass unnoticed that much longer after the broker is back.
    """

    def ensure_connection(self, *args: Any, **options: Any) -> Any:
        return super().ensure_connection(*args, **(RETRY_EVERY_SECOND | options))


class ReconnectingAMQP(AMQP):
    """Makes Celery use `ReconnectingConnection`, for which it has no setting."""

    Connection = ReconnectingConnection


app = Celery("dixit", amqp=ReconnectingAMQP)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["games.timers", "games.bots"])


@before_task_publish.connect(sender="games.timers.tasks.sweep")
def purge_pending_sweeps(**_: Any) -> None:
    """Drop waiting sweeps before a new one is published, so that they don't pile up without a worker."""
    # One sweep handles everything that is due, so older ones are redundant. The queue holds nothing but sweeps.
    pool: Any = app.pool
    with pool.acquire(block=True) as connection, suppress(OperationalError, *connection.connection_errors):
        connection.default_channel.queue_purge("clock")
