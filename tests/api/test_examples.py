"""The examples of the OpenAPI document: one for each shape of an answer and each body, and each is as documented.

`RECORD_EXAMPLES=1 uv run pytest tests/api/test_examples.py` writes them anew, from a match that is played.
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
from tests.api.client import Json
from tests.api.contract import Contract, closed, document
from tests.api.test_documents import identity, lobby, party_and_team, whole_match, with_entropy

pytestmark = pytest.mark.django_db

ENOUGH = 3
"""Entries of a list that show what it is made of."""


def short(value: Any, name: str = "") -> Any:
    """An answer cut down to what an example needs, without a token that is good for something."""
    match value:
        case dict() if "$defs" in value:
            return {key: part for key, part in value.items() if isinstance(part, str)}
        case dict():
            return {key: short(part, key) for key, part in value.items()}
        case [dict(), *_] if len(value) > ENOUGH:
            return [short(part) for part in value[: 1 if name in ("results", "cards") else ENOUGH]]
        case list():
            return [short(part) for part in value]
        case str() if value.startswith("dxt_"):
            return "dxt_yours"
        case _:
            return value


@pytest.mark.skipif(not os.environ.get("RECORD_EXAMPLES"), reason="writes files")
def test_record() -> None:
    contract = Contract(document())
    for play in (whole_match, party_and_team, lobby, with_entropy, identity):
        play(contract)
    for operation in OPERATIONS:
        if (answer := contract.answers.get(operation.id)) is not None:
            text = json.dumps(short(answer), indent=1, ensure_ascii=False)
            (examples.EXAMPLES_DIR / f"{examples.shape_name(operation.response_type)}.json").write_text(f"{text}\n")


def told(content: Json) -> Iterator[tuple[str, Any, Any]]:
    """Every example with its schema: of bodies, of answers, of problems."""
    for path, methods in content["paths"].items():
        for method, operation in methods.items():
            for part in (operation.get("requestBody", {}), *operation["responses"].values()):
                if media := part.get("content", {}).get("application/json"):
                    yield f"{method} {path}", media["schema"], media.get("example")
    for name, response in content["components"]["responses"].items():
        (media,) = response["content"].values()
        for code in media["examples"]:
            yield name, media["schema"], content["components"]["examples"][code]["value"]


def judged(content: Json) -> None:
    components = closed(content["components"])
    for place, schema, example in told(content):
        assert example is not None, f"{place} has no example"
        Draft202012Validator({**closed(schema), "components": components}).validate(example)


def test_every_body_answer_and_problem_has_an_example_that_is_as_documented() -> None:
    judged(document())


@pytest.mark.parametrize("spoilt", ["missing", "another shape"])
def test_an_example_that_has_drifted_is_seen(spoilt: str) -> None:
    content = document()
    answer = content["paths"]["/matches/{match_id}"]["get"]["responses"]["200"]["content"]["application/json"]
    if spoilt == "missing":
        del answer["example"]
    else:
        answer["example"]["version"] = "17"
    with pytest.raises((AssertionError, ValidationError)):
        judged(content)


def test_every_code_can_come_from_some_operation_or_frame() -> None:
    content = document()
    told_of = {code for name in content["components"]["responses"] for code in name.split(".")}
    # The first two are the clock's and the socket's; no operation is called by a wrong method.
    assert set(content["components"]["examples"]) - told_of == {"not_yet", "version_ahead", "method_not_allowed"}
