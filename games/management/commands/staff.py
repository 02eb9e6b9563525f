"""`manage.py staff LOGIN`: grant an existing account access to the staff pages, or revoke it."""

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.models import Permission
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from accounts.models import User
from games.management.migrations_check import ensure_migrated

VIEW_PERMISSIONS = ("view_match", "view_person", "view_staffact")
ACTION_PERMISSIONS = {"matches": "act_on_match", "people": "act_on_person"}


class Command(BaseCommand):
    help = (
        "Let an existing account view the staff pages at /admin/ (docs/how-to/staff.md), with the permissions that are "
        "given here and no others. To create an account that may do everything, use `createsuperuser`."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("login", help="the account's login name")
        parser.add_argument(
            "--may",
            choices=ACTION_PERMISSIONS,
            action="append",
            default=[],
            help="also allow actions on matches or on people; may be given twice",
        )
        parser.add_argument("--no-longer", action="store_true", help="revoke all staff permissions")
        parser.add_argument("--data", metavar="DIR", help="the data folder (or DIXIT_DATA)")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["no_longer"] and options["may"]:
            raise CommandError("--no-longer revokes all permissions, so it can't be combined with --may")
        ensure_migrated()
        try:
            user = User.objects.get_by_natural_key(options["login"])
        except User.DoesNotExist:
            raise CommandError(f"there is no account {options['login']}") from None
        codenames = (
            () if options["no_longer"] else (*VIEW_PERMISSIONS, *(ACTION_PERMISSIONS[area] for area in options["may"]))
        )
        with transaction.atomic():
            # A superuser has every permission whatever is set below, so this has to go.
            User.objects.filter(id=user.id).update(is_staff=bool(codenames), is_superuser=False)
            user.user_permissions.set(
                Permission.objects.filter(content_type__app_label="staff", codename__in=codenames)
            )
        actions = " and act on " + " and ".join(options["may"]) if options["may"] else ""
        summary = f"can view the staff pages{actions}" if codenames else "is no longer a staff member"
        self.stdout.write(f"{user.name} {summary}.")
