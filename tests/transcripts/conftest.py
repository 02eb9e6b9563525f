"""`--accept`, which takes what is told now for right."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--accept", action="store_true", help="write the transcripts anew, to be read as a diff")
