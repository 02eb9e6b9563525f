"""Access to matches: a private match exists only for its players and for those who have its password or an invite."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from unicodedata import normalize

from django.contrib.auth.hashers import check_password, make_password

from games.eventlog import match_state
from games.eventlog.database_time import database_time
from games.eventlog.match_state import MatchState
from games.eventlog.unreadable_logs import UnreadableLog, report_unreadable
from games.matches.models import Password
from games.projections.models import MatchRow, ReservationRow, SeatRow
from games.rulebook import Match
from games.rulebook.audience import PUBLIC_AUDIENCE, Audience
from games.rulebook.match import Gathering, assigned_seat_of, at_time, reserved_seat_of, terms_of


class NoSuchMatch(Exception):
    """There is no such match, or the caller may not see it; the two look the same from outside."""


def may_see(match: Match, account: str | None, now: datetime | None = None) -> bool:
    """Return whether the account (None: the public) may see the match.

    Anyone may see public and unlisted matches; only players may see a private one, including those who have resigned
    and those for whom a seat is reserved. `now` is the database's time, if the caller has it.
    """
    if terms_of(match).visibility != "private":
        return True
    return account is not None and (
        assigned_seat_of(match, account) is not None or reserved_seat_of(match_now(match, now), account) is not None
    )


def visible_state(match_id: str, account: str | None) -> MatchState:
    """Return the newest state of a match that the account may see.

    Raises:
        NoSuchMatch: there is no such match, or the account may not see it.
        UnreadableLog: the log can't be read, and the account may see the match.
    """
    with hidden_if_unreadable(match_id, account):
        state = match_state.load(match_id)
    if state is None or not may_see(state.match, account):
        raise NoSuchMatch
    return state


@contextmanager
def hidden_if_unreadable(
    match_id: str, account: str | None, is_let_in: Callable[[], bool] = lambda: False
) -> Iterator[None]:
    """Raise `NoSuchMatch` if the match's log can't be read and the account may not see the match, by the read models.

    Otherwise anyone who knows the id of a private match could find out that it exists. `is_let_in` says whether the
    account may see it for another reason.
    """
    try:
        yield
    except UnreadableLog as error:
        report_unreadable(match_id, error)
        if not (is_let_in() or _may_see_by_read_models(match_id, account)):
            raise NoSuchMatch from None
        raise


def _may_see_by_read_models(match_id: str, account: str | None) -> bool:
    """Return the same as `may_see` for a match whose log can't be read."""
    if MatchRow.objects.filter(match_id=match_id).exclude(visibility="private").exists():
        return True
    seats = SeatRow.objects.filter(match_id=match_id, player_id=account)
    reservations = ReservationRow.objects.filter(match_id=match_id, player_id=account, until__gt=database_time())
    return account is not None and (seats.exists() or reservations.exists())


def match_now(match: Match, now: datetime | None = None) -> Match:
    """Return the match as it is at the database's time, which is asked for only if it matters and isn't given."""
    has_reservations = isinstance(match, Gathering) and match.reservations is not None
    return at_time(match, now or database_time()) if has_reservations else match


def audience_of(state: MatchState, account: str | None) -> Audience:
    """Return the audience whose events this account may read: its seat's, or the public's."""
    seat = assigned_seat_of(state.match, account) if account else None
    return PUBLIC_AUDIENCE if seat is None else Audience(seat, state.resignation_versions.get(seat))


def is_correct_password(match_id: str, password: str) -> bool:
    """Return whether this is the match's password; False if the match has none, or doesn't exist.

    Call it before the lock of a match is taken: hashing is slow on purpose, and would hold up every other player.

    Raises:
        HashingOverloaded
    """
    stored = Password.objects.filter(match_id=match_id).first()
    # As it was sent, too: matches of 0.1.0 have the hashes of passwords that weren't normalized.
    spellings = {normalize("NFC", password), password}
    if stored is None:
        # Hash anyway: a fast answer would reveal that there is no private match of this id.
        for spelling in spellings:
            make_password(spelling)
        return False
    return any(check_password(spelling, stored.hash) for spelling in spellings)


def copy_password(match_id: str, next_id: str) -> None:
    """Give another match the same password, without knowing it: the hash is copied."""
    for stored in Password.objects.filter(match_id=match_id):
        Password.objects.create(match_id=next_id, hash=stored.hash)


def hash_password(password: str) -> str:
    """Return the salted hash of a match's password; slow on purpose, so it is done before a transaction begins.

    Raises:
        HashingOverloaded
    """
    return make_password(normalize("NFC", password))


def store_password_hash(match_id: str, password_hash: str) -> None:
    """Give a private match the password with this hash."""
    Password.objects.create(match_id=match_id, hash=password_hash)
