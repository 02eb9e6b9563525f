"""The examples of the OpenAPI document: one per response shape and request body, each valid by its schema.

`RECORD_EXAMPLES=1 uv run pytest tests/api/test_examples.py` regenerates them from a match that is played.
"""

import json
import os
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from jsonschema.exceptions import ValidationError  # type: ignore[import-untyped]

from games.api import examples
from games.api.operations import OPERATIONS
from tests.api.api_client import Json
from tests.api.openapi_contract import OpenApiContract, fetch_openapi_document, forbid_extra_properties
from tests.api.test_documents import (
    play_match_with_entropy,
    play_party_and_team,
    play_whole_match,
    use_identity_operations,
    use_lobby_operations,
)

pytestmark = pytest.mark.django_db

MAX_LIST_ENTRIES = 3
"""Entries of a list that show what it is made of."""


def shorten(value: Any, name: str = "") -> Any:
    """Return a response shortened to what an example needs, without a valid token."""
    match value:
        case dict() if "$defs" in value:
            return {key: part for key, part in value.items() if isinstance(part, str)}
        case dict():
            return {key: shorten(part, key) for key, part in value.items()}
        case [dict(), *_] if len(value) > MAX_LIST_ENTRIES:
            return [shorten(part) for part in value[: 1 if name in ("results", "cards") else MAX_LIST_ENTRIES]]
        case list():
            return [shorten(part) for part in value]
        case str() if value.startswith("dxt_"):
            return "dxt_yours"
        case _:
            return value


@pytest.mark.skipif(not os.environ.get("RECORD_EXAMPLES"), reason="writes files")
def test_record_examples() -> None:
    contract = OpenApiContract(fetch_openapi_document())
    for play in (
        play_whole_match,
        play_party_and_team,
        use_lobby_operations,
        play_match_with_entropy,
        use_identity_operations,
    ):
        play(contract)
    for operation in OPERATIONS:
        if (response := contract.responses.get(operation.id)) is not None:
            text = json.dumps(shorten(response), indent=1, ensure_ascii=False)
            (examples.EXAMPLES_DIR / f"{examples.response_type_name(operation.response_type)}.json").write_text(
                f"{text}\n"
            )


def examples_with_schemas(content: Json) -> Iterator[tuple[str, Any, Any]]:
    """Yield every example of a request body, response or problem, with its schema."""
    for path, methods in content["paths"].items():
        for method, operation in methods.items():
            for part in (operation.get("requestBody", {}), *operation["responses"].values()):
                if media := part.get("content", {}).get("application/json"):
                    yield f"{method} {path}", media["schema"], media.get("example")
    for name, response in content["components"]["responses"].items():
        (media,) = response["content"].values()
        for code in media["examples"]:
            yield name, media["schema"], content["components"]["examples"][code]["value"]


def validate_examples(content: Json) -> None:
    components = forbid_extra_properties(content["components"])
    for location, schema, example in examples_with_schemas(content):
        assert example is not None, f"{location} has no example"
        Draft202012Validator({**forbid_extra_properties(schema), "components": components}).validate(example)


def test_every_body_response_and_problem_has_a_valid_example() -> None:
    validate_examples(fetch_openapi_document())


@pytest.mark.parametrize("spoilt", ["missing", "another shape"])
def test_the_example_check_detects_missing_or_outdated_examples(spoilt: str) -> None:
    content = fetch_openapi_document()
    response = content["paths"]["/matches/{match_id}"]["get"]["responses"]["200"]["content"]["application/json"]
    if spoilt == "missing":
        del response["example"]
    else:
        response["example"]["version"] = "17"
    with pytest.raises((AssertionError, ValidationError)):
        validate_examples(content)


def test_every_error_code_is_used_by_an_operation_or_frame() -> None:
    content = fetch_openapi_document()
    documented_codes = {code for name in content["components"]["responses"] for code in name.split(".")}
    # One comes from the clock; the other needs a wrong method, which no operation uses.
    assert set(content["components"]["examples"]) - documented_codes == {
        "not_yet",
        "method_not_allowed",
    }
