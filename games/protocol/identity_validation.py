"""Validation of names, token labels, e-mail addresses and new passwords; each raises a `Problem` if one is unfit."""

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from accounts import names, passwords
from accounts.models import User
from accounts.player_labels import strip_invisible
from games.protocol.problems import FieldError, Problem
from games.protocol.strict_parsing import field_problem
from games.protocol.text_validation import validate_text


def validate_display_name(text: str) -> str:
    """Return the name as others see it: in NFC, 1 to 40 visible characters, and none that is invisible for nothing."""
    return strip_invisible(validate_text(text, "/name", 40))


def validate_login_name(text: str) -> str:
    """Return the name of an account, which must also be short enough in the normal form in which names are compared.

    Raises:
        Problem: `invalid`.
    """
    name = validate_display_name(text)
    # The normal form (NFKC, case-folded) can be much longer: one visible character may become 18.
    if len(names.normalize_login(name)) > names.MAX_LOGIN_CODE_POINTS:
        raise field_problem(
            "/name",
            "unfit_text",
            f"This name has more than {names.MAX_LOGIN_CODE_POINTS} characters in its normal form.",
        )
    return name


def validate_token_label(text: str) -> str:
    """Return the label of a token, which may be empty."""
    return validate_text(text, "/label", 40) if text.strip() else ""


def validate_email_address(text: str | None) -> str | None:
    """Return the e-mail address. Only its form is checked, not whether it exists.

    Raises:
        Problem: `invalid`.
    """
    if text is None:
        return None
    try:
        validate_email(text)
    except ValidationError:
        raise field_problem("/email", "unfit_email", "This is not a valid e-mail address.") from None
    return text


def validate_and_hash_password(password: str, user: User) -> str:
    """Return the hash of a new password, unless it is too weak for this user.

    Raises:
        Problem: `invalid`, with every weakness of the password.
    """
    if weaknesses := passwords.password_faults(password, user):
        raise Problem(
            "invalid", errors=[FieldError(pointer="/password", code=code, detail=detail) for code, detail in weaknesses]
        )
    user.set_password(password)
    return user.password
