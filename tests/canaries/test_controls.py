"""The search finds what is leaked: each test puts a canary where none may be and sees it found."""

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
from tests.api.client import Player
from tests.canaries import dumps
from tests.canaries.canary import Canary, Places, leaks, secret
from tests.playing import simulated

QUEUE = "dixit.celery"
CARD = Canary(kind="card", name="a card", text="base-042")
SOCKET = Path(os.environ["REDIS_URL"].removeprefix("unix://"))


def here() -> Places:
    """The tables of the test's own transaction."""
    with connection.cursor() as cursor:
        names = connection.introspection.table_names(cursor)
        return list(dumps.tables(cursor, " UNION ALL ".join(f"SELECT '{name}'" for name in names)))


@pytest.mark.django_db
def test_a_token_that_is_stored_in_clear() -> None:
    token, text = Token.objects.issue(User.objects.create_guest("Ada"))
    assert leaks(secret("a token", text), here()) == set()
    Token.objects.filter(id=token.id).update(scopes=[text])
    assert leaks(secret("a token", text), here()) == {"a token in accounts_token.scopes"}


@pytest.mark.django_db
def test_an_invite_that_is_stored_in_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    ada = Player("Ada")
    address = f"/matches/{ada.open()}/invites"
    hashed = ada.send("POST", address, {}).ok(201)["code"]
    assert leaks(secret("an invite", hashed), here()) == set()
    monkeypatch.setattr(invites, "_code_digest", lambda code: code)
    plain = ada.send("POST", address, {}).ok(201)["code"]
    assert leaks(secret("an invite", plain), here()) == {"an invite in table_invite.digest"}


@pytest.mark.django_db
def test_a_hidden_card_in_a_table_that_is_not_named() -> None:
    simulation = simulated("classic", 4, until="submitting")
    hand = HandRow.objects.filter(match_id=simulation.match_id).first()
    assert hand is not None
    card = Canary(kind="card", name="a card", text=hand.cards.split('"')[1])
    assert leaks([card], here()) == set()
    MatchRow.objects.filter(match_id=simulation.match_id).update(ruleset=card.text)
    assert leaks([card], here()) == {"a card in projections_matchrow.ruleset"}


def test_a_card_that_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        logging.getLogger("games.matches.command_handler").debug("seat %s holds %s", 1, ["base-041", CARD.text])
    assert leaks([CARD], [("the log", caplog.text.encode())]) == {"a card in the log"}


def test_a_card_that_is_put_in_a_doorbell() -> None:
    layer = get_channel_layer()
    assert layer is not None

    async def ring() -> None:
        await layer.group_send(MATCH_UPDATES_GROUP, {"type": "rang", "moved": {"m": 1}, "cards": [CARD.text]})

    with dumps.overheard(SOCKET) as heard:
        async_to_sync(ring)()
    assert leaks([CARD], [("what Redis was told", bytes(heard))]) == {"a card in what Redis was told"}


def test_a_card_among_the_arguments_of_a_task() -> None:
    with dumps.overheard(SOCKET) as heard:
        current_app.send_task(MOVE_TASK_NAME, args=(CARD.text, "1.voting", 1), ignore_result=True, retry=False)
    left = leaks([CARD], dumps.redis(os.environ["REDIS_URL"]))
    Redis.from_url(os.environ["REDIS_URL"]).delete(QUEUE)
    assert left == {f"a card in Redis {QUEUE}"}
    assert leaks([CARD], [("what Redis was told", bytes(heard))]) == {"a card in what Redis was told"}


def test_what_is_packed_is_looked_into() -> None:
    packed = b64encode(b'[["m", "base-042"], {}, {}]')
    assert leaks([CARD], [("a message", b'{"body": "' + packed + b'"}')]) == {"a card in a message"}


def said(handler: logging.Handler, code: str) -> str:
    """What the log has of a call for an invite that fails on our side."""
    told = ("%s: %s", ("Internal Server Error", f"/api/v1/invites/{code}"), (RuntimeError, RuntimeError(code), None))
    return handler.format(logging.LogRecord("django.request", logging.ERROR, __file__, 1, *told))


def test_no_line_of_the_log_tells_a_code_or_a_token() -> None:
    (console,) = (
        handler for handler in logging.getLogger().handlers if isinstance(handler.formatter, RedactingFormatter)
    )
    for text in (f"inv_{secrets.token_urlsafe(24)}", f"dxt_{secrets.token_urlsafe(32)}"):
        assert leaks(secret("it", text), [("the log", said(console, text).encode())]) == set()
        assert leaks(secret("it", text), [("the log", said(logging.Handler(), text).encode())]) == {"it in the log"}
