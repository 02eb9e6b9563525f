"""The tables of the read models. Every row follows from a match's log alone, so a rebuild gives the same bytes."""

from django.db import models


class MatchRow(models.Model):
    """The lobby: one line a match."""

    match_id = models.CharField(max_length=40, primary_key=True)
    opened_at = models.DateTimeField()
    status = models.CharField(max_length=10)
    ruleset = models.CharField(max_length=40)
    visibility = models.CharField(max_length=10)
    host = models.PositiveSmallIntegerField()
    start = models.CharField(max_length=10, default="host")
    places = models.PositiveSmallIntegerField()
    round = models.PositiveIntegerField()
    phase = models.CharField(max_length=40)

    class Meta:
        indexes = [models.Index(fields=["status", "visibility", "-opened_at"]), models.Index(fields=["-opened_at"])]


class SeatRow(models.Model):
    """Scores: who sits where, with how many points."""

    pk = models.CompositePrimaryKey("match_id", "seat")
    match_id = models.CharField(max_length=40)
    seat = models.PositiveSmallIntegerField()
    player_id = models.CharField(max_length=40, null=True)
    player_name = models.CharField(max_length=320, null=True)
    player_kind = models.CharField(max_length=10)
    score = models.PositiveIntegerField()

    class Meta:
        indexes = [models.Index(fields=["player_id", "match_id"])]


class HandRow(models.Model):
    """Hands: the cards that a seat holds, as a JSON list. Secret."""

    pk = models.CompositePrimaryKey("match_id", "seat")
    match_id = models.CharField(max_length=40)
    seat = models.PositiveSmallIntegerField()
    cards = models.TextField()


class TableauRow(models.Model):
    """The tableau: what lies face up; whose it is and who voted for it (a JSON list) only once the round is scored."""

    pk = models.CompositePrimaryKey("match_id", "slot")
    match_id = models.CharField(max_length=40)
    slot = models.PositiveSmallIntegerField()
    card = models.CharField(max_length=60)
    seat = models.PositiveSmallIntegerField(null=True)
    votes = models.TextField(null=True)


class DeadlineRow(models.Model):
    """Deadlines: when the phase that a match is in is over; no row without a limit."""

    match_id = models.CharField(max_length=40, primary_key=True)
    phase = models.CharField(max_length=40)
    due_at = models.DateTimeField(db_index=True)


class DrawRow(models.Model):
    """Draws: how many seats have added entropy to the luck of a match, and how many draws were void; else no row."""

    match_id = models.CharField(max_length=40, primary_key=True)
    entropies = models.PositiveSmallIntegerField()
    voids = models.PositiveSmallIntegerField()


class TurnRow(models.Model):
    """Turns: which computer players a match waits for, and when they have thought long enough."""

    pk = models.CompositePrimaryKey("match_id", "seat")
    match_id = models.CharField(max_length=40)
    seat = models.PositiveSmallIntegerField()
    phase = models.CharField(max_length=40)
    due_at = models.DateTimeField(db_index=True)


class ResultRow(models.Model):
    """Results: how a match that was played and is over came out for each seat, and what its player has done in it."""

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
    """Whether everybody else was a computer player."""
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
        indexes = [models.Index(fields=["player_id", "ended_at"])]


class CardRow(models.Model):
    """Cards: what people have done with a card in a public match that is over, unless only one of them played."""

    pk = models.CompositePrimaryKey("match_id", "card")
    match_id = models.CharField(max_length=40)
    card = models.CharField(max_length=60)
    told = models.PositiveIntegerField()
    well_told = models.PositiveIntegerField()
    found = models.PositiveIntegerField()
    submitted = models.PositiveIntegerField()
    votes = models.PositiveIntegerField()

    class Meta:
        # All that is summed stands in it: the rows themselves aren't read.
        indexes = [models.Index(fields=["card", "told", "well_told", "found", "submitted", "votes"])]
