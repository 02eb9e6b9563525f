"""A response checker based on the OpenAPI document: anything it does not declare is an error."""

import json
import re
from typing import Any

from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from tests.api.api_client import BASE_PATH, ApiResponse, Json, Player, call_in_process


def fetch_openapi_document() -> Json:
    return call_in_process("GET", "/openapi.json").ok()


def forbid_extra_properties(schema: Any) -> Any:
    """Return the schema with every property forbidden that it does not declare."""
    if isinstance(schema, list):
        return [forbid_extra_properties(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    parts = {name: forbid_extra_properties(part) for name, part in schema.items()}
    if "properties" in schema and isinstance(schema["properties"], dict) and "additionalProperties" not in schema:
        parts["additionalProperties"] = False
    return parts


class OpenApiContract:
    """Checks responses and records which operations were used."""

    def __init__(self, content: Json) -> None:
        self.components = forbid_extra_properties(content["components"])
        self.operations = {
            (method.upper(), path): operation
            for path, methods in content["paths"].items()
            for method, operation in methods.items()
        }
        self.operations_seen: set[str] = set()
        self.responses: dict[str, Any] = {}
        """The first response of each operation, if it is JSON."""

    def find_operation(self, method: str, path: str) -> Json:
        """Return the operation of a request; a path without parameters takes precedence over one with parameters."""
        path_only = path.partition("?")[0]
        for (documented_method, template), operation in sorted(
            self.operations.items(), key=lambda entry: "{" in entry[0][1]
        ):
            if documented_method == method and re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", template), path_only):
                result: Json = operation
                return result
        raise AssertionError(f"{method} {path} is not documented")

    def check_response(self, method: str, path: str, response: ApiResponse) -> None:
        operation = self.find_operation(method, path)
        documented = operation["responses"].get(str(response.status))
        name = operation["operationId"]
        assert documented is not None, f"{name} has no documented response {response.status}: {response.content!r}"
        if "$ref" in documented:
            documented = self.components["responses"][documented["$ref"].rpartition("/")[2]]
        else:
            self.operations_seen.add(name)
        if "content" not in documented:
            assert response.content == b"", name
            return
        content_type = response.headers["content-type"].partition(";")[0]
        (media, content), *_ = documented["content"].items()
        assert re.fullmatch(media.replace("*", ".*").replace("+", r"\+"), content_type), (name, content_type)
        if content_type.endswith(("/json", "+json")):
            schema = {**forbid_extra_properties(content["schema"]), "components": self.components}
            Draft202012Validator(schema).validate(json.loads(response.content))
            if response.status < 300:
                self.responses.setdefault(name, json.loads(response.content))


class CheckedPlayer(Player):
    """A player whose responses are all checked against the contract."""

    contract: OpenApiContract

    def __init__(self, contract: OpenApiContract, name: str = "Ada") -> None:
        self.contract = contract

        def send_and_check(method: str, path: str, content: bytes = b"", headers: Any = None) -> ApiResponse:
            response = call_in_process(method, path, content, headers)
            contract.check_response(method, path.removeprefix(BASE_PATH), response)
            return response

        super().__init__(name, send_and_check)
