"""The layer diagram in README.md and docs/architecture.md shows the layers of the import contract in pyproject.toml."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LAYER_LINE_PATTERN = re.compile(r"^│ ([a-z_| ]+?) +│", re.MULTILINE)


def contract_layers() -> list[str]:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    (layers,) = (contract["layers"] for contract in contracts if contract["type"] == "layers")
    return list(layers)


@pytest.mark.parametrize("page", ["README.md", "docs/architecture.md"])
def test_the_layer_diagram_matches_the_import_contract(page: str) -> None:
    assert LAYER_LINE_PATTERN.findall((ROOT / page).read_text()) == contract_layers(), (
        f"Change the diagram in {page}: one line for each layer of [tool.importlinter], with the same packages."
    )


def test_both_pages_have_the_same_diagram() -> None:
    readme, architecture = ((ROOT / page).read_text() for page in ("README.md", "docs/architecture.md"))
    (diagram,) = re.findall(r"```\n┌.*?┘\n```", readme, re.DOTALL)
    assert diagram in architecture
