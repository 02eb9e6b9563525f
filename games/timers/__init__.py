"""The clock's door: what Celery does for the house."""
