"""`GET /rulesets` describes a rule set so that a client can draw a form, and the service keeps to it."""

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from games.protocol import ruleset_bodies
from tests.api.client import Json, inside
from tests.api.test_house_rules import asked, whole

pytestmark = pytest.mark.django_db


def test_the_schema_describes_every_parameter_for_a_form() -> None:
    schema = inside("GET", "/rulesets").ok()["schema"]
    Draft202012Validator.check_schema(schema)
    parts = [schema, *schema["$defs"].values()]
    parameters = {name: told for part in parts for name, told in part["properties"].items()}
    assert set(schema["properties"]) == set(ruleset_bodies.RULESET_PARAMETERS)
    for name, told in parameters.items():
        assert {"title", "description", "default"} <= set(told), name
    assert parameters["hand"]["items"]["prefixItems"][1] == {"type": "integer", "minimum": 1, "maximum": 20}
    assert parameters["cap"]["anyOf"][0] == {"type": "integer", "minimum": 2, "maximum": 100}


def test_every_printed_rule_set_and_every_default_is_as_the_schema_says() -> None:
    listed = inside("GET", "/rulesets").ok()
    judge = Draft202012Validator(listed["schema"])
    for one in listed["results"]:
        judge.validate(whole(one["name"]))
    begin = {name: told["default"] for name, told in listed["schema"]["properties"].items()}
    judge.validate(begin)
    assert asked(begin).ok(201)["ruleset"] == begin


@pytest.mark.parametrize("change", [{"hand": [[3, 0]]}, {"speed": 1}, {"end": {"points": 1001}}, {"players": []}])
def test_what_the_schema_refuses_the_service_refuses_too(change: Json) -> None:
    judge = Draft202012Validator(inside("GET", "/rulesets").ok()["schema"])
    assert not judge.is_valid(whole(**change))
    assert asked(whole(**change)).code == "invalid"
    assert judge.is_valid(whole())
