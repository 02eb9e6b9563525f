"""The second implementations import nothing from the service."""

from pathlib import Path

from tests.architecture.imports import top_level_imports


def test_second_implementations_import_nothing_of_the_service():
    for file in Path(__file__).parent.rglob("*.py"):
        if not file.name.startswith("test_"):
            assert {"games", "accounts", "dixit", "django"}.isdisjoint(top_level_imports(file)), file.name
