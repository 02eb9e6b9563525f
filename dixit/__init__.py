"""The Django project: settings, routing, and the ASGI and Celery applications."""

from dixit.celery import app as celery_app

__all__ = ["celery_app"]
