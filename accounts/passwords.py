"""Passwords: how they are kept, and which are too weak."""

from django.contrib.auth.hashers import Argon2PasswordHasher
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from accounts.models import User


class Argon2(Argon2PasswordHasher):
    """Argon2id with OWASP's numbers: Django's own take 100 MiB each, and a few logins at once all memory."""

    time_cost = 2
    memory_cost = 19 * 1024
    parallelism = 1


def password_faults(password: str, user: User) -> list[tuple[str, str]]:
    """What speaks against this password for that user: codes, and words for people."""
    try:
        validate_password(password, user)
    except ValidationError as error:
        return [(fault.code or "invalid", fault.messages[0]) for fault in error.error_list]
    return []
