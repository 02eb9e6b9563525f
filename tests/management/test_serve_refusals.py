"""The situations in which `serve` refuses to start anything, and its error messages."""

import io
import socket
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from games.management import listen_address, valkey
from games.management.data_lock import DataFolderInUse, lock_data_folder


def serve_check_output() -> str:
    """Return the output of `serve --check`."""
    out = io.StringIO()
    call_command("serve", port=listen_address.free_port(), check=True, stdout=out)
    return out.getvalue()


def test_without_bundled_valkey_serve_asks_for_redis_url(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    settings.REDIS_URL = ""
    monkeypatch.setattr(valkey, "find_spec", lambda name: None)
    with pytest.raises(CommandError, match="set REDIS_URL"):
        call_command("serve", port=listen_address.free_port())


def test_check_names_the_bundled_server_unless_another_is_configured(settings: Settings) -> None:
    settings.REDIS_URL = ""
    assert "bundled Valkey" in serve_check_output()
    settings.REDIS_URL = "redis://:secret@redis.example/3"
    assert "Redis at redis.example:6379/3" in serve_check_output()
    assert "secret" not in serve_check_output()


def test_a_data_folder_cannot_be_served_twice_at_once(tmp_path: Path) -> None:
    with (
        lock_data_folder(tmp_path),
        pytest.raises(DataFolderInUse, match="Another serve is running"),
        lock_data_folder(tmp_path),
    ):
        pass
    with lock_data_folder(tmp_path):
        pass


def test_a_busy_port_is_refused() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        refusal = listen_address.bind_error("127.0.0.1", port)
        assert refusal is not None
        assert f"Port {port} on 127.0.0.1 is in use" in refusal
    assert listen_address.bind_error("127.0.0.1", port) is None


def test_a_foreign_host_address_is_refused_with_a_reason() -> None:
    refusal = listen_address.bind_error("192.0.2.1", 8000)
    assert refusal is not None
    assert refusal.startswith("Can't listen on 192.0.2.1, port 8000: ")


def test_a_wildcard_address_is_shown_as_loopback() -> None:
    assert listen_address.base_url("0.0.0.0", 8000) == "http://127.0.0.1:8000"
    assert listen_address.base_url("::", 8000) == "http://[::1]:8000"
