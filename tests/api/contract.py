"""The OpenAPI document as a judge of answers: what it doesn't declare is an error."""

import json
import re
from typing import Any

from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from tests.api.client import BASE, Answer, Json, Player, inside


def document() -> Json:
    return inside("GET", "/openapi.json").ok()


def closed(schema: Any) -> Any:
    """The schema without room for members that it doesn't name."""
    if isinstance(schema, list):
        return [closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    parts = {name: closed(part) for name, part in schema.items()}
    if "properties" in schema and isinstance(schema["properties"], dict) and "additionalProperties" not in schema:
        parts["additionalProperties"] = False
    return parts


class Contract:
    """Judges answers, and remembers which operations it has seen."""

    def __init__(self, content: Json) -> None:
        self.components = closed(content["components"])
        self.operations = {
            (method.upper(), path): operation
            for path, methods in content["paths"].items()
            for method, operation in methods.items()
        }
        self.seen: set[str] = set()
        self.answers: dict[str, Any] = {}
        """The first answer of each operation, if it is JSON."""

    def operation(self, method: str, path: str) -> Json:
        """The operation of a call; an address without parameters goes before one with."""
        plain = path.partition("?")[0]
        for (known, template), operation in sorted(self.operations.items(), key=lambda entry: "{" in entry[0][1]):
            if known == method and re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", template), plain):
                found: Json = operation
                return found
        raise AssertionError(f"{method} {path} is not documented")

    def judge(self, method: str, path: str, answer: Answer) -> None:
        operation = self.operation(method, path)
        documented = operation["responses"].get(str(answer.status))
        name = operation["operationId"]
        assert documented is not None, f"{name} is not said to answer {answer.status}: {answer.content!r}"
        if "$ref" in documented:
            documented = self.components["responses"][documented["$ref"].rpartition("/")[2]]
        else:
            self.seen.add(name)
        if "content" not in documented:
            assert answer.content == b"", name
            return
        kind = answer.headers["content-type"].partition(";")[0]
        (media, content), *_ = documented["content"].items()
        assert re.fullmatch(media.replace("*", ".*").replace("+", r"\+"), kind), (name, kind)
        if kind.endswith(("/json", "+json")):
            schema = {**closed(content["schema"]), "components": self.components}
            Draft202012Validator(schema).validate(json.loads(answer.content))
            if answer.status < 300:
                self.answers.setdefault(name, json.loads(answer.content))


class Judged(Player):
    """A player every one of whose answers is judged."""

    contract: Contract

    def __init__(self, contract: Contract, name: str = "Ada") -> None:
        self.contract = contract

        def door(method: str, path: str, content: bytes = b"", headers: Any = None) -> Answer:
            answer = inside(method, path, content, headers)
            contract.judge(method, path.removeprefix(BASE), answer)
            return answer

        super().__init__(name, door)
