"""Every code block in the documentation works: it is run here or by the test that is named for it."""

import ast
import json
import os
import subprocess
from typing import Any

import msgspec
import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from games import decks
from tests.api.openapi_contract import OpenApiContract, fetch_openapi_document
from tests.docs.code_blocks import ROOT, TEST_BY_BLOCK, Block, covering_test, documentation_pages, parse_blocks
from tests.docs.documented_commands import parse_commands, unknown_arguments
from tests.timers.worker_deployment import WorkerDeployment

ALL_BLOCKS = [block for page in documentation_pages() for block in parse_blocks(page)]


def syntax_errors(block: Block) -> list[str]:
    """Return the syntax errors of a block."""
    match block.language:
        case "python":
            ast.parse(block.code)
        case "json":
            json.loads(block.code)
        case "sh":
            result = subprocess.run(["bash", "-n"], input=block.code, capture_output=True, text=True, check=False)
            return [result.stderr] if result.returncode else []
        case _:
            return [f"nothing runs {block.language}"]
    return []


def blocks_of(page: str, language: str) -> list[Block]:
    return [block for block in ALL_BLOCKS if (block.page, block.language) == (page, language)]


@pytest.mark.parametrize("block", ALL_BLOCKS, ids=[block.location for block in ALL_BLOCKS])
def test_code_block_is_valid_and_covered_by_a_test(block: Block) -> None:
    assert syntax_errors(block) == []
    test_id = covering_test(block)
    assert test_id, f"{block.location} is not in tests/docs/code_blocks.py, so no test runs it"
    file, _, name = test_id.partition("::")
    assert f"def {name}(" in (ROOT / file).read_text(), test_id


def test_every_listed_block_exists() -> None:
    assert set(TEST_BY_BLOCK) <= {block.location for block in ALL_BLOCKS} | {
        f"{block.page} {block.language}" for block in ALL_BLOCKS
    }


@pytest.mark.parametrize(
    "code", ["```sh\ncurl 'http://\n```", "```json\n{'a': 1}\n```", "```python\ndef f(:\n```", "```ruby\nputs 1\n```"]
)
def test_a_broken_block_is_detected(code: str) -> None:
    (block,) = parse_blocks("docs/index.md", f"# A page\n{code}\n")
    assert covering_test(block) is None
    try:
        errors = syntax_errors(block)
    except (ValueError, SyntaxError):
        return
    assert errors


@pytest.mark.parametrize(
    "block", [block for block in ALL_BLOCKS if (covering_test(block) or "").endswith("such_as_there_are")]
)
def test_shell_commands_exist(block: Block) -> None:
    for words in parse_commands(block.code):
        assert unknown_arguments(words) == [], words


def test_unknown_commands_and_options_are_detected() -> None:
    assert unknown_arguments(["manage.py", "svere"]) == ["svere"]
    assert unknown_arguments(["manage.py", "serve", "--prot", "1"]) == ["--prot"]
    assert unknown_arguments(["uvicorn", "--prot", "1"]) == ["--prot"]
    assert unknown_arguments(["gunicorn"]) == ["gunicorn"]


def test_the_quick_start_reaches_a_vote_in_five_requests(full_deployment: WorkerDeployment) -> None:
    script = "".join(block.code for block in blocks_of("docs/tutorials/quickstart.md", "sh"))
    assert script.count("curl ") == 5
    output = run_script(script, full_deployment)
    clue, vote = output.splitlines()
    assert clue.startswith("The clue: ")
    (event, *_) = json.loads(vote)["events"]
    assert event["type"] == "vote_cast"
    assert [part["part"] for part in event["opened"]] == ["slots"]


def run_script(script: str, deployment: WorkerDeployment) -> str:
    """Return the output of the script, run against a freshly started service."""
    environment = {"API": f"{deployment.base_urls[0]}/api/v1", "PATH": os.environ["PATH"]}
    result = subprocess.run(
        ["bash", "-c", f"set -euo pipefail\n{script}"], env=environment, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


def test_the_tutorial_bot_is_the_example_bot() -> None:
    """`tests/client/test_example_programs.py` lets that bot play."""
    tutorial_code = "\n\n".join(block.code for block in blocks_of("docs/tutorials/bot.md", "python"))
    assert tutorial_code == (ROOT / "examples/bot.py").read_text()


@pytest.fixture(scope="module")
def contract() -> OpenApiContract:
    return OpenApiContract(fetch_openapi_document())


def validate_against_schema(contract: OpenApiContract, name: str, value: Any) -> None:
    """Return whether the shown example is a valid answer of this kind and has no fields that real answers lack."""
    schema = {"$ref": f"#/components/schemas/{name}", "components": contract.components}
    Draft202012Validator(schema).validate(value)


def test_the_example_problem_matches_its_schema(contract: OpenApiContract) -> None:
    for block in blocks_of("docs/reference/errors.md", "json"):
        validate_against_schema(contract, "Problem", json.loads(block.code))


def test_the_example_event_matches_its_schema(contract: OpenApiContract) -> None:
    for block in blocks_of("docs/reference/events.md", "json"):
        validate_against_schema(contract, "EventAnswer", json.loads(block.code))


def test_the_example_deck_manifest_is_valid() -> None:
    (block,) = blocks_of("docs/how-to/install.md", "json")
    manifest = msgspec.json.decode(block.code, type=decks.Manifest)
    assert [card.id for card in manifest.cards] == ["attic-001"]
