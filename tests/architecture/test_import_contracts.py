"""The import contracts between layers hold, and a forbidden import is detected."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LINT_IMPORTS_SCRIPT = "from importlinter.cli import lint_imports_command; lint_imports_command()"


def run_import_linter(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", LINT_IMPORTS_SCRIPT], cwd=folder, capture_output=True, text=True, check=False
    )


@pytest.fixture
def source_copy(tmp_path: Path) -> Path:
    for name in ("accounts", "dixit", "games"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_the_import_contracts_hold():
    result = run_import_linter(ROOT)
    assert result.returncode == 0, result.stdout


@pytest.mark.parametrize(
    ("file", "line", "contract"),
    [
        ("games/rulebook/cards.py", "import django", "The rulebook is pure"),
        ("games/rulebook/cards.py", "from games.eventlog import match_state", "A layer imports only downwards"),
        ("games/projections/hand_projection.py", "from games.matches import play", "A layer imports only downwards"),
        ("games/api/command_views.py", "from games.eventlog import append", "Only matches appends"),
        ("accounts/models.py", "import games.decks", "accounts never imports games"),
        ("games/cellar.py", "X = 1", "A layer imports only downwards"),
    ],
)
def test_a_forbidden_import_is_detected(source_copy: Path, file: str, line: str, contract: str):
    """The control: each contract fails when it is broken, also by a package that belongs to no layer."""
    with (source_copy / file).open("a") as module:
        module.write(f"\n{line}\n")
    result = run_import_linter(source_copy)
    assert result.returncode == 1
    broken_contracts = [row for row in result.stdout.splitlines() if " BROKEN" in row]
    assert any(contract in row for row in broken_contracts) or "cellar" in result.stdout, result.stdout
