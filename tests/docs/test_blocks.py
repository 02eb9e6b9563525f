"""Every block of code in the documentation works: each is run here or by the test that is named for it."""

import ast
import json
import os
import subprocess
from typing import Any

import msgspec
import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from games import decks
from tests.api.contract import Contract, document
from tests.docs.blocks import ROOT, RUN_BY, Block, blocks, pages, run_by
from tests.docs.commands import lines, unknown
from tests.timers.clockwork import ClockHouse

ALL = [block for page in pages() for block in blocks(page)]


def faults(block: Block) -> list[str]:
    """What is wrong with a block at first sight."""
    match block.language:
        case "python":
            ast.parse(block.code)
        case "json":
            json.loads(block.code)
        case "sh":
            read = subprocess.run(["bash", "-n"], input=block.code, capture_output=True, text=True, check=False)
            return [read.stderr] if read.returncode else []
        case _:
            return [f"nothing runs {block.language}"]
    return []


def only(page: str, language: str) -> list[Block]:
    return [block for block in ALL if (block.page, block.language) == (page, language)]


@pytest.mark.parametrize("block", ALL, ids=[block.place for block in ALL])
def test_it_is_sound_and_some_test_runs_it(block: Block) -> None:
    assert faults(block) == []
    named = run_by(block)
    assert named, f"{block.place} stands in no test's list (tests/docs/blocks.py)"
    file, _, name = named.partition("::")
    assert f"def {name}(" in (ROOT / file).read_text(), named


def test_the_list_names_nothing_that_is_not_there() -> None:
    assert set(RUN_BY) <= {block.place for block in ALL} | {f"{block.page} {block.language}" for block in ALL}


@pytest.mark.parametrize(
    "code", ["```sh\ncurl 'http://\n```", "```json\n{'a': 1}\n```", "```python\ndef f(:\n```", "```ruby\nputs 1\n```"]
)
def test_a_broken_block_is_seen(code: str) -> None:
    (block,) = blocks("docs/index.md", f"# A page\n{code}\n")
    assert run_by(block) is None
    try:
        found = faults(block)
    except (ValueError, SyntaxError):
        return
    assert found


@pytest.mark.parametrize("block", [block for block in ALL if (run_by(block) or "").endswith("such_as_there_are")])
def test_commands_are_such_as_there_are(block: Block) -> None:
    for words in lines(block.code):
        assert unknown(words) == [], words


def test_a_command_that_there_is_not_is_seen() -> None:
    assert unknown(["manage.py", "svere"]) == ["svere"]
    assert unknown(["manage.py", "serve", "--prot", "1"]) == ["--prot"]
    assert unknown(["uvicorn", "--prot", "1"]) == ["--prot"]
    assert unknown(["gunicorn"]) == ["gunicorn"]


def test_the_quick_start_leads_to_a_vote_in_five_calls(clock_house: ClockHouse) -> None:
    script = "".join(block.code for block in only("docs/quickstart.md", "sh"))
    assert script.count("curl ") == 5
    done = shell(script, clock_house)
    clue, vote = done.splitlines()
    assert clue.startswith("The clue: ")
    (event, *_) = json.loads(vote)["events"]
    assert event["type"] == "vote_cast"
    assert [part["part"] for part in event["opened"]] == ["slots"]


def shell(script: str, house: ClockHouse) -> str:
    """What the script says, run as somebody would who has just started the service."""
    environment = {"API": f"{house.addresses[0]}/api/v1", "PATH": os.environ["PATH"]}
    done = subprocess.run(
        ["bash", "-c", f"set -euo pipefail\n{script}"], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_bot_of_the_tutorial_is_the_one_that_plays() -> None:
    """`tests/client/test_examples.py` lets that one play."""
    told = "\n\n".join(block.code for block in only("docs/bot.md", "python"))
    assert told == (ROOT / "examples/bot.py").read_text()


@pytest.fixture(scope="module")
def contract() -> Contract:
    return Contract(document())


def shaped(contract: Contract, name: str, shown: Any) -> None:
    """Whether what is shown is such an answer, and nothing that answers don't have."""
    schema = {"$ref": f"#/components/schemas/{name}", "components": contract.components}
    Draft202012Validator(schema).validate(shown)


def test_the_problem_is_one(contract: Contract) -> None:
    for block in only("docs/errors.md", "json"):
        shaped(contract, "Problem", json.loads(block.code))


def test_the_event_is_one(contract: Contract) -> None:
    for block in only("docs/events.md", "json"):
        shaped(contract, "EventAnswer", json.loads(block.code))


def test_the_deck_is_one() -> None:
    (block,) = only("docs/how-to/install.md", "json")
    manifest = msgspec.json.decode(block.code, type=decks.Manifest)
    assert [card.id for card in manifest.cards] == ["attic-001"]
