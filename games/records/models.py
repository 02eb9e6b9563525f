"""Records from elsewhere, kept whole."""

from django.db import models


class Import(models.Model):
    """A record that somebody has brought, and that was right; its id is made of its bytes."""

    id = models.CharField(max_length=40, primary_key=True)
    match_id = models.CharField(max_length=200)
    record = models.TextField()
    imported_at = models.DateTimeField(auto_now_add=True)
