"""The content of a record, once it is known to be whole."""

from dataclasses import dataclass, field
from typing import Any

MATCH_ENDED_TYPE = "match_ended"


@dataclass
class RecordContent:
    header: Any
    events: list[Any] = field(default_factory=list)
    hashes: list[str] = field(default_factory=list)
    opened_values: dict[tuple[int, str], Any] = field(default_factory=dict)
    """What sealed parts hold, by version and part."""
    opened_at: dict[tuple[int, str], int] = field(default_factory=dict)
    receipts: list[Any] = field(default_factory=list)

    @property
    def is_over(self) -> bool:
        return bool(self.events) and self.events[-1]["type"] == MATCH_ENDED_TYPE
