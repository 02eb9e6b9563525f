"""What people say of themselves, held against what may be: names, e-mail addresses, new passwords."""

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from accounts import names, passwords
from accounts.models import User
from games.wire.problems import Fault, Problem
from games.wire.strict import faulty
from games.wire.words import visible


def shown_name(text: str) -> str:
    """A name as others see it."""
    return visible(text, "/name", 40)


def login_name(text: str) -> str:
    """The name of an account: also short enough once it is in the form by which names are compared."""
    name = shown_name(text)
    if len(names.login_of(name)) > names.MOST:
        raise faulty("/name", "unfit_text", f"This text has more than {names.MOST} characters when it is written out.")
    return name


def label_of(text: str) -> str:
    """What a token is for; nothing need be said."""
    return visible(text, "/label", 40) if text.strip() else ""


def email(text: str | None) -> str | None:
    """An e-mail address; nobody asks whether it is there."""
    if text is None:
        return None
    try:
        validate_email(text)
    except ValidationError:
        raise faulty("/email", "unfit_email", "This is no e-mail address.") from None
    return text


def hashed(password: str, user: User) -> str:
    """The hash of a new password, unless it is too weak for this user.

    Raises:
        Problem: `invalid`, with everything that speaks against it.
    """
    if found := passwords.faults(password, user):
        raise Problem("invalid", errors=[Fault(pointer="/password", code=code, detail=words) for code, words in found])
    user.set_password(password)
    return user.password
