"""The Celery application: worker and beat are started as `celery -A dixit`."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dixit.settings")

app = Celery("dixit")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["games.timers"])
