"""The examples in the client's README work as written."""

import contextlib
import io
import re
from pathlib import Path

import pytest

from tests.timers.worker_deployment import WorkerDeployment

README_TEXT = (Path(__file__).resolve().parents[2] / "clients/python/README.md").read_text()
README_CODE_BLOCKS = re.findall(r"```python\n(.*?)```", README_TEXT, re.DOTALL)
EXPECTED_OUTPUTS = ["gathering ['guest', 'bot']", "409 wrong_player_count []", "3 seat_taken\n4 seat_taken"]


@pytest.mark.parametrize(
    ("block", "printed"), list(zip(README_CODE_BLOCKS, EXPECTED_OUTPUTS, strict=True)), ids=["call", "problem", "live"]
)
def test_the_readme_examples_work(worker_deployment: WorkerDeployment, block: str, printed: str) -> None:
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(block.replace("http://127.0.0.1:8000", worker_deployment.base_urls[0]), {})
    assert output.getvalue().strip() == printed


def test_the_readme_shows_the_output_of_its_examples() -> None:
    assert all(f"`{line}`" in README_TEXT for line in EXPECTED_OUTPUTS[:2])
