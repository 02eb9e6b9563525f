"""The staff's book: who of it did what, when and why; and what it looks at, under the names that it uses."""

from django.db import models

from accounts.models import User
from games.projections.models import MatchRow


class StaffAct(models.Model):
    """Something that somebody of the staff did. The database refuses to change or delete one (see the migration).

    Ids alone: whoever is erased later leaves no name here.
    """

    at = models.DateTimeField(auto_now_add=True)
    by = models.CharField(max_length=40, db_index=True)
    act = models.CharField(
        max_length=20,
        choices=[
            ("end_phase", "ended a phase"),
            ("end_match", "ended a match"),
            ("ban", "banned"),
            ("unban", "lifted a ban"),
            ("revoke_token", "revoked a token"),
        ],
    )
    about = models.CharField(max_length=40, db_index=True)
    """The id of a match or a person."""
    detail = models.CharField(max_length=80, blank=True)
    reason = models.CharField(max_length=500)

    class Meta:
        verbose_name = "act of the staff"
        verbose_name_plural = "acts of the staff"
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"{self.get_act_display()}: {self.about}"


class Match(MatchRow):
    """A line of the lobby, with what the staff may do there."""

    class Meta:
        proxy = True
        verbose_name_plural = "matches"
        default_permissions = ("view",)
        permissions = [("act_on_match", "May end phases and matches")]

    def __str__(self) -> str:
        return self.match_id


class Person(User):
    """Somebody with an account, a guest or a computer player."""

    class Meta:
        proxy = True
        verbose_name_plural = "people"
        default_permissions = ("view",)
        permissions = [("act_on_person", "May ban people and revoke their tokens")]

    def __str__(self) -> str:
        return self.name
