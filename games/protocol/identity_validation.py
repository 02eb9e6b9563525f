"""What people say of themselves, held against what may be: names, e-mail addresses, new passwords."""

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from accounts import names, passwords
from accounts.models import User
from games.protocol.problems import FieldError, Problem
from games.protocol.strict_parsing import field_problem
from games.protocol.text_validation import validate_text


def validate_display_name(text: str) -> str:
    """A name as others see it."""
    return validate_text(text, "/name", 40)


def validate_login_name(text: str) -> str:
    """The name of an account: also short enough once it is in the form by which names are compared."""
    name = validate_display_name(text)
    if len(names.normalize_login(name)) > names.MAX_LOGIN_CODE_POINTS:
        raise field_problem(
            "/name",
            "unfit_text",
            f"This text has more than {names.MAX_LOGIN_CODE_POINTS} characters when it is written out.",
        )
    return name


def validate_token_label(text: str) -> str:
    """What a token is for; nothing need be said."""
    return validate_text(text, "/label", 40) if text.strip() else ""


def validate_email_address(text: str | None) -> str | None:
    """An e-mail address; nobody asks whether it is there."""
    if text is None:
        return None
    try:
        validate_email(text)
    except ValidationError:
        raise field_problem("/email", "unfit_email", "This is no e-mail address.") from None
    return text


def validate_and_hash_password(password: str, user: User) -> str:
    """The hash of a new password, unless it is too weak for this user.

    Raises:
        Problem: `invalid`, with everything that speaks against it.
    """
    if weaknesses := passwords.password_faults(password, user):
        raise Problem(
            "invalid", errors=[FieldError(pointer="/password", code=code, detail=detail) for code, detail in weaknesses]
        )
    user.set_password(password)
    return user.password
