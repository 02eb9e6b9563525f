"""What a match needs that must never stand in its log: its seed while it is secret, and the way into a private one."""

from django.db import models


class Seed(models.Model):
    """The seed that a match has committed to, encrypted with a key that the database doesn't know."""

    match_id = models.CharField(max_length=40, primary_key=True)
    sealed = models.TextField()


class Password(models.Model):
    """The salted hash of a private match's password."""

    match_id = models.CharField(max_length=40, primary_key=True)
    hash = models.CharField(max_length=128)
