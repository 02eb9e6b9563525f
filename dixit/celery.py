"""The Celery application: worker and beat are started as `celery -A dixit`."""

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
    """A connection that asks for a lost broker every second; Celery would wait longer each time, up to half a minute,
    and play would stand still for as long when the broker is back."""

    def ensure_connection(self, *args: Any, **options: Any) -> Any:
        return super().ensure_connection(*args, **(RETRY_EVERY_SECOND | options))


class ReconnectingAMQP(AMQP):
    Connection = ReconnectingConnection


app = Celery("dixit", amqp=ReconnectingAMQP)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["games.timers", "games.bots"])


@before_task_publish.connect(sender="games.timers.tasks.sweep")
def purge_pending_sweeps(**_: Any) -> None:
    """A sweep that nobody has taken yet is worth nothing beside a new one: without a worker they don't pile up."""
    pool: Any = app.pool
    with pool.acquire(block=True) as connection, suppress(OperationalError, *connection.connection_errors):
        connection.default_channel.queue_purge("clock")
