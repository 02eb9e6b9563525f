"""The login form of the staff site. Its attempts count towards the same rate limit as logins through the API."""

from typing import Any

from django.contrib.admin.forms import AdminAuthenticationForm
from django.core.exceptions import ValidationError

from accounts.names import normalize_login
from accounts.passwords import HashingOverloaded
from games.api.login_throttle import charge_login_attempt
from games.api.throttle import client_address
from games.protocol.problems import Problem


class StaffLoginForm(AdminAuthenticationForm):
    """Django's admin login form, with a rate limit."""

    def clean(self) -> dict[str, Any]:
        """Count the attempt, then check name and password.

        Raises:
            ValidationError: a limit is exceeded, or the login is wrong or not one of staff.
        """
        assert self.request is not None, "the login view passes the request"
        # Charged before the password is checked, so that a correct guess beyond the limit does not get in either.
        try:
            charge_login_attempt(normalize_login(self.cleaned_data.get("username", "")), client_address(self.request))
        except Problem as problem:
            raise ValidationError(problem.detail, code=problem.code) from None
        try:
            return super().clean()
        except HashingOverloaded:
            raise ValidationError("Too many passwords are being checked; try again in a moment.") from None
