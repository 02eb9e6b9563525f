"""The audit log of staff actions, and proxy models for the admin pages on matches and people."""

from django.db import models

from accounts.models import User
from games.projections.models import MatchRow


class StaffAct(models.Model):
    """An entry of the audit log: an action that a staff member took.

    Triggers refuse to change or delete entries (see the migration). Django's own admin history has no such protection,
    so it is not used. Entries name people by id only, because a name could not be erased later.
    """

    at = models.DateTimeField(auto_now_add=True)
    # Plain ids, no foreign keys: entries outlive accounts, and `about` names either a match or a person.
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
        verbose_name = "staff action"
        verbose_name_plural = "staff actions"
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"{self.get_act_display()}: {self.about}"


class Match(MatchRow):
    """A match, as listed in the lobby, with the permission to act on it."""

    class Meta:
        proxy = True
        verbose_name_plural = "matches"
        default_permissions = ("view",)
        permissions = [("act_on_match", "May end phases and matches")]

    def __str__(self) -> str:
        return self.match_id


class Person(User):
    """A registered user, a guest or a computer player, with the permission to act on them."""

    class Meta:
        proxy = True
        verbose_name_plural = "people"
        default_permissions = ("view",)
        permissions = [("act_on_person", "May ban people and revoke their tokens")]

    def __str__(self) -> str:
        return self.name
