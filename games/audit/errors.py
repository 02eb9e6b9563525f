"""Verification errors: what is wrong with a record, and where."""

from typing import NoReturn

HEADER_VERSION = 0
"""The version reported for an error in the header. Events begin at version 1."""

MAX_MESSAGE_LENGTH = 1_000


class VerificationError(Exception):
    """Something is wrong with the record.

    `version` is that of the first bad event, `HEADER_VERSION` for the header, or None for anything after the events.
    `message` is a sentence for people.
    """

    def __init__(self, version: int | None, message: str) -> None:
        super().__init__(message)
        self.version = version
        self.message = message


def fail(version: int | None, message: str) -> NoReturn:
    """Stop the verification at this version, with a sentence that says what is wrong.

    Raises:
        VerificationError
    """
    # A text of the record may be in it, of any length.
    shortened = message if len(message) <= MAX_MESSAGE_LENGTH else f"{message[:MAX_MESSAGE_LENGTH]}…"
    raise VerificationError(version, shortened)
