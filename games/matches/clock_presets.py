"""The clocks that a match can be opened with by name."""

from collections.abc import Mapping
from types import MappingProxyType

from games.rulebook.terms import Clock

DAY_SECONDS = 24 * 3600
CLOCK_PRESETS: Mapping[str, Clock] = MappingProxyType(
    {
        "default": Clock(clue=180, submit=120, vote=120, reveal=45),
        "quick": Clock(clue=120, submit=90, vote=90, reveal=30),
        "relaxed": Clock(clue=600, submit=300, vote=300, reveal=120),
        "correspondence": Clock(clue=DAY_SECONDS, submit=DAY_SECONDS, vote=DAY_SECONDS, reveal=DAY_SECONDS),
    }
)
"""The clock of each preset, in seconds."""
