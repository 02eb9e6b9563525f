"""The floors of the house: the import contracts hold, and a wrong import would be seen."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LINT = "from importlinter.cli import lint_imports_command; lint_imports_command()"


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", LINT], cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    for name in ("accounts", "dixit", "games"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_the_contracts_hold():
    done = lint(ROOT)
    assert done.returncode == 0, done.stdout


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
def test_a_wrong_import_is_seen(copy: Path, file: str, line: str, contract: str):
    """The control: each contract goes red when it is broken, also by a room without a floor."""
    with (copy / file).open("a") as module:
        module.write(f"\n{line}\n")
    done = lint(copy)
    assert done.returncode == 1
    broken = [row for row in done.stdout.splitlines() if " BROKEN" in row]
    assert any(contract in row for row in broken) or "cellar" in done.stdout, done.stdout
