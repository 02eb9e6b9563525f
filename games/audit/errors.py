"""What is wrong with a record: where, and in plain words."""

from typing import NoReturn

HEADER_VERSION = 0
"""The version by which a fault of the header is named."""


class VerificationError(Exception):
    """A fault; `version` is the first bad one, HEADER, or None for what stands behind the events."""

    def __init__(self, version: int | None, message: str) -> None:
        super().__init__(message)
        self.version = version
        self.message = message


def fail(version: int | None, message: str) -> NoReturn:
    raise VerificationError(version, message)
