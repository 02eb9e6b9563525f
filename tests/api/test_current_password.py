"""A stolen token doesn't take an account: what changes, erases or locks it out needs the current password as well."""

from typing import Any

import pytest
from pytest_django import Settings

from accounts.models import User
from tests.api.account_helpers import PASSWORD, create_account, log_in, unique_name
from tests.api.api_client import Player
from tests.api.test_accounts import field_errors

pytestmark = pytest.mark.django_db

REQUESTS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("PATCH", "/me", {"name": "Another Name"}),
    ("PATCH", "/me", {"email": "another@example.org"}),
    ("PATCH", "/me", {"email": None}),
    ("PATCH", "/me", {"password": "another long walk"}),
    ("DELETE", "/tokens", {}),
    ("DELETE", "/me", {}),
)
FAULTS: tuple[tuple[dict[str, Any], str], ...] = (
    ({}, "missing_field"),
    ({"current_password": None}, "missing_field"),
    ({"current_password": "a guess"}, "wrong_password"),
)


@pytest.mark.parametrize(("method", "path", "body"), REQUESTS)
def test_a_token_alone_changes_nothing(method: str, path: str, body: dict[str, Any]) -> None:
    account = create_account(email="canary@example.org")
    session, before = log_in(account.name), User.objects.values().get(id=account.id)
    for given, code in FAULTS:
        response = account.send(method, path, {**body, **given})
        assert (response.status, field_errors(response)) == (400, [("/current_password", code)])
    assert User.objects.values().get(id=account.id) == before
    assert session.get("/me").status == 200
    assert account.send(method, path, {**body, "current_password": PASSWORD}).status in (200, 204)


@pytest.mark.parametrize(("method", "path", "body"), REQUESTS)
def test_a_guest_needs_no_password_and_has_none(method: str, path: str, body: dict[str, Any]) -> None:
    guest = Player()
    assert field_errors(guest.send(method, path, {**body, "current_password": PASSWORD}))[0][1] == "no_account"
    if "password" not in body:
        assert guest.send(method, path, body).status in (200, 204)


def test_an_account_whose_password_was_taken_away_can_still_be_erased() -> None:
    account = create_account()
    user = User.objects.get(id=account.id)
    user.set_unusable_password()
    user.save()
    account.send("DELETE", "/me").ok()


@pytest.mark.parametrize(("method", "path", "body"), [REQUESTS[0], REQUESTS[4], REQUESTS[5]])
def test_guesses_count_as_logins(settings: Settings, method: str, path: str, body: dict[str, Any]) -> None:
    settings.RATE_LIMITS = 1
    account = create_account(unique_name())
    for _ in range(10):
        account.send(method, path, {**body, "current_password": "a guess"})
    refused = account.send(method, path, {**body, "current_password": PASSWORD})
    assert (refused.status, refused.json["limit"]) == (429, "login-here")
    assert User.objects.filter(id=account.id, name=account.name).exists()


def test_a_change_needs_the_password_that_holds_when_it_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    from games.api import account_views, current_password

    account, verify = create_account(), current_password.verify_for_change

    def verify_then_change(*args: Any) -> User:
        monkeypatch.setattr(account_views, "verify_for_change", verify)
        user = verify(*args)
        account.send("PATCH", "/me", {"password": "another long walk", "current_password": PASSWORD}).ok()
        return user

    monkeypatch.setattr(account_views, "verify_for_change", verify_then_change)
    late = account.send("PATCH", "/me", {"name": unique_name(), "current_password": PASSWORD})
    assert late.code == "wrong_credentials"
    assert account.get("/me").ok()["name"] == account.name
