"""The name and version of this release. `pyproject.toml` is the only place that states them."""

import tomllib
from pathlib import Path

_PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())["project"]

PROJECT_NAME: str = _PROJECT["name"]
VERSION: str = _PROJECT["version"]
