"""Staff actions on people and matches. Each action and its audit log entry are one transaction."""

from django.db import transaction

from accounts.models import Token, User
from accounts.token_cache import account_changed
from games.matches import staff_commands
from games.matches.command_decision import CommandResult
from games.matches.erasure import leave_all_matches
from games.staff.models import StaffAct


def end_phase(match_id: str, phase: str, *, by: str, reason: str) -> None:
    """End a phase now, as if its time were up.

    Args:
        match_id: the match.
        phase: the id of the phase, such as `3.voting`.
        by: the id of the staff member.
        reason: why, for the audit log.

    Raises:
        NoSuchMatch: if there is no such match.
        Refused: if the match is not in this phase, or the phase cannot be ended.
    """
    with transaction.atomic():
        _record_act(
            by, "end_phase", match_id, reason, _version_range_text(staff_commands.force_time_up(match_id, phase), phase)
        )


def end_match(match_id: str, *, by: str, reason: str) -> None:
    """End the match without a winner.

    Raises:
        NoSuchMatch: if there is no such match.
        Refused: if the match is already over.
    """
    with transaction.atomic():
        _record_act(by, "end_match", match_id, reason, _version_range_text(staff_commands.call_off(match_id), ""))


def ban_user(user_id: str, *, by: str, reason: str) -> None:
    """Deactivate a user, then leave all seats that they hold. Can be repeated if it was interrupted.

    The seats are left after the transaction, one match at a time: a user can hold many, and each match is a command of
    its own.
    """
    with transaction.atomic():
        # First, so that the user can't take another seat while these are being left.
        User.objects.filter(id=user_id).update(is_active=False)
        account_changed(user_id)
        _record_act(by, "ban", user_id, reason)
    leave_all_matches(user_id)


def unban_user(user_id: str, *, by: str, reason: str) -> None:
    """Reactivate a user. Their unexpired tokens work again; the seats that they lost are not restored."""
    with transaction.atomic():
        User.objects.filter(id=user_id).update(is_active=True)
        _record_act(by, "unban", user_id, reason)


def revoke_token(user_id: str, token_id: str, *, by: str, reason: str) -> None:
    """Delete a token of a user. Nothing happens, and nothing is logged, if there is no such token."""
    with transaction.atomic():
        if Token.objects.filter(user_id=user_id, id=token_id).delete()[0]:
            account_changed(user_id)
            _record_act(by, "revoke_token", user_id, reason, token_id)


def _version_range_text(result: CommandResult, phase: str) -> str:
    return f"{phase} events {result.first_version} to {result.last_version}".strip()


def _record_act(by: str, act: str, about: str, reason: str, detail: str = "") -> None:
    StaffAct.objects.create(by=by, act=act, about=about, reason=reason, detail=detail)
