"""What is wrong with a record: where, and in plain words."""

from typing import NoReturn

HEADER = 0
"""The version by which a fault of the header is named."""


class Broken(Exception):
    """A fault; `version` is the first bad one, HEADER, or None for what stands behind the events."""

    def __init__(self, version: int | None, words: str) -> None:
        super().__init__(words)
        self.version = version
        self.words = words


def broken(version: int | None, words: str) -> NoReturn:
    raise Broken(version, words)
