"""Accounts: registration, upgrades from guest, login and changes."""

from typing import Any

import pytest
from django.core.management import call_command

from accounts.models import Token, User
from accounts.names import normalize_login
from games.api import account_views
from games.protocol import identity_validation
from tests.api.account_helpers import PASSWORD, create_account, log_in, player_from, post_without_token, unique_name
from tests.api.api_client import ApiResponse, Json, Player, call_in_process
from tests.api.game_table import GameTable

pytestmark = pytest.mark.django_db


def field_errors(response: ApiResponse) -> list[tuple[str, str]]:
    """Return the location and code of each field error."""
    assert response.code == "invalid", response
    return [(fault["pointer"], fault["code"]) for fault in response.json["errors"]]


def test_a_new_account_can_play_at_once_and_log_in_later() -> None:
    name = unique_name()
    response = post_without_token("/accounts", name=name, password=PASSWORD, email="ann@example.org")
    content = response.ok(201)
    assert set(content) == {"user", "token", "scopes", "expires_at"}
    assert content["user"] == {"id": content["user"]["id"], "name": name, "kind": "human"}
    assert response.headers["cache-control"] == "no-store"
    match = player_from(content).open()
    returning_player = log_in(name)
    assert (returning_player.id, returning_player.token != content["token"]) == (content["user"]["id"], True)
    assert returning_player.view(match)["seats"][0]["player"]["kind"] == "human"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "aNN"),
        ("Ann", "\uff21\uff2e\uff2e"),
        ("Ann", "A\u200dnn"),
        ("Ann Bo", " Ann\u3000 Bo"),
        ("Straße", "STRASSE"),
        ("Zoë", "Zoe\u0308"),
        ("ﬁnn", "Finn"),
    ],
)
def test_names_differing_only_in_case_or_invisible_characters_are_taken(one: str, other: str) -> None:
    create_account(one)
    assert post_without_token("/accounts", name=other, password=PASSWORD).code == "name_taken"
    assert log_in(other).name == one
    assert Player("Ann").send("POST", "/me/upgrade", {"name": other, "password": PASSWORD}).code == "name_taken"
    other_account = create_account()
    assert other_account.send("PATCH", "/me", {"name": other, "current_password": PASSWORD}).code == "name_taken"
    assert other_account.get("/me").ok()["name"] == other_account.name


@pytest.mark.parametrize("name", ["Ann", "\uff21\uff2e\uff2e", "İstanbul", "ﷺ", "ẞ", "ǰ", "ᾳ\u0345", "\u0345\u0391"])
def test_login_normalization_is_idempotent(name: str) -> None:
    assert normalize_login(normalize_login(name)) == normalize_login(name)


def test_guests_may_have_any_name_and_cannot_log_in() -> None:
    account = create_account()
    assert Player(account.name).id != account.id
    guest = Player(unique_name())
    assert post_without_token("/tokens", name=guest.name, password=PASSWORD).code == "wrong_credentials"


@pytest.mark.parametrize(
    ("password", "code"),
    [
        ("short1!", "password_too_short"),
        ("password1", "password_too_common"),
        ("4815162342", "password_entirely_numeric"),
        ("Bartholomew1", "password_too_similar"),
        ("dove.tail@example", "password_too_similar"),
    ],
)
def test_weak_passwords_are_refused_everywhere(password: str, code: str) -> None:
    account_fields: Json = {"name": "Bartholomew", "email": "dove.tail@example.org"}
    assert ("/password", code) in field_errors(post_without_token("/accounts", **account_fields, password=password))
    guest = Player(unique_name())
    assert ("/password", code) in field_errors(
        guest.send("POST", "/me/upgrade", {**account_fields, "password": password})
    )
    account = create_account(**account_fields)
    change = {"password": password, "current_password": PASSWORD}
    assert ("/password", code) in field_errors(account.send("PATCH", "/me", change))
    log_in(account.name)


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ({"name": "Ann"}, ("/password", "missing_field")),
        ({"password": PASSWORD}, ("/name", "missing_field")),
        ({"name": "\u200b", "password": PASSWORD}, ("/name", "unfit_text")),
        ({"name": "A\x00nn", "password": PASSWORD}, ("/name", "unfit_text")),
        ({"name": "ﷺ" * 40, "password": PASSWORD}, ("/name", "unfit_text")),
        ({"name": "x" * 41, "password": PASSWORD}, ("/name", "unfit_text")),
        ({"name": "Ann", "password": "x" * 201}, ("/password", "wrong_value")),
        ({"name": "Ann", "password": PASSWORD, "email": "no address"}, ("/email", "unfit_email")),
        ({"name": "Ann", "password": PASSWORD, "is_staff": True}, ("/is_staff", "unknown_field")),
    ],
)
def test_invalid_registration_fields_are_reported(body: dict[str, Any], fault: tuple[str, str]) -> None:
    assert fault in field_errors(post_without_token("/accounts", **body))


def test_an_upgraded_guest_keeps_id_seats_and_tokens() -> None:
    table = GameTable(3, ruleset="classic").start()
    guest, name = table.host, unique_name()
    response = guest.send("POST", "/me/upgrade", {"name": name, "password": PASSWORD, "email": "a@example.org"})
    content = response.ok()
    assert (content["id"], content["name"], content["kind"], content["email"]) == (
        guest.id,
        name,
        "human",
        "a@example.org",
    )
    assert guest.view(table.id)["you"]["seat"] == 0
    assert log_in(name).view(table.id)["you"]["hand"] == guest.view(table.id)["you"]["hand"]
    assert guest.send("POST", "/me/upgrade", {"password": PASSWORD}).code == "not_a_guest"


