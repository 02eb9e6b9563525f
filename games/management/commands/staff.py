"""`staff`: let somebody who has an account in by the staff's door, or no longer."""

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
        "Let somebody who has an account see the staff's pages at /admin/ (docs/how-to/staff.md), with the rights that "
        "are named and no others. `createsuperuser` makes somebody who may do everything."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("login", help="the account's name")
        parser.add_argument(
            "--may",
            choices=ACTION_PERMISSIONS,
            action="append",
            default=[],
            help="also act on matches, or on people; both may be given",
        )
        parser.add_argument("--no-longer", action="store_true", help="take every right away")
        parser.add_argument("--data", metavar="DIR", help="the data folder (or DIXIT_DATA)")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["no_longer"] and options["may"]:
            raise CommandError("--no-longer takes every right away, so there is nothing that they --may")
        ensure_migrated()
        try:
            user = User.objects.get_by_natural_key(options["login"])
        except User.DoesNotExist:
            raise CommandError(f"there is no account {options['login']}") from None
        codenames = (
            () if options["no_longer"] else (*VIEW_PERMISSIONS, *(ACTION_PERMISSIONS[each] for each in options["may"]))
        )
        with transaction.atomic():
            User.objects.filter(id=user.id).update(is_staff=bool(codenames), is_superuser=False)
            user.user_permissions.set(
                Permission.objects.filter(content_type__app_label="staff", codename__in=codenames)
            )
        may = " and ".join(options["may"])
        summary = "looks, and acts on " + may if may else "looks" if codenames else "is of the staff no longer"
        self.stdout.write(f"{user.name} {summary}.")
