"""The same Valkey that `serve` embeds, private to the tests and without persistence."""

from types import TracebackType
from typing import Self

from games.management.valkey import Valkey


class PrivateValkey(Valkey):
    """A Valkey that stores nothing on disk; as a context manager it runs for the duration of the block."""

    def __init__(self) -> None:
        super().__init__()

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
