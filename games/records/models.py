"""Imported match records."""

from django.db import models


class Import(models.Model):
    """A valid record that was imported, byte for byte; its id is derived from its content."""

    id = models.CharField(max_length=40, primary_key=True)
    match_id = models.CharField(max_length=200)
    record = models.TextField()
    imported_at = models.DateTimeField(auto_now_add=True)
