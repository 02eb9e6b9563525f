"""One idempotency key makes one guest, account, token or invite, and gets one answer, with its secret."""

import json
import secrets
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.models import F
from django.utils import timezone

from accounts.models import Token, User
from games.api.operations import OPERATIONS
from games.matches import invites
from games.matches.models import Invite, StoredAnswer
from games.matches.stored_answers import ANSWER_LIFETIME
from games.timers.tasks import forget_old_commands
from tests.api.account_helpers import PASSWORD, create_account, player_from, unique_name, unused_ip_address
from tests.api.api_client import ApiResponse, Json, Player, call_in_process
from tests.api.test_erasure import dump_test_database

pytestmark = pytest.mark.django_db

OTHER_PASSWORD = "a long walk at night"
KINDS = ("guest", "account", "upgrade", "login", "token", "invite")


def new_key() -> str:
    return secrets.token_urlsafe(16)


def send_without_token(method: str, path: str, body: Json, *, key: str) -> ApiResponse:
    return call_in_process(method, path, json.dumps(body).encode(), {"Idempotency-Key": key})


class Call:
    """A request of one kind; `send` sends it with a key, and with changes of its body."""

    def __init__(self, kind: str) -> None:
        self.kind, self.player = kind, create_account() if kind == "login" else Player("Ann")
        match = self.player.open() if kind == "invite" else ""
        name = {"name": unique_name()}
        bodies: dict[str, tuple[str, Json]] = {
            "guest": ("/guests", name),
            "account": ("/accounts", {**name, "password": PASSWORD}),
            "upgrade": ("/me/upgrade", {**name, "password": PASSWORD, "email": "ann@example.org"}),
            "login": ("/tokens", {"name": self.player.name, "password": PASSWORD}),
            "token": ("/tokens", {"label": "bot"}),
            "invite": (f"/matches/{match}/invites", {"uses": 2}),
        }
        self.path, self.body = bodies[kind]
        self.has_token = kind in ("upgrade", "token", "invite")

    def send(self, key: str, player: Player | None = None, **changes: Any) -> ApiResponse:
        player = player or self.player
        sender = player.send if self.has_token else send_without_token
        return sender("POST", self.path, {**self.body, **changes}, key=key)


@pytest.fixture(params=KINDS)
def call(request: pytest.FixtureRequest) -> Call:
    return Call(request.param)


def row_counts() -> tuple[int, ...]:
    return tuple(model._default_manager.count() for model in (User, Token, Invite, StoredAnswer))


def test_a_repetition_gets_the_same_answer_and_has_no_second_effect(call: Call):
    key = new_key()
    first = call.send(key)
    after_first = row_counts()
    again = [call.send(key), call.send(f'"{key}"')]
    assert [(each.status, each.content) for each in again] == [(first.status, first.content)] * 2
    assert first.status in (200, 201)
    assert row_counts() == after_first
    assert again[0].headers["cache-control"] == first.headers["cache-control"]


def test_another_body_is_refused(call: Call):
    changes: dict[str, Json] = {"invite": {"uses": 3}, "token": {"label": "x"}, "login": {"label": "x"}}
    change = changes.get(call.kind, {"name": unique_name()})
    key = new_key()
    first = call.send(key)
    counts = row_counts()
    other = call.send(key, **change)
    assert (other.status, other.code) == (422, "idempotency_mismatch")
    assert call.send(key).content == first.content
    assert row_counts() == counts


def test_the_same_key_for_another_operation_is_refused():
    key, player = new_key(), Player("Ann")
    player.send("POST", f"/matches/{player.open()}/invites", {}, key=key).ok(201)
    assert player.send("POST", f"/matches/{player.open()}/invites", {}, key=key).code == "idempotency_mismatch"


def test_a_text_in_another_normal_form_is_the_same_request():
    key = new_key()
    first = send_without_token("POST", "/guests", {"name": "Zoë"}, key=key)
    assert send_without_token("POST", "/guests", {"name": " Zoe\u0308 "}, key=key).content == first.content


def test_keys_of_accounts_are_separate():
    call, ben, key = Call("token"), Player("Ben"), new_key()
    first, other = call.send(key).ok(201), call.send(key, ben).ok(201)
    assert (first["user"]["id"], other["user"]["id"]) == (call.player.id, ben.id)


