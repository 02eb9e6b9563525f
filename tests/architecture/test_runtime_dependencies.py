"""`uv run --no-dev manage.py serve`: the service imports nothing from the development dependencies."""

import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

from tests.architecture.imports import top_level_imports

ROOT = Path(__file__).resolve().parents[2]
FIRST_PARTY = {"accounts", "dixit", "games"}


def locked_runtime_distributions() -> set[str]:
    """Return the project's direct and transitive dependencies, as named in the lock file."""
    packages = {package["name"]: package for package in tomllib.loads((ROOT / "uv.lock").read_text())["package"]}
    found: set[str] = set()
    pending = ["dixit-backend"]
    while pending:
        if (name := pending.pop()) not in found:
            found.add(name)
            extras = packages[name].get("optional-dependencies", {}).values()
            dependencies = [*packages[name].get("dependencies", []), *(item for extra in extras for item in extra)]
            pending += [dependency["name"] for dependency in dependencies]
    return found


def test_the_service_imports_no_development_dependency():
    runtime = locked_runtime_distributions()
    distributions = packages_distributions()
    for folder in sorted(FIRST_PARTY):
        for file in (ROOT / folder).rglob("*.py"):
            for package in top_level_imports(file) - sys.stdlib_module_names - FIRST_PARTY:
                names = {re.sub(r"[-_.]+", "-", name).lower() for name in distributions[package]}
                assert names & runtime, f"{file.relative_to(ROOT)} imports {package} of {names}"


def test_development_dependencies_are_not_runtime_dependencies():
    assert {"pytest", "httpx", "playwright"}.isdisjoint(locked_runtime_distributions())
