"""What stands in no log: a match's seed while it is secret, the way into a private one, the match that follows one,
and the house's pulse."""

from django.db import models


class Seed(models.Model):
    """The seed that a match has committed to, encrypted with a key that the database doesn't know."""

    match_id = models.CharField(max_length=40, primary_key=True)
    sealed = models.TextField()


class Password(models.Model):
    """The salted hash of a private match's password."""

    match_id = models.CharField(max_length=40, primary_key=True)
    hash = models.CharField(max_length=128)


class Rematch(models.Model):
    """The match that those who sat at one have opened to play again: there is one at most."""

    match_id = models.CharField(max_length=40, primary_key=True)
    next_id = models.CharField(max_length=40, unique=True)


class Pulse(models.Model):
    """A time without a gap in which one web process could commit."""

    run = models.CharField(max_length=40, primary_key=True)
    alive_from = models.DateTimeField()
    alive_to = models.DateTimeField(db_index=True)
