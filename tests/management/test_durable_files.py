"""Generated secrets: all processes that start at once get the same one, and none an empty one."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from games import durable_files
from games.durable_files import EmptySecretFile, load_or_create_secret


def test_processes_that_start_at_once_share_the_generated_secret(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        for attempt in range(20):
            file = tmp_path / str(attempt) / "secret_key"
            found = set(pool.map(load_or_create_secret, [file] * 8))
            assert found == {file.read_text()}
            assert len(file.read_text()) == 64
            assert list(file.parent.iterdir()) == [file]
            assert file.stat().st_mode & 0o777 == 0o600


def test_another_process_can_never_read_half_a_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "secret_key"

    def write_slowly(draft: Path, text: str) -> None:
        draft.write_text("")
        assert not file.exists()
        draft.write_text(text)

    monkeypatch.setattr(durable_files, "write_durably", write_slowly)
    assert load_or_create_secret(file) == file.read_text() != ""


def test_an_empty_secret_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret_key").write_text("\n")
    with pytest.raises(EmptySecretFile, match="Restore it from a backup"):
        load_or_create_secret(tmp_path / "secret_key")
