"""What is wrong with a record."""

from typing import NoReturn


class Bad(Exception):
    """The first thing that is wrong: at which level, and at which version (None: behind the events)."""

    def __init__(self, level: str, version: int | None, why: str) -> None:
        super().__init__(f"{level}: version {version}: {why}")
        self.level, self.version, self.why = level, version, why


def need(truth: object, level: str, version: int | None, why: str) -> None:
    if not truth:
        raise Bad(level, version, why)


def never(level: str, version: int | None, why: str) -> NoReturn:
    raise Bad(level, version, why)
