"""Files and folders of the repository that the documentation names exist."""

import re

import pytest

from tests.docs.code_blocks import ROOT, documentation_pages

PATH_PATTERN = re.compile(r"`((?:accounts|bench|clients|decks|deploy|dixit|docs|examples|games|tests)/[\w./-]*)`")


def missing_paths(text: str) -> list[str]:
    return [path for path in PATH_PATTERN.findall(text) if not (ROOT / path).exists()]


@pytest.mark.parametrize("page", [page for page in documentation_pages() if page != "CHANGELOG.md"])
def test_every_path_that_a_page_names_exists(page: str) -> None:
    assert missing_paths((ROOT / page).read_text()) == []


def test_a_missing_path_is_detected() -> None:
    assert missing_paths("See `games/rulebook/` and `games/nowhere.py`.") == ["games/nowhere.py"]
