"""The Django project: it only plugs the house together."""

from dixit.celery import app as celery_app

__all__ = ["celery_app"]
