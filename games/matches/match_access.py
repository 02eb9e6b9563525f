"""Who may know of a match: a private one is there only for who sits at it or has its password."""

from django.contrib.auth.hashers import check_password, make_password

from games.eventlog.event_reader import PUBLIC_AUDIENCE, Audience
from games.eventlog.match_state import MatchState
from games.matches.models import Password
from games.rulebook import Match
from games.rulebook.match import assigned_seat_of, terms_of


class NoSuchMatch(Exception):
    """There is no match of this id that the caller may know of."""


class Kicked(Exception):
    """The host has made the caller leave, and only an invite leads back."""


def may_see(match: Match, account: str | None) -> bool:
    """Public and unlisted matches may be watched by anyone, a private one also by who has resigned there."""
    return terms_of(match).visibility != "private" or (
        account is not None and assigned_seat_of(match, account) is not None
    )


def audience_of(state: MatchState, account: str | None) -> Audience:
    """As whom this account is told what happens in the match."""
    seat = assigned_seat_of(state.match, account) if account else None
    return PUBLIC_AUDIENCE if seat is None else Audience(seat, state.resignation_versions.get(seat))


def is_correct_password(match_id: str, password: str) -> bool:
    """Whether this is the match's password; takes as long where there is none, so that time doesn't tell."""
    stored = Password.objects.filter(match_id=match_id).first()
    if stored is None:
        make_password(password)
        return False
    return check_password(password, stored.hash)


def copy_password(match_id: str, next_id: str) -> None:
    """Let the password of a match open another one, too."""
    for stored in Password.objects.filter(match_id=match_id):
        Password.objects.create(match_id=next_id, hash=stored.hash)


def set_password(match_id: str, password: str) -> None:
    """Keep the salted hash of a private match's password."""
    Password.objects.create(match_id=match_id, hash=make_password(password))
