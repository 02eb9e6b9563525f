"""The option `--accept`, which stores the current transcripts as the expected ones."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--accept", action="store_true", help="write the transcripts anew, to be read as a diff")
