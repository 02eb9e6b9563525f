"""Accounts: made at once or out of a guest, logged in to, and changed."""

from typing import Any

import pytest
from django.core.management import call_command

from accounts.models import Token, User
from accounts.names import normalize_login
from games.api import account_views
from games.protocol import identity_validation
from tests.api.client import Answer, Json, Player, inside
from tests.api.people import PASSWORD, fresh, joined, logged_in, of, post
from tests.api.table import Table

pytestmark = pytest.mark.django_db


def faults(answer: Answer) -> list[tuple[str, str]]:
    """Where a request is invalid, and by which codes."""
    assert answer.code == "invalid", answer
    return [(fault["pointer"], fault["code"]) for fault in answer.json["errors"]]


def test_an_account_plays_after_one_call_and_comes_back_with_its_password() -> None:
    name = fresh()
    answer = post("/accounts", name=name, password=PASSWORD, email="ann@example.org")
    told = answer.ok(201)
    assert set(told) == {"user", "token", "scopes", "expires_at"}
    assert told["user"] == {"id": told["user"]["id"], "name": name, "kind": "human"}
    assert answer.headers["cache-control"] == "no-store"
    match = of(told).open()
    again = logged_in(name)
    assert (again.id, again.token != told["token"]) == (told["user"]["id"], True)
    assert again.view(match)["seats"][0]["player"]["kind"] == "human"


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
def test_a_name_that_differs_by_its_case_or_by_what_nobody_sees_is_taken(one: str, other: str) -> None:
    joined(one)
    assert post("/accounts", name=other, password=PASSWORD).code == "name_taken"
    assert logged_in(other).name == one
    assert Player("Ann").send("POST", "/me/upgrade", {"name": other, "password": PASSWORD}).code == "name_taken"
    somebody = joined()
    assert somebody.send("PATCH", "/me", {"name": other}).code == "name_taken"
    assert somebody.get("/me").ok()["name"] == somebody.name


@pytest.mark.parametrize("name", ["Ann", "\uff21\uff2e\uff2e", "İstanbul", "ﷺ", "ẞ", "ǰ", "ᾳ\u0345", "\u0345\u0391"])
def test_the_form_of_a_name_has_itself_as_its_form(name: str) -> None:
    assert normalize_login(normalize_login(name)) == normalize_login(name)


def test_guests_may_have_any_name_and_nobody_logs_in_as_one() -> None:
    account = joined()
    assert Player(account.name).id != account.id
    guest = Player(fresh())
    assert post("/tokens", name=guest.name, password=PASSWORD).code == "wrong_credentials"


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
def test_a_weak_password_is_refused_wherever_one_is_chosen(password: str, code: str) -> None:
    who: Json = {"name": "Bartholomew", "email": "dove.tail@example.org"}
    assert ("/password", code) in faults(post("/accounts", **who, password=password))
    guest = Player(fresh())
    assert ("/password", code) in faults(guest.send("POST", "/me/upgrade", {**who, "password": password}))
    account = joined(**who)
    change = {"password": password, "current_password": PASSWORD}
    assert ("/password", code) in faults(account.send("PATCH", "/me", change))
    logged_in(account.name)


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
def test_what_cant_be_accepted_is_named(body: dict[str, Any], fault: tuple[str, str]) -> None:
    assert fault in faults(post("/accounts", **body))


def test_a_guest_becomes_an_account_with_the_same_id_seats_and_tokens() -> None:
    table = Table(3, ruleset="classic").start()
    guest, name = table.host, fresh()
    answer = guest.send("POST", "/me/upgrade", {"name": name, "password": PASSWORD, "email": "a@example.org"})
    told = answer.ok()
    assert (told["id"], told["name"], told["kind"], told["email"]) == (guest.id, name, "human", "a@example.org")
    assert guest.view(table.id)["you"]["seat"] == 0
    assert logged_in(name).view(table.id)["you"]["hand"] == guest.view(table.id)["you"]["hand"]
    assert guest.send("POST", "/me/upgrade", {"password": PASSWORD}).code == "not_a_guest"


def test_an_upgrade_that_was_overtaken_by_another_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    guest, first = Player(fresh()), fresh()

    def overtaken(password: str, user: User) -> str:
        monkeypatch.setattr(account_views, "validate_and_hash_password", identity_validation.validate_and_hash_password)
        guest.send("POST", "/me/upgrade", {"name": first, "password": PASSWORD}).ok()
        return identity_validation.validate_and_hash_password(password, user)

    monkeypatch.setattr(account_views, "validate_and_hash_password", overtaken)
    late = guest.send("POST", "/me/upgrade", {"name": fresh(), "password": "too late a walk"})
    assert late.code == "not_a_guest"
    assert logged_in(first).id == guest.id


