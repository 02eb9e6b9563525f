"""State outside the event log: secret seeds, passwords, invites and rematch links."""

from django.db import models


class Seed(models.Model):
    """The seed that a match has committed to, encrypted with a key that isn't in the database."""

    match_id = models.CharField(max_length=40, primary_key=True)
    sealed = models.TextField()


class Password(models.Model):
    """The salted hash of a private match's password."""

    match_id = models.CharField(max_length=40, primary_key=True)
    hash = models.CharField(max_length=128)


class Invite(models.Model):
    """An invite to a match. Only the SHA-256 of its code is stored; 192 random bits need no salt."""

    id = models.CharField(max_length=40, primary_key=True)
    match_id = models.CharField(max_length=40, db_index=True)
    digest = models.CharField(max_length=64, unique=True)
    made_by = models.CharField(max_length=40, db_index=True)
    seat = models.PositiveSmallIntegerField(null=True)
    uses = models.PositiveSmallIntegerField()
    used = models.PositiveSmallIntegerField(default=0)
    expires_at = models.DateTimeField(db_index=True)

    @property
    def uses_left(self) -> int:
        return self.uses - self.used


class Rematch(models.Model):
    """The one match that follows another as its rematch."""

    match_id = models.CharField(max_length=40, primary_key=True)
    next_id = models.CharField(max_length=40, unique=True)
