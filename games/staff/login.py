"""How the staff logs in: by a password, which nobody may guess at often."""

from typing import Any

from django.contrib.admin.forms import AdminAuthenticationForm
from django.core.exceptions import ValidationError

from games.api.budget import address
from games.limits import Limit, take_all

NAME = Limit(name="staff-name", most=10, seconds=600)
"""Attempts at one name from one address."""
ADDRESS = Limit(name="staff-address", most=50, seconds=600)
"""Attempts from one address, whatever the names."""


class StaffLogin(AdminAuthenticationForm):
    def clean(self) -> dict[str, Any]:
        assert self.request is not None, "the login page gives it"
        here, name = address(self.request), str(self.cleaned_data.get("username", "")).casefold()
        told = take_all([(NAME, f"{name}\n{here}"), (ADDRESS, here)])
        if not all(taken.sure for taken in told):
            raise ValidationError("Nobody can log in while attempts can't be counted.", code="uncounted")
        if not all(taken.passed for taken in told):
            raise ValidationError("Too many attempts. Come back in some minutes.", code="too_many")
        return super().clean()
