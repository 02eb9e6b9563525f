"""State outside the event log: secret seeds, passwords, invites, rematch links and answers for repeated requests."""

from django.db import models
from django.db.models.functions import Now

from accounts.models import Token, User


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


class ReplacedRematch(models.Model):
    """A rematch that ended in its lobby, and whose place another has taken."""

    match_id = models.CharField(max_length=40)
    """The match that it followed."""
    next_id = models.CharField(max_length=40, primary_key=True)


class StoredAnswer(models.Model):
    """The answer to a request that made a user, a token or an invite, for its repetition; see `stored_answers`.

    It is deleted with any of these. The columns have no constraints, because servers of 0.2.0 don't know this table and
    delete users and tokens without it.
    """

    digest = models.CharField(max_length=64, unique=True)
    """A keyed digest of the caller and the idempotency key, which isn't stored."""
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+", db_constraint=False)
    token = models.ForeignKey(Token, on_delete=models.CASCADE, null=True, related_name="+", db_constraint=False)
    """The token that the answer has."""
    invite = models.ForeignKey(Invite, on_delete=models.CASCADE, null=True, related_name="+", db_constraint=False)
    """The invite whose code the answer has."""
    sealed = models.TextField()
    """The answer, encrypted."""
    created_at = models.DateTimeField(db_default=Now(), db_index=True)
