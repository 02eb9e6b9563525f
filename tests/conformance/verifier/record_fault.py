"""What is wrong with a record."""

from typing import NoReturn


class RecordFault(Exception):
    """The first fault of a record: its level and version (None: after the events)."""

    def __init__(self, level: str, version: int | None, reason: str) -> None:
        super().__init__(f"{level}: version {version}: {reason}")
        self.level, self.version, self.reason = level, version, reason


def require(condition: object, level: str, version: int | None, reason: str) -> None:
    if not condition:
        raise RecordFault(level, version, reason)


def fail(level: str, version: int | None, reason: str) -> NoReturn:
    raise RecordFault(level, version, reason)
