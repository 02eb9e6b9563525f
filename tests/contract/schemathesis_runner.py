"""Generate cases from the OpenAPI document with schemathesis, send them to a running service and collect results."""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import requests.sessions
import schemathesis
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import from_schema
from schemathesis.engine.core import EventStream
from schemathesis.engine.events import NonFatalError, ScenarioFinished

from tests.api.api_client import BASE_PATH, Json, Player
from tests.contract.match_pool import MatchPool

NDJSON_MEDIA_TYPE = "application/x-ndjson"
EXISTING_RESOURCE_PROBABILITY = 0.9
"""How often a case is about something that is there."""
LEGAL_COMMAND_PROBABILITY = 0.4
"""How often a command is one that may be given; each costs some requests more."""
SEMANTIC_ERROR_CODES = {
    *("unfit_text", "unknown_ruleset", "unknown_deck", "unknown_bot", "not_in_these_rules", "missing_field"),
    *("unfit_email", "no_account", "wrong_password", "password_too_short", "password_too_common"),
    *("password_too_similar", "password_entirely_numeric"),
}
"""Faults that no JSON Schema sees: they are about what there is, or about words."""
SEMANTIC_ERROR_POINTERS = {"/password", "?cursor", "/decks", "?as"}
"""Fields that are wrong beside others, or that only the service gives out."""
DOCUMENTED_STATUSES = ["2xx", "401", "403", "404", "409", "412", "422"]
"""What may come of a request as documented."""
REJECTING_STATUSES = ["400", "401", "403", "404", "405", "406", "409", "413", "415", "422", "428", "429"]
"""What may come of any other: 413 because a text that is longer than its maximum can also be too large as a body."""


@dataclass
class CaseTally:
    """The results of the cases."""

    statuses: Counter[int] = field(default_factory=Counter)
    phases: Counter[str] = field(default_factory=Counter)
    failures: dict[tuple[str, str], str] = field(default_factory=dict)

    @property
    def total(self) -> int:
        return self.statuses.total()

    def share_reaching_the_rules(self) -> float:
        """Return the share of the cases that reached the rulebook."""
        return sum(self.statuses[status] for status in (200, 201, 204, 409, 412, 422)) / self.total

    def add(self, event: ScenarioFinished) -> None:
        """Count a sent case, and store the first failure of each kind and operation."""
        recorder = event.recorder
        for interaction in recorder.interactions.values():
            self.statuses[interaction.response.status_code if interaction.response else 0] += 1
            self.phases[event.phase.value] += 1
        for case_id, checks in recorder.checks.items():
            for check in checks:
                if check.failure_info is not None:
                    case = recorder.cases[case_id].value
                    failure_text = f"{check.failure_info.failure}\n{case.as_curl_command()[:1000]}"
                    self.failures.setdefault((check.name, case.operation.label), failure_text)

    def summary(self) -> str:
        return f"{self.total} cases, {dict(self.phases)}: {dict(sorted(self.statuses.items()))}"


def schemathesis_config(address: str, seed: int, *, is_repeated: bool) -> SchemathesisConfig:
    """Return a seeded configuration without shrinking and stored examples, because failures are reported as they were
    sent. The phases "examples" and "coverage" generate the same cases every time, many of them undocumented on purpose:
    `again` leaves them out."""
    common_options: dict[str, Any] = {"extra-data-sources": {"responses": False}}
    first_run_options = {**common_options, "enabled": not is_repeated}
    generation_options = {"max-examples": 25, "mode": "positive" if is_repeated else "all"}
    return SchemathesisConfig.from_dict(
        {
            "seed": seed,
            "base-url": f"{address}{BASE_PATH}",
            "workers": 1,
            "request-timeout": 20,
            "continue-on-failure": True,
            "suppress-health-check": ["all"],
            "generation": {"database": "none", "no-shrink": True},
            "checks": {
                "positive_data_acceptance": {"expected-statuses": DOCUMENTED_STATUSES},
                "negative_data_rejection": {"expected-statuses": REJECTING_STATUSES},
            },
            "phases": {
                "examples": first_run_options,
                "coverage": first_run_options,
                "fuzzing": {**common_options, "error-feedback": {"enabled": False}, "generation": generation_options},
                "stateful": {"generation": {"max-examples": 15}},
            },
        }
    )


