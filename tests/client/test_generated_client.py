"""The generated client matches the OpenAPI document: a missing operation, field or enum value is detected here."""

import copy
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from dixit_client.calls import Calls

from games.api.openapi import openapi_document
from games.protocol.command_specs import COMMAND_SPECS

PYTHON_CLIENT_FOLDER = Path(__file__).resolve().parents[2] / "clients/python"


@pytest.fixture(scope="module")
def generate() -> Iterator[Any]:
    """Load `generate.py` as it is run."""
    sys.path.insert(0, str(PYTHON_CLIENT_FOLDER))
    import generate

    yield generate
    sys.path.remove(str(PYTHON_CLIENT_FOLDER))


def stale_files(generate: Any, content: Any) -> list[str]:
    """Return the files that differ from what the document requires."""
    return [file.name for file, text in generate.files(content) if file.read_text() != text]


def test_generated_files_match_the_openapi_document(generate: Any) -> None:
    assert stale_files(generate, msgspec.json.decode(openapi_document())) == [], (
        "uv run python clients/python/generate.py"
    )


@pytest.mark.parametrize("what", ["an operation", "a member", "a word", "a code", "a parameter"])
def test_a_change_of_the_openapi_document_is_detected(generate: Any, what: str) -> None:
    content = copy.deepcopy(msgspec.json.decode(openapi_document()))
    schemas = content["components"]["schemas"]
    match what:
        case "an operation":
            content["paths"]["/new"] = {"get": {**content["paths"]["/luck"]["get"], "operationId": "new"}}
        case "a member":
            schemas["MatchSeen"]["properties"]["new"] = {"type": "string"}
        case "a word":
            schemas["MatchSeen"]["properties"]["status"]["enum"].append("new")
        case "a code":
            schemas["Problem"]["properties"]["code"]["enum"].append("new")
        case _:
            content["paths"]["/matches"]["get"]["parameters"].append(
                {"name": "new", "in": "query", "schema": {"type": "string"}}
            )
    assert stale_files(generate, content) != []


def test_every_websocket_command_has_a_client_method(generate: Any) -> None:
    """So that a client without a socket can send the same commands by name."""
    assert [name for name in COMMAND_SPECS if not callable(getattr(Calls, name, None))] == []
