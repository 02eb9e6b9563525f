"""What stands in no log: a match's seed while it is secret, ways into a match, the match that follows one, and the
house's pulse."""

from django.db import models


class Seed(models.Model):
    """The seed that a match has committed to, encrypted with a key that the database doesn't know."""

    match_id = models.CharField(max_length=40, primary_key=True)
    sealed = models.TextField()


class Password(models.Model):
    """The salted hash of a private match's password."""

    match_id = models.CharField(max_length=40, primary_key=True)
    hash = models.CharField(max_length=128)


class Invite(models.Model):
    """What lets somebody sit down at a match; only the SHA-256 of its code is kept (192 random bits need no salt)."""

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
    """The match that those who sat at one have opened to play again: there is one at most."""

    match_id = models.CharField(max_length=40, primary_key=True)
    next_id = models.CharField(max_length=40, unique=True)


class Pulse(models.Model):
    """A time without a gap in which one web process could commit."""

    run = models.CharField(max_length=40, primary_key=True)
    alive_from = models.DateTimeField()
    alive_to = models.DateTimeField(db_index=True)
