"""Controls of the search: each test puts a canary in a forbidden place, and the search has to find it."""

import logging
import os
import secrets
from base64 import b64encode
from pathlib import Path

import pytest
from asgiref.sync import async_to_sync
from celery import current_app
from channels.layers import get_channel_layer
from django.db import connection
from redis import Redis

from accounts.models import Token, User
from dixit.log_redaction import RedactingFormatter
from games.matches import invites
from games.notifier import MATCH_UPDATES_GROUP
from games.projections.models import HandRow, MatchRow
from games.timers.bot_dispatch import MOVE_TASK_NAME
from tests.api.api_client import Player
from tests.secret_leaks import data_dumps
from tests.secret_leaks.marked_secrets import MarkedSecret, NamedContents, credential_encodings, find_leaks
from tests.simulated_matches import simulate_match

CELERY_QUEUE = "dixit.celery"
MARKED_CARD = MarkedSecret(kind="card", name="a card", text="base-042")
REDIS_SOCKET_PATH = Path(os.environ["REDIS_URL"].removeprefix("unix://"))


def dump_test_tables() -> NamedContents:
    """Return the tables as the test's own transaction sees them."""
    with connection.cursor() as cursor:
        names = connection.introspection.table_names(cursor)
        return list(data_dumps.dump_tables(cursor, " UNION ALL ".join(f"SELECT '{name}'" for name in names)))


@pytest.mark.django_db
def test_a_token_stored_in_clear_is_detected() -> None:
    token, text = Token.objects.issue(User.objects.create_guest("Ada"))
    assert find_leaks(credential_encodings("a token", text), dump_test_tables()) == set()
    Token.objects.filter(id=token.id).update(scopes=[text])
    assert find_leaks(credential_encodings("a token", text), dump_test_tables()) == {"a token in accounts_token.scopes"}


@pytest.mark.django_db
def test_an_invite_stored_in_clear_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    ada = Player("Ada")
    address = f"/matches/{ada.open()}/invites"
    hashed = ada.send("POST", address, {}).ok(201)["code"]
    assert find_leaks(credential_encodings("an invite", hashed), dump_test_tables()) == set()
    monkeypatch.setattr(invites, "_code_digest", lambda code: code)
    plain = ada.send("POST", address, {}).ok(201)["code"]
    assert find_leaks(credential_encodings("an invite", plain), dump_test_tables()) == {
        "an invite in table_invite.digest"
    }


@pytest.mark.django_db
def test_a_hidden_card_in_an_unlisted_column_is_detected() -> None:
    simulation = simulate_match("classic", 4, until="submitting")
    hand = HandRow.objects.filter(match_id=simulation.match_id).first()
    assert hand is not None
    card = MarkedSecret(kind="card", name="a card", text=hand.cards.split('"')[1])
    assert find_leaks([card], dump_test_tables()) == set()
    MatchRow.objects.filter(match_id=simulation.match_id).update(ruleset=card.text)
    assert find_leaks([card], dump_test_tables()) == {"a card in projections_matchrow.ruleset"}


def test_a_logged_card_is_detected(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        logging.getLogger("games.matches.command_handler").debug("seat %s holds %s", 1, ["base-041", MARKED_CARD.text])
    assert find_leaks([MARKED_CARD], [("the log", caplog.text.encode())]) == {"a card in the log"}


def test_a_card_in_a_pubsub_notification_is_detected() -> None:
    layer = get_channel_layer()
    assert layer is not None

    async def publish() -> None:
        await layer.group_send(MATCH_UPDATES_GROUP, {"type": "rang", "moved": {"m": 1}, "cards": [MARKED_CARD.text]})

    with data_dumps.monitor_redis(REDIS_SOCKET_PATH) as monitor_output:
        async_to_sync(publish)()
    assert find_leaks([MARKED_CARD], [("commands sent to Redis", bytes(monitor_output))]) == {
        "a card in commands sent to Redis"
    }


def test_a_card_in_task_arguments_is_detected() -> None:
    with data_dumps.monitor_redis(REDIS_SOCKET_PATH) as monitor_output:
        current_app.send_task(MOVE_TASK_NAME, args=(MARKED_CARD.text, "1.voting", 1), ignore_result=True, retry=False)
    found_in_redis = find_leaks([MARKED_CARD], data_dumps.dump_redis(os.environ["REDIS_URL"]))
    Redis.from_url(os.environ["REDIS_URL"]).delete(CELERY_QUEUE)
    assert found_in_redis == {f"a card in Redis {CELERY_QUEUE}"}
    assert find_leaks([MARKED_CARD], [("commands sent to Redis", bytes(monitor_output))]) == {
        "a card in commands sent to Redis"
    }


def test_base64_content_is_searched() -> None:
    encoded = b64encode(b'[["m", "base-042"], {}, {}]')
    assert find_leaks([MARKED_CARD], [("a message", b'{"body": "' + encoded + b'"}')]) == {"a card in a message"}


def formatted_log_line(handler: logging.Handler, code: str) -> str:
    """Return the log entry of a request for an invite that fails with a server error."""
    record_arguments = (
        "%s: %s",
        ("Internal Server Error", f"/api/v1/invites/{code}"),
        (RuntimeError, RuntimeError(code), None),
    )
    return handler.format(logging.LogRecord("django.request", logging.ERROR, __file__, 1, *record_arguments))


def test_log_lines_contain_no_invite_code_or_token() -> None:
    (console,) = (
        handler for handler in logging.getLogger().handlers if isinstance(handler.formatter, RedactingFormatter)
    )
    for text in (f"inv_{secrets.token_urlsafe(24)}", f"dxt_{secrets.token_urlsafe(32)}"):
        assert (
            find_leaks(credential_encodings("it", text), [("the log", formatted_log_line(console, text).encode())])
            == set()
        )
        assert find_leaks(
            credential_encodings("it", text), [("the log", formatted_log_line(logging.Handler(), text).encode())]
        ) == {"it in the log"}