def test_a_guest_keeps_the_name_unless_there_is_another_one() -> None:
    guest = Player(fresh())
    assert guest.send("POST", "/me/upgrade", {"password": PASSWORD}).ok()["name"] == guest.name
    assert logged_in(guest.name).id == guest.id


def test_a_new_name_holds_for_matches_joined_later() -> None:
    account, name = joined(), fresh("Bea")
    before = account.open()
    assert account.send("PATCH", "/me", {"name": name}).ok()["name"] == name
    assert account.view(before)["seats"][0]["player"]["name"] == account.name
    assert account.view(account.open())["seats"][0]["player"]["name"] == name
    assert logged_in(name).id == account.id
    assert post("/tokens", name=account.name, password=PASSWORD).code == "wrong_credentials"


def test_an_email_address_is_told_to_oneself_alone_and_goes_when_asked() -> None:
    account = joined(email="canary@example.org")
    assert account.get("/me").ok()["email"] == "canary@example.org"
    match = account.open()
    everything = Player().get(f"/matches/{match}").content + Player().get("/matches").content
    assert b"canary" not in everything + Player().get(f"/matches/{match}/events").content
    assert account.send("PATCH", "/me", {"name": fresh()}).ok()["email"] == "canary@example.org"
    assert account.send("PATCH", "/me", {"email": None}).ok()["email"] is None


def test_a_new_password_needs_the_present_one_and_revokes_every_other_token() -> None:
    account, new = joined(), "another long walk"
    elsewhere, script = logged_in(account.name), account.send("POST", "/tokens", {}).ok(201)["token"]
    wrong = account.send("PATCH", "/me", {"password": new, "current_password": "not this one"})
    assert faults(wrong) == [("/current_password", "wrong_password")]
    assert faults(account.send("PATCH", "/me", {"password": new})) == [("/current_password", "missing_field")]
    assert faults(account.send("PATCH", "/me", {"current_password": new})) == [("/password", "missing_field")]
    assert elsewhere.get("/me").status == 200
    account.send("PATCH", "/me", {"password": new, "current_password": PASSWORD}).ok()
    assert account.get("/me").status == 200
    assert elsewhere.get("/me").code == "unauthenticated"
    assert inside("GET", "/me", b"", {"Authorization": f"Bearer {script}"}).code == "unauthenticated"
    assert post("/tokens", name=account.name, password=PASSWORD).code == "wrong_credentials"
    logged_in(account.name, new)


def test_a_password_may_be_typed_with_either_kind_of_accent() -> None:
    account = of(post("/accounts", name=fresh(), password="caf\u00e9 au lait").ok(201))
    logged_in(account.name, "cafe\u0301 au lait")


def test_a_guest_has_no_password_to_change() -> None:
    change = {"password": "another long walk", "current_password": PASSWORD}
    assert faults(Player().send("PATCH", "/me", change)) == [("/password", "no_account")]


def test_a_guest_may_take_another_name_even_one_of_an_account() -> None:
    account, guest = joined(), Player()
    assert guest.send("PATCH", "/me", {"name": account.name}).ok()["kind"] == "guest"


def test_who_is_erased_leaves_neither_name_nor_address_and_the_name_is_free() -> None:
    account = joined(email="canary@example.org")
    logged_in(account.name)
    account.send("DELETE", "/me").ok()
    assert not User.objects.filter(id=account.id).exists()
    assert not Token.objects.filter(user_id=account.id).exists()
    assert joined(account.name).id != account.id


def test_passwords_are_kept_as_argon2(settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["accounts.passwords.Argon2"]
    account = joined()
    kept = User.objects.get(id=account.id).password
    assert kept.startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")
    logged_in(account.name)


def test_createsuperuser_makes_somebody_of_the_staff_who_can_log_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", PASSWORD)
    name = fresh("Root")
    call_command("createsuperuser", interactive=False, login=name, verbosity=0)
    made = User.objects.get_by_natural_key(name.upper())
    assert (made.name, made.kind, made.is_staff, made.is_superuser) == (name, "human", True, True)
    assert logged_in(name.lower()).id == made.id
    assert post("/accounts", name=name, password=PASSWORD).code == "name_taken"
