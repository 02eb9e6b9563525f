"""The tables of the log. Triggers in the migrations make the database itself refuse to change or skip an event."""

from django.db import models


class Head(models.Model):
    """The end of a match's log. Appending locks this row first.

    `erased` grows with each erasure: a cached state with another value may still hold what was erased.
    """

    match_id = models.CharField(max_length=40, primary_key=True)
    version = models.PositiveIntegerField()
    hash = models.CharField(max_length=64)
    erased = models.PositiveIntegerField(db_default=0)


class Event(models.Model):
    """One event; `body` is canonical JSON text, stored and sent exactly as it was hashed."""

    pk = models.CompositePrimaryKey("match_id", "version")
    match_id = models.CharField(max_length=40)
    version = models.PositiveIntegerField()
    type = models.CharField(max_length=40)
    command_id = models.CharField(max_length=64, null=True)
    """Unused, and empty: clients choose idempotency keys, so they can't stay in a log that is never erased."""
    recorded_at = models.DateTimeField()
    body = models.TextField()
    hash = models.CharField(max_length=64)


class Opening(models.Model):
    """The opening of one sealed part: its salt and value (None once erased), and who may read them.

    A row never changes, except that it can be erased. `reader`, `face_down` and `opens` are those of
    `rulebook.sealed.Part`. From which version on somebody may read a part follows from them and from the events
    (`rulebook.audience`).
    """

    pk = models.CompositePrimaryKey("match_id", "version", "part")
    match_id = models.CharField(max_length=40)
    version = models.PositiveIntegerField()
    part = models.CharField(max_length=40)
    salt = models.CharField(max_length=64, null=True)
    value = models.TextField(null=True)
    reader = models.PositiveSmallIntegerField(null=True)
    face_down = models.BooleanField(db_default=False)
    opens = models.CharField(max_length=40)


class Command(models.Model):
    """An acknowledged command, stored so that a repetition gets the same answer and has no second effect.

    `request` is a keyed digest of the request; `first` to `last` are the versions it led to.
    """

    pk = models.CompositePrimaryKey("account_id", "command_id")
    account_id = models.CharField(max_length=40)
    command_id = models.CharField(max_length=64)
    request = models.CharField(max_length=64)
    match_id = models.CharField(max_length=40, db_index=True)
    first = models.PositiveIntegerField()
    last = models.PositiveIntegerField()
    recorded_at = models.DateTimeField(db_index=True)
