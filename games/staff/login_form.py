"""How the staff logs in: by a password, whose attempts are counted together with those of the API."""

from typing import Any

from django.contrib.admin.forms import AdminAuthenticationForm
from django.core.exceptions import ValidationError

from accounts.names import normalize_login
from games.api.login_throttle import charge_login_attempt
from games.api.throttle import client_address
from games.protocol.problems import Problem


class StaffLoginForm(AdminAuthenticationForm):
    def clean(self) -> dict[str, Any]:
        assert self.request is not None, "the login page gives it"
        try:
            charge_login_attempt(normalize_login(self.cleaned_data.get("username", "")), client_address(self.request))
        except Problem as problem:
            raise ValidationError(problem.detail, code=problem.code) from None
        return super().clean()
