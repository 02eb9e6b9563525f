"""What the client's README shows works as it is written there."""

import contextlib
import io
import re
from pathlib import Path

import pytest

from tests.timers.clockwork import ClockHouse

TEXT = (Path(__file__).resolve().parents[2] / "clients/python/README.md").read_text()
BLOCKS = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
PRINTED = ["gathering ['guest', 'bot']", "409 wrong_player_count []", "3 seat_taken\n4 seat_taken"]


@pytest.mark.parametrize(("block", "printed"), list(zip(BLOCKS, PRINTED, strict=True)), ids=["call", "problem", "live"])
def test_what_the_readme_shows_works(clock_house: ClockHouse, block: str, printed: str) -> None:
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(block.replace("http://127.0.0.1:8000", clock_house.addresses[0]), {})
    assert said.getvalue().strip() == printed


def test_it_says_what_comes_out() -> None:
    assert all(f"`{line}`" in TEXT for line in PRINTED[:2])
