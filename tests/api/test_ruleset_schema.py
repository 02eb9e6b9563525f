"""`GET /rulesets` describes a rule set in enough detail to build a form, and the service enforces that description."""

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from games.protocol import ruleset_bodies
from tests.api.api_client import Json, call_in_process
from tests.api.test_house_rules import full_ruleset, open_with_ruleset

pytestmark = pytest.mark.django_db


def test_the_schema_describes_every_parameter_for_a_form() -> None:
    schema = call_in_process("GET", "/rulesets").ok()["schema"]
    Draft202012Validator.check_schema(schema)
    parts = [schema, *schema["$defs"].values()]
    parameters = {name: definition for part in parts for name, definition in part["properties"].items()}
    assert set(schema["properties"]) == set(ruleset_bodies.RULESET_PARAMETERS)
    for name, definition in parameters.items():
        assert {"title", "description", "default"} <= set(definition), name
    assert parameters["hand"]["items"]["prefixItems"][1] == {"type": "integer", "minimum": 1, "maximum": 20}
    assert parameters["cap"]["anyOf"][0] == {"type": "integer", "minimum": 2, "maximum": 100}


def test_printed_rulesets_and_defaults_match_the_schema() -> None:
    listed = call_in_process("GET", "/rulesets").ok()
    validator = Draft202012Validator(listed["schema"])
    for ruleset in listed["results"]:
        validator.validate(full_ruleset(ruleset["name"]))
    default_ruleset = {name: definition["default"] for name, definition in listed["schema"]["properties"].items()}
    validator.validate(default_ruleset)
    assert open_with_ruleset(default_ruleset).ok(201)["ruleset"] == default_ruleset


@pytest.mark.parametrize("change", [{"hand": [[3, 0]]}, {"speed": 1}, {"end": {"points": 1001}}, {"players": []}])
def test_the_server_refuses_what_the_schema_refuses(change: Json) -> None:
    validator = Draft202012Validator(call_in_process("GET", "/rulesets").ok()["schema"])
    assert not validator.is_valid(full_ruleset(**change))
    assert open_with_ruleset(full_ruleset(**change)).code == "invalid"
    assert validator.is_valid(full_ruleset())
