"""The tables of the read models. Every row is derived from a match's log alone, so a rebuild gives the same bytes."""

from django.db import models


class MatchRow(models.Model):
    """The list of matches: one row per match."""

    match_id = models.CharField(max_length=40, primary_key=True)
    opened_at = models.DateTimeField()
    status = models.CharField(max_length=10)
    ruleset = models.CharField(max_length=40)
    visibility = models.CharField(max_length=10)
    host = models.PositiveSmallIntegerField()
    start = models.CharField(max_length=10, default="host", db_default="host")
    places = models.PositiveSmallIntegerField()
    round = models.PositiveIntegerField()
    phase = models.CharField(max_length=40)

    class Meta:
        # For the lobby, with and without a status, and of one rule set.
        indexes = [
            models.Index(fields=["status", "visibility", "-opened_at"]),
            models.Index(fields=["-opened_at"]),
            models.Index(fields=["visibility", "ruleset", "-opened_at"]),
        ]


class SeatRow(models.Model):
    """The players on their seats, with their scores."""

    pk = models.CompositePrimaryKey("match_id", "seat")
    match_id = models.CharField(max_length=40)
    seat = models.PositiveSmallIntegerField()
    player_id = models.CharField(max_length=40, null=True)
    player_name = models.CharField(max_length=320, null=True)
    player_kind = models.CharField(max_length=10)
    score = models.PositiveIntegerField()
    resigned = models.BooleanField(default=False, db_default=False)

    class Meta:
        # For one's own matches, and for the number of them (`matches.quota`).
        indexes = [models.Index(fields=["player_id", "match_id"])]


class ReservationRow(models.Model):
    """A seat that is reserved for a player, until then."""

    pk = models.CompositePrimaryKey("match_id", "seat")
    match_id = models.CharField(max_length=40)
    seat = models.PositiveSmallIntegerField()
    player_id = models.CharField(max_length=40)
    until = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["player_id", "until"])]


class ParticipantRow(models.Model):
    """The people whom a match concerns: those with a seat, and those whom its host has removed, without one.

    `ended_at` is None while the match isn't over.
    """

    pk = models.CompositePrimaryKey("match_id", "player_id")
    match_id = models.CharField(max_length=40)
    player_id = models.CharField(max_length=40)
    seat = models.PositiveSmallIntegerField(null=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        # An account's unfinished and recent matches, however many it has played before.
        indexes = [models.Index(fields=["player_id", "ended_at"])]


class HandRow(models.Model):
    """The cards that a seat holds, as a JSON list. Secret."""

    pk = models.CompositePrimaryKey("match_id", "seat")
    match_id = models.CharField(max_length=40)
    seat = models.PositiveSmallIntegerField()
    cards = models.TextField()


class TableauRow(models.Model):
    """A card that lies face up; its owner and voters (a JSON list) are set only once the round has been scored."""

    pk = models.CompositePrimaryKey("match_id", "slot")
    match_id = models.CharField(max_length=40)
    slot = models.PositiveSmallIntegerField()
    card = models.CharField(max_length=60)
    seat = models.PositiveSmallIntegerField(null=True)
    votes = models.TextField(null=True)


class DeadlineRow(models.Model):
    """When the phase of a match times out; no row without a limit."""

    match_id = models.CharField(max_length=40, primary_key=True)
    phase = models.CharField(max_length=40)
    due_at = models.DateTimeField(db_index=True)


class DrawRow(models.Model):
    """How many seats have added entropy to a match, and how many draws were void; no row if both are 0."""

    match_id = models.CharField(max_length=40, primary_key=True)
    entropies = models.PositiveSmallIntegerField()
    voids = models.PositiveSmallIntegerField()


class TurnRow(models.Model):
    """A computer player that a match waits for, and when it acts."""

    pk = models.CompositePrimaryKey("match_id", "seat")
    match_id = models.CharField(max_length=40)
    seat = models.PositiveSmallIntegerField()
    phase = models.CharField(max_length=40)
    due_at = models.DateTimeField(db_index=True)


class ResultRow(models.Model):
    """The result of a match for one seat, and what its player has done; only for matches that had a round."""

    pk = models.CompositePrimaryKey("match_id", "seat")
    match_id = models.CharField(max_length=40)
    seat = models.PositiveSmallIntegerField()
    player_id = models.CharField(max_length=40, null=True)
    score = models.PositiveIntegerField()
    won = models.BooleanField()
    ended_at = models.DateTimeField()
    status = models.CharField(max_length=10)
    ruleset = models.CharField(max_length=40)
    visibility = models.CharField(max_length=10)
    alone = models.BooleanField()
    """Whether all other players were computer players."""
    resigned = models.BooleanField()
    place = models.PositiveSmallIntegerField()
    points = models.PositiveIntegerField()
    told = models.PositiveIntegerField()
    well_told = models.PositiveIntegerField()
    found_by_all = models.PositiveIntegerField()
    found_by_none = models.PositiveIntegerField()
    guessed = models.PositiveIntegerField()
    found = models.PositiveIntegerField()
    gave = models.PositiveIntegerField()
    fooled = models.PositiveIntegerField()

    class Meta:
        # For the history, which is ordered by time.
        indexes = [models.Index(fields=["player_id", "ended_at"])]


class CardRow(models.Model):
    """What people have done with a card in a public match that is over and had at least two people."""

    pk = models.CompositePrimaryKey("match_id", "card")
    match_id = models.CharField(max_length=40)
    card = models.CharField(max_length=60)
    told = models.PositiveIntegerField()
    well_told = models.PositiveIntegerField()
    found = models.PositiveIntegerField()
    submitted = models.PositiveIntegerField()
    votes = models.PositiveIntegerField()

    class Meta:
        # The index covers every summed column, so that a sum is an index-only scan.
        indexes = [models.Index(fields=["card", "told", "well_told", "found", "submitted", "votes"])]


class Counter(models.Model):
    """A sum over the rows of all matches, without the changes that still wait."""

    name = models.CharField(max_length=160, primary_key=True)
    value = models.BigIntegerField()
    ranking = models.CharField(max_length=160, null=True)
    """The list that is read in the order of the values of its counters; null for most."""

    class Meta:
        indexes = [models.Index(fields=["ranking", "-value", "name"])]


class CounterChange(models.Model):
    """By how much a counter has changed; waits until a task adds it to the counter."""

    id = models.BigAutoField(primary_key=True)
    name = models.CharField(max_length=160)
    change = models.BigIntegerField()