class SchemathesisRunner:
    """A service with its pool, and the hooks that make cases refer to existing objects."""

    def __init__(self, pool: MatchPool) -> None:
        self.pool = pool

    def run(self, document: Json, address: str, *, min_cases: int = 1) -> CaseTally:
        """Run every phase against every operation of the document, then continue with other seeds until there are
        enough cases."""
        tally, seed = CaseTally(), 7
        while tally.total < min_cases and not tally.failures:
            schema = schemathesis.openapi.from_dict(
                document, config=schemathesis_config(address, seed, is_repeated=seed > 7)
            )
            schema.auth(refresh_interval=None)(_bearer_auth(self.token_for))
            schema.hook("filter_failure")(_is_failure)
            schema.hook("after_call")(lambda context, case, response: self.handle_response(case, response))
            self._execute(from_schema(schema).execute(), tally, min_cases if seed > 7 else None)
            seed += 1
        return tally

    def _execute(self, stream: EventStream, tally: CaseTally, max_cases: int | None) -> None:
        def before_call(context: Any, case: Any, kwargs: Any) -> None:
            self.prepare_case(case)

        schemathesis.hook(before_call)
        try:
            for event in stream:
                if isinstance(event, NonFatalError):
                    tally.failures["error", str(event.label)] = str(event.value)
                elif isinstance(event, ScenarioFinished):
                    tally.add(event)
                if max_cases is not None and tally.total >= max_cases:
                    stream.stop()
        finally:
            schemathesis.hooks.unregister(before_call)

    def token_for(self, case: Any) -> str:
        """Return our token, or a new guest's token where the account itself is at stake."""
        at_stake = "identity" in case.operation.tags and case.method.upper() != "GET"
        return (Player("Eve", self.pool.transport) if at_stake else self.pool.known_player).token

    def prepare_case(self, case: Any) -> None:
        """Replace made-up names by the names of existing objects, and never wait for something that won't happen."""
        self._use_existing_resources(case)
        if isinstance(case.query.get("wait"), int):
            case.query["wait"] = 0
        if not _is_positive(case):
            return
        case.body = _integral_floats_to_int(case.body)
        if "Idempotency-Key" in case.headers and isinstance(case.body, dict):
            # The header and the field must agree, which no schema can express.
            case.body.pop("command_id", None)
        if self.pool.rng.random() > LEGAL_COMMAND_PROBABILITY:
            return
        if case.media_type == NDJSON_MEDIA_TYPE:
            case.body = self.pool.record.decode()
        elif "play" in case.operation.tags and (
            found := self.pool.choose_legal_command(case.operation.definition.raw["operationId"])
        ):
            case.path_parameters["match_id"], case.body = found
            case.headers.pop("If-Match", None)

    def _use_existing_resources(self, case: Any) -> None:
        parameters, rng = case.path_parameters or {}, self.pool.rng
        if case.meta is None or not _is_positive(case):
            return
        for path_prefix, choose_name in self.pool.resource_choosers.items():
            parameter = path_prefix.rpartition("{")[2].rstrip("}")
            is_match_id = re.fullmatch(r"[0-9a-f]{32}", str(parameters.get(parameter)))
            if (
                case.operation.path.startswith(path_prefix)
                and parameter in parameters
                and not is_match_id
                and rng.random() < EXISTING_RESOURCE_PROBABILITY
            ):
                parameters[parameter] = choose_name()

    def handle_response(self, case: Any, response: Any) -> None:
        if response.status_code < 300 and "play" in case.operation.tags:
            self.pool.continue_match(case.path_parameters["match_id"], case.operation.definition.raw["operationId"])


def _is_positive(case: Any) -> bool:
    """Return whether the case is meant to be as documented."""
    return case.meta is not None and case.meta.generation.mode.is_positive


def _has_optional_body(case: Any) -> bool:
    request_body = case.operation.definition.raw.get("requestBody")
    return request_body is not None and not request_body["required"]


def _integral_floats_to_int(value: Any) -> Any:
    """Convert integral floats to integers: JSON Schema accepts 3.0 as an integer, the service does not."""
    match value:
        case float() if value.is_integer():
            return int(value)
        case list():
            return [_integral_floats_to_int(part) for part in value]
        case dict():
            return {name: _integral_floats_to_int(part) for name, part in value.items()}
        case _:
            return value


def _bearer_auth(token: Callable[[Any], str]) -> type:
    class Bearer:
        def get(self, case: Any, context: Any) -> str:
            return token(case)

        def set(self, case: Any, data: str, context: Any) -> None:
            case.headers["Authorization"] = f"Bearer {data}"

    return Bearer


def _is_failure(context: Any, failure: Any, case: Any, response: Any) -> bool:
    """Return whether what schemathesis reports is a fault of the service.

    A request may conform to its schema and be refused for a reason that no schema can express, or because an optional
    body is missing.
    """
    if type(failure).__name__ == "UseAfterFree":
        # A seat that was freed can be taken again, or reported as free.
        return "/seats/" not in failure.free
    if type(failure).__name__ == "EnsureResourceAvailability":
        # Where the account is at stake each case uses another guest, who can't find what an earlier guest created.
        return "/tokens/" not in failure.not_available_with
    if type(failure).__name__ == "AcceptedNegativeData":
        return bool(response.request.body) or not _has_optional_body(case)
    if type(failure).__name__ != "RejectedPositiveData" or response.status_code != 400:
        return True
    faults = response.json().get("errors", [])
    return not faults or not all(
        fault["code"] in SEMANTIC_ERROR_CODES or fault["pointer"] in SEMANTIC_ERROR_POINTERS for fault in faults
    )


def no_environment_proxies(*_: Any, **__: Any) -> dict[str, str]:
    """Return no proxies; otherwise `requests` would search the whole environment for them in every case."""
    return {}


@schemathesis.serializer(NDJSON_MEDIA_TYPE)
def serialize_ndjson(context: Any, value: Any) -> bytes:
    """Return text unchanged."""
    return str(value).encode(errors="surrogatepass")


vars(requests.sessions)["get_environ_proxies"] = no_environment_proxies
