"""The key in the data folder: a start finishes or drops an interrupted rotation, and refuses a key never announced."""

import io
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.core.management.base import SystemCheckError
from django.db import DatabaseError, transaction

from games.durable_files import write_durably
from games.management.commands.serve import Command as Serve
from games.receipts import checks, key_file, receipt_keys
from games.receipts.receipt_signing import public_key

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def file(settings: Any, tmp_path: Path) -> Path:
    """The file of the current key, as if it had been generated."""
    settings.RECEIPT_KEY_FILE, settings.RECEIPT_KEY_IS_SET = tmp_path / "receipt_key", False
    settings.RECEIPT_KEY = "the first secret"
    write_durably(settings.RECEIPT_KEY_FILE, settings.RECEIPT_KEY)
    return tmp_path / "receipt_key"


def rotate() -> None:
    call_command("rotate_receipt_key", stdout=io.StringIO())


def test_a_rotation_replaces_the_secret_in_the_file(file: Path, settings: Any) -> None:
    for _ in range(2):
        old = file.read_text()
        rotate()
        assert file.read_text() == settings.RECEIPT_KEY != old
        assert receipt_keys.last_announced_key() == public_key(settings.RECEIPT_KEY)
    assert file.stat().st_mode & 0o777 == 0o600
    assert list(file.parent.iterdir()) == [file]


def test_a_start_finishes_a_rotation_that_was_announced(file: Path, settings: Any) -> None:
    new_file = file.with_name("receipt_key.new")
    write_durably(new_file, "the second secret")
    receipt_keys.announce_key("the second secret")
    assert checks.check_receipt_key_is_latest(["default"]) == []
    key_file.settle_key_file()
    assert file.read_text() == settings.RECEIPT_KEY == "the second secret"
    assert not new_file.exists()


def test_a_start_drops_a_rotation_that_was_not_announced(file: Path, settings: Any) -> None:
    new_file = file.with_name("receipt_key.new")
    write_durably(new_file, "the second secret")
    key_file.settle_key_file()
    assert file.read_text() == settings.RECEIPT_KEY == "the first secret"
    assert not new_file.exists()


def test_a_rotation_whose_announcement_fails_keeps_the_old_secret(
    file: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_secret: str) -> str:
        raise DatabaseError("gone at COMMIT")

    with monkeypatch.context() as patched:
        patched.setattr(key_file, "announce_key", fail)
        with pytest.raises(DatabaseError):
            rotate()
    assert file.read_text() == "the first secret"
    rotate()
    assert file.read_text() == settings.RECEIPT_KEY != "the first secret"


def test_without_a_database_a_start_keeps_both_secrets(
    file: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise DatabaseError("does not answer")

    monkeypatch.setattr(key_file, "lock_rotation", fail)
    write_durably(file.with_name("receipt_key.new"), "the second secret")
    key_file.settle_key_file()
    assert settings.RECEIPT_KEY == "the first secret"
    assert file.with_name("receipt_key.new").exists()


@pytest.mark.parametrize(
    ("secret", "words"), [("the first secret", "has been replaced"), ("a third secret", "was never announced")]
)
def test_check_and_serve_refuse_any_key_but_the_last_announced(settings: Any, secret: str, words: str) -> None:
    rotate()
    settings.RECEIPT_KEY_IS_SET = True
    call_command("check")
    settings.RECEIPT_KEY = secret
    with pytest.raises(SystemCheckError, match=words):
        call_command("check")
    with pytest.raises(CommandError, match=f"{words}.*Set RECEIPT_KEY"):
        Serve().check_receipt_key()


def test_a_web_server_refuses_a_key_never_announced_and_logs_a_replaced_one(
    settings: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("django.db.backends.base.base.BaseDatabaseWrapper.close", lambda _: None)
    rotate()
    checks.require_announced_key()
    assert caplog.text == ""
    settings.RECEIPT_KEY_IS_SET, settings.RECEIPT_KEY = True, "the first secret"
    checks.require_announced_key()
    assert "has been replaced" in caplog.text
    settings.RECEIPT_KEY = "a third secret"
    with pytest.raises(checks.ReceiptKeyNotAnnounced):
        checks.require_announced_key()


def test_before_the_first_rotation_any_key_is_accepted(settings: Any) -> None:
    settings.RECEIPT_KEY = "any secret"
    call_command("check")


def test_verify_match_all_checks_the_chain_of_keys(settings: Any) -> None:
    rotate()
    out = io.StringIO()
    call_command("verify_match", all=True, stdout=out)
    assert "verified 0 matches, 0 failed" in out.getvalue()
    settings.RECEIPT_KEY = "never announced"
    with transaction.atomic(), pytest.raises(CommandError, match="chain of receipt keys"):
        call_command("verify_match", all=True, stdout=out)
