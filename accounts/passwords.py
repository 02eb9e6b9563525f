"""Password hashing and password strength."""

from django.contrib.auth.hashers import Argon2PasswordHasher
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from accounts.models import User


class Argon2(Argon2PasswordHasher):
    """Argon2id with the parameters that OWASP recommends.

    Django's defaults take 100 MiB per hash, so a few simultaneous logins could exhaust the memory of a small server.
    """

    time_cost = 2
    memory_cost = 19 * 1024
    parallelism = 1


def password_faults(password: str, user: User) -> list[tuple[str, str]]:
    """Return why this password is too weak for the user, as pairs of a code and a text; empty if it is acceptable."""
    try:
        validate_password(password, user)
    except ValidationError as error:
        return [(fault.code or "invalid", fault.messages[0]) for fault in error.error_list]
    return []
