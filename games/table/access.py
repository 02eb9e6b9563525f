"""Who may know of a match: a private one is there only for who sits at it or has its password."""

from django.contrib.auth.hashers import check_password, make_password

from games.rulebook import Match
from games.rulebook.match import terms_of
from games.rulebook.views import seat_of
from games.table.models import Password


class NoSuchMatch(Exception):
    """There is no match of this id that the caller may know of."""


def may_see(match: Match, account: str | None) -> bool:
    """Public and unlisted matches may be watched by anyone."""
    return terms_of(match).visibility != "private" or (account is not None and seat_of(match, account) is not None)


def may_enter(match_id: str, match: Match, account: str | None, password: str | None) -> bool:
    """Whoever may see the match, and who brings the password of a private one."""
    if may_see(match, account):
        return True
    kept = Password.objects.filter(match_id=match_id).first()
    return password is not None and kept is not None and check_password(password, kept.hash)


def set_password(match_id: str, password: str) -> None:
    """Keep the salted hash of a private match's password."""
    Password.objects.create(match_id=match_id, hash=make_password(password))
