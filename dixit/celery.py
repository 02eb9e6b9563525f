"""The Celery application; start worker and beat with `celery -A dixit`."""

import os
from datetime import datetime
from typing import Any

from celery import Celery
from celery.app.amqp import AMQP
from celery.schedules import schedstate, schedule
from celery.signals import before_task_publish
from kombu import Connection

from dixit.stale_tasks import FreshTask, stamp_and_make_room

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dixit.settings")


SWEEP_TASK_NAME = "games.timers.tasks.sweep"
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


class StepProofSchedule(schedule):
    """An interval that survives a step back of beat's clock, after which the last run lies in the future."""

    def is_due(self, last_run_at: datetime) -> Any:
        is_in_future = self.maybe_make_aware(last_run_at) > self.maybe_make_aware(self.now())
        return schedstate(is_due=True, next=self.seconds) if is_in_future else super().is_due(last_run_at)


app = Celery("dixit", amqp=ReconnectingAMQP, task_cls=FreshTask)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["games.timers", "games.bots"])


@app.on_after_configure.connect
def use_step_proof_schedules(source: Any, **_: Any) -> None:
    """Have beat use `StepProofSchedule` for the intervals in the settings."""
    source.beat_schedule = {
        name: {**entry, "schedule": StepProofSchedule(entry["schedule"])}
        for name, entry in source.beat_schedule.items()
    }


@before_task_publish.connect
def prepare_message(sender: str, headers: dict[str, Any], routing_key: str, **_: Any) -> None:
    """Stamp each message by the clock of Redis, and keep its queue short."""
    # One sweep handles everything that is due, so older ones are redundant. The queue holds nothing but sweeps.
    stamp_and_make_room(app, routing_key, headers, empty_first=sender == SWEEP_TASK_NAME)
