"""The same Valkey that `serve` embeds, private to the tests and forgetful."""

from types import TracebackType
from typing import Self

from games.management.valkey import Valkey


class PrivateValkey(Valkey):
    """Keeps nothing; as a context it runs for just that long."""

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