def test_a_derived_token_is_shown_only_to_the_token_that_asked_for_it():
    call, key = Call("token"), new_key()
    first = call.send(key).ok(201)
    script = player_from(call.player.send("POST", "/tokens", {"scopes": ["match:read"]}).ok(201))
    other = call.send(key, script).ok(201)
    assert other["id"] != first["id"]
    assert other["scopes"] == ["match:read"]


@pytest.mark.parametrize("key", ["k", "x" * 21, "x" * 65, "x" * 21 + "/", "x" * 21 + "ü"])
def test_a_key_that_could_be_guessed_is_refused(call: Call, key: str):
    refused = call.send(key)
    assert (refused.status, refused.code) == (400, "invalid")
    assert "Idempotency-Key must have 22 to 64" in refused.json["detail"]
    assert not StoredAnswer.objects.exists()


def test_a_refusal_is_not_remembered():
    key, name = new_key(), unique_name()
    owner = create_account(name)
    body = {"name": name, "password": PASSWORD}
    assert send_without_token("POST", "/accounts", body, key=key).code == "name_taken"
    wrong = {"name": name, "password": OTHER_PASSWORD}
    assert send_without_token("POST", "/tokens", wrong, key=key).code == "wrong_credentials"
    assert not StoredAnswer.objects.exists()
    send_without_token("POST", "/tokens", body, key=key).ok(201)
    owner.send("DELETE", "/me", {"current_password": PASSWORD}).ok()
    send_without_token("POST", "/accounts", body, key=key).ok(201)


@pytest.mark.parametrize(
    ("kind", "code"),
    [("account", "idempotency_mismatch"), ("upgrade", "idempotency_mismatch"), ("login", "wrong_credentials")],
)
def test_a_repetition_needs_the_right_password(kind: str, code: str):
    call, key = Call(kind), new_key()
    first = call.send(key)
    assert call.send(key, password=OTHER_PASSWORD).code == code
    assert call.send(key).content == first.content


@pytest.mark.parametrize("kind", ["account", "upgrade"])
def test_passwords_cannot_be_tried_by_repetition_without_limit(
    kind: str, settings: Any, monkeypatch: pytest.MonkeyPatch
):
    call, key, address = Call(kind), new_key(), unused_ip_address()
    call.send(key)
    settings.RATE_LIMITS = 1
    monkeypatch.setattr("games.api.throttle.resolve_client_address", lambda *_: address)
    codes = [call.send(key, password=f"{OTHER_PASSWORD} {number}").code for number in range(11)]
    assert codes == ["idempotency_mismatch"] * 10 + ["too_many_requests"]


def revoke(player: Player, token: Json) -> None:
    assert player.send("DELETE", f"/tokens/{token['id']}").status == 204


def test_the_answer_with_a_revoked_token_is_not_given_again():
    call, key = Call("token"), new_key()
    first = call.send(key).ok(201)
    revoke(call.player, first)
    assert not StoredAnswer.objects.exists()
    again = call.send(key).ok(201)
    assert again["token"] != first["token"]


def test_the_answer_with_a_revoked_invite_is_not_given_again():
    call, key = Call("invite"), new_key()
    first = call.send(key).ok(201)
    assert call.player.send("DELETE", f"{call.path}/{first['id']}").status == 200
    assert not StoredAnswer.objects.exists()
    assert call.send(key).ok(201)["code"] != first["code"]


@pytest.mark.parametrize("table", ["accounts_token", "accounts_user"])
def test_answers_are_not_given_when_a_server_of_the_previous_release_has_deleted_their_token(table: str):
    call, key = Call("guest"), new_key()
    first = call.send(key).ok(201)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM accounts_token WHERE user_id = %s", [first["user"]["id"]])
        if table == "accounts_user":
            cursor.execute("DELETE FROM accounts_user WHERE id = %s", [first["user"]["id"]])
    assert StoredAnswer.objects.count() == 1
    assert call.send(key).ok(201)["user"]["id"] != first["user"]["id"]
    assert StoredAnswer.objects.count() == 1


def erase(call: Call, answer: Json) -> None:
    person = call.player if call.has_token else player_from(answer)
    password = {"current_password": PASSWORD} if call.kind in ("account", "upgrade", "login") else {}
    person.send("DELETE", "/me", password).ok()