def test_of_two_concurrent_upgrades_the_later_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    guest, first = Player(unique_name()), unique_name()

    def hash_after_other_upgrade(password: str, user: User) -> str:
        monkeypatch.setattr(account_views, "validate_and_hash_password", identity_validation.validate_and_hash_password)
        guest.send("POST", "/me/upgrade", {"name": first, "password": PASSWORD}).ok()
        return identity_validation.validate_and_hash_password(password, user)

    monkeypatch.setattr(account_views, "validate_and_hash_password", hash_after_other_upgrade)
    late_response = guest.send("POST", "/me/upgrade", {"name": unique_name(), "password": "too late a walk"})
    assert late_response.code == "not_a_guest"
    assert log_in(first).id == guest.id


def test_an_upgrade_keeps_the_guest_name_by_default() -> None:
    guest = Player(unique_name())
    assert guest.send("POST", "/me/upgrade", {"password": PASSWORD}).ok()["name"] == guest.name
    assert log_in(guest.name).id == guest.id


def test_a_new_name_appears_only_in_matches_joined_later() -> None:
    account, name = create_account(), unique_name("Bea")
    before = account.open()
    assert account.send("PATCH", "/me", {"name": name, "current_password": PASSWORD}).ok()["name"] == name
    assert account.view(before)["seats"][0]["player"]["name"] == account.name
    assert account.view(account.open())["seats"][0]["player"]["name"] == name
    assert log_in(name).id == account.id
    assert post_without_token("/tokens", name=account.name, password=PASSWORD).code == "wrong_credentials"


def test_an_email_address_is_visible_only_to_its_owner_and_removable() -> None:
    account = create_account(email="canary@example.org")
    assert account.get("/me").ok()["email"] == "canary@example.org"
    match = account.open()
    everything = Player().get(f"/matches/{match}").content + Player().get("/matches").content
    assert b"canary" not in everything + Player().get(f"/matches/{match}/events").content
    confirmed = {"current_password": PASSWORD}
    assert account.send("PATCH", "/me", {"name": unique_name(), **confirmed}).ok()["email"] == "canary@example.org"
    assert account.send("PATCH", "/me", {"email": None, **confirmed}).ok()["email"] is None


def test_changing_the_password_requires_the_current_one_and_revokes_other_tokens() -> None:
    account, new_password = create_account(), "another long walk"
    other_session, script = log_in(account.name), account.send("POST", "/tokens", {}).ok(201)["token"]
    wrong = account.send("PATCH", "/me", {"password": new_password, "current_password": "not this one"})
    assert field_errors(wrong) == [("/current_password", "wrong_password")]
    assert field_errors(account.send("PATCH", "/me", {"password": new_password})) == [
        ("/current_password", "missing_field")
    ]
    assert field_errors(account.send("PATCH", "/me", {"current_password": new_password})) == [
        ("/password", "missing_field")
    ]
    assert other_session.get("/me").status == 200
    account.send("PATCH", "/me", {"password": new_password, "current_password": PASSWORD}).ok()
    assert account.get("/me").status == 200
    assert other_session.get("/me").code == "unauthenticated"
    assert call_in_process("GET", "/me", b"", {"Authorization": f"Bearer {script}"}).code == "unauthenticated"
    assert post_without_token("/tokens", name=account.name, password=PASSWORD).code == "wrong_credentials"
    log_in(account.name, new_password)


def test_composed_and_decomposed_passwords_are_equal() -> None:
    account = player_from(post_without_token("/accounts", name=unique_name(), password="caf\u00e9 au lait").ok(201))
    log_in(account.name, "cafe\u0301 au lait")


def test_a_guest_has_no_password_to_change() -> None:
    change = {"password": "another long walk", "current_password": PASSWORD}
    assert field_errors(Player().send("PATCH", "/me", change)) == [("/password", "no_account")]


def test_a_guest_may_use_the_name_of_an_account() -> None:
    account, guest = create_account(), Player()
    assert guest.send("PATCH", "/me", {"name": account.name}).ok()["kind"] == "guest"


def test_erasing_an_account_deletes_its_data_and_frees_its_name() -> None:
    account = create_account(email="canary@example.org")
    log_in(account.name)
    account.send("DELETE", "/me", {"current_password": PASSWORD}).ok()
    assert not User.objects.filter(id=account.id).exists()
    assert not Token.objects.filter(user_id=account.id).exists()
    assert create_account(account.name).id != account.id


def test_passwords_are_hashed_with_argon2(settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["accounts.passwords.Argon2"]
    account = create_account()
    stored_hash = User.objects.get(id=account.id).password
    assert stored_hash.startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")
    log_in(account.name)


def test_createsuperuser_creates_a_staff_account_that_can_log_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", PASSWORD)
    name = unique_name("Root")
    call_command("createsuperuser", interactive=False, login=name, verbosity=0)
    user = User.objects.get_by_natural_key(name.upper())
    assert (user.name, user.kind, user.is_staff, user.is_superuser) == (name, "human", True, True)
    assert log_in(name.lower()).id == user.id
    assert post_without_token("/accounts", name=name, password=PASSWORD).code == "name_taken"