def test_erasure_deletes_the_answers(call: Call):
    key = new_key()
    answer = call.send(key)
    assert StoredAnswer.objects.count() == 1
    erase(call, answer.json)
    assert not StoredAnswer.objects.exists()
    assert call.send(key).content != answer.content


def test_an_erasure_at_the_same_moment_leaves_no_answer(monkeypatch: pytest.MonkeyPatch):
    call, create_invite = Call("invite"), invites.create_invite

    def erase_meanwhile(*args: Any, **kwargs: Any) -> Any:
        created = create_invite(*args, **kwargs)
        User.objects.filter(id=call.player.id).delete()
        return created

    monkeypatch.setattr(invites, "create_invite", erase_meanwhile)
    assert call.send(new_key()).code == "unauthenticated"
    assert (StoredAnswer.objects.count(), Invite.objects.count()) == (0, 0)


def test_a_banned_person_is_not_given_the_token_again():
    call, key = Call("guest"), new_key()
    first = call.send(key).ok(201)
    User.objects.filter(id=first["user"]["id"]).update(is_active=False)
    assert call.send(key).ok(201)["token"] != first["token"]


def age_answers(age: timedelta) -> None:
    """Let this much time pass for the stored answers, by the clock of the database that stamped them."""
    StoredAnswer.objects.update(created_at=F("created_at") - age)


def test_an_answer_is_given_for_a_day_by_the_clock_of_the_database(call: Call, monkeypatch: pytest.MonkeyPatch):
    key = new_key()
    first = call.send(key)
    # The server's clock is two days ahead, which doesn't matter.
    in_two_days = timezone.now() + timedelta(days=2)
    monkeypatch.setattr("django.utils.timezone.now", lambda: in_two_days)
    age_answers(ANSWER_LIFETIME - timedelta(minutes=1))
    assert call.send(key).content == first.content
    assert forget_old_commands() == 0
    age_answers(timedelta(minutes=1))
    assert call.send(key).content != first.content


def test_old_answers_are_deleted():
    Call("guest").send(new_key())
    age_answers(ANSWER_LIFETIME)
    Call("guest").send(new_key())
    assert forget_old_commands() == 1
    assert StoredAnswer.objects.count() == 1


def test_a_repetition_is_recognized_after_a_rotation_of_the_secret_key(call: Call, settings: Any):
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "old", []
    key = new_key()
    first = call.send(key)
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "new", ["older", "old"]
    assert call.send(key).content == first.content
    # A server that the rotation has not reached yet, but which knows the new key.
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "old", ["new"]
    assert call.send(key).content == first.content


def test_neither_the_key_nor_the_secret_is_in_the_database():
    keys = {kind: new_key() for kind in KINDS}
    answers = [Call(kind).send(key).json for kind, key in keys.items()]
    secrets_told = [answer[name] for answer in answers for name in ("token", "code") if name in answer]
    assert len(secrets_told) == 5
    content = dump_test_database()
    assert all(sealed in content for sealed in StoredAnswer.objects.values_list("sealed", flat=True))
    assert [text for text in (*keys.values(), *secrets_told, PASSWORD) if text in content] == []


def test_an_answer_cannot_be_read_without_its_key(monkeypatch: pytest.MonkeyPatch):
    call, key = Call("guest"), new_key()
    call.send(key)
    # With the database and SECRET_KEY, but under another key.
    stolen = StoredAnswer.objects.get()
    monkeypatch.setattr("games.matches.stored_answers._digest", lambda request, secret: stolen.digest)
    assert call.send(new_key()).code == "idempotency_mismatch"


def test_a_login_after_a_change_of_the_password_needs_the_new_one():
    call, key = Call("login"), new_key()
    call.send(key).ok(201)
    change = {"password": OTHER_PASSWORD, "current_password": PASSWORD}
    call.player.send("PATCH", "/me", change).ok()
    assert call.send(key).code == "wrong_credentials"
    assert call.send(key, password=OTHER_PASSWORD).status == 201


def test_without_a_key_each_request_has_its_effect():
    call: Callable[[], Json] = lambda: Player("Ann").send("POST", "/tokens", {}).ok(201)  # noqa: E731
    assert call()["id"] != call()["id"]
    assert not StoredAnswer.objects.exists()


def test_every_request_that_creates_something_takes_a_key():
    without_key = {each.id for each in OPERATIONS if each.method == "post" and not each.accepts_idempotency_key}
    assert without_key == {"import"}, "it verifies a record, and creates nothing"
