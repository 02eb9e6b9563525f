"""Cases that schemathesis makes out of the OpenAPI document, sent to a running service, and what comes of them."""

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

from tests.api.client import BASE, Json, Player
from tests.contract.pool import Pool

NDJSON = "application/x-ndjson"
LIKELY = 0.9
"""How often a case is about something that is there."""
LEGAL = 0.4
"""How often a command is one that may be given; each costs some requests more."""
SEMANTIC = {
    *("unfit_text", "unknown_ruleset", "unknown_deck", "unknown_bot", "not_in_these_rules", "missing_field"),
    *("unfit_email", "no_account", "wrong_password", "password_too_short", "password_too_common"),
    *("password_too_similar", "password_entirely_numeric"),
}
"""Faults that no JSON Schema sees: they are about what there is, or about words."""
RELATED = {"/password", "?cursor", "/decks", "?as"}
"""Fields that are wrong beside others, or that only the service gives out."""
ACCEPTED = ["2xx", "401", "403", "404", "409", "412", "422"]
"""What may come of a request as documented."""


@dataclass
class Tally:
    """What has come of the cases."""

    statuses: Counter[int] = field(default_factory=Counter)
    phases: Counter[str] = field(default_factory=Counter)
    failures: dict[tuple[str, str], str] = field(default_factory=dict)

    @property
    def total(self) -> int:
        return self.statuses.total()

    def reaching(self) -> float:
        """The share of the cases that got as far as the rules."""
        return sum(self.statuses[status] for status in (200, 201, 204, 409, 412, 422)) / self.total

    def add(self, event: ScenarioFinished) -> None:
        """Count what was sent, and keep the first failure of each kind and operation."""
        recorder = event.recorder
        for sent in recorder.interactions.values():
            self.statuses[sent.response.status_code if sent.response else 0] += 1
            self.phases[event.phase.value] += 1
        for case_id, checks in recorder.checks.items():
            for check in checks:
                if check.failure_info is not None:
                    case = recorder.cases[case_id].value
                    said = f"{check.failure_info.failure}\n{case.as_curl_command()[:1000]}"
                    self.failures.setdefault((check.name, case.operation.label), said)

    def told(self) -> str:
        return f"{self.total} cases, {dict(self.phases)}: {dict(sorted(self.statuses.items()))}"


def config(address: str, seed: int, *, again: bool) -> SchemathesisConfig:
    """Seeded; without shrinking and stored examples, for what fails is told as it was sent. Examples and coverage are
    the same every time and full of what isn't as documented: `again` leaves them out."""
    ours: dict[str, Any] = {"extra-data-sources": {"responses": False}}
    once = {**ours, "enabled": not again}
    drawn = {"max-examples": 25, "mode": "positive" if again else "all"}
    return SchemathesisConfig.from_dict(
        {
            "seed": seed,
            "base-url": f"{address}{BASE}",
            "workers": 1,
            "request-timeout": 20,
            "continue-on-failure": True,
            "suppress-health-check": ["all"],
            "generation": {"database": "none", "no-shrink": True},
            "checks": {"positive_data_acceptance": {"expected-statuses": ACCEPTED}},
            "phases": {
                "examples": once,
                "coverage": once,
                "fuzzing": {**ours, "error-feedback": {"enabled": False}, "generation": drawn},
                "stateful": {"generation": {"max-examples": 15}},
            },
        }
    )


class Bench:
    """A service with its pool, and the hooks that make cases be about what is there."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool

    def run(self, document: Json, address: str, *, enough: int = 1) -> Tally:
        """Every phase against every operation of the document, and on with other seeds until there are enough cases."""
        tally, seed = Tally(), 7
        while tally.total < enough and not tally.failures:
            schema = schemathesis.openapi.from_dict(document, config=config(address, seed, again=seed > 7))
            schema.auth(refresh_interval=None)(_bearer(self.token))
            schema.hook("filter_failure")(_is_a_failure)
            schema.hook("after_call")(lambda context, case, response: self.after(case, response))
            self._execute(from_schema(schema).execute(), tally, enough if seed > 7 else None)
            seed += 1
        return tally

    def _execute(self, stream: EventStream, tally: Tally, enough: int | None) -> None:
        def before_call(context: Any, case: Any, kwargs: Any) -> None:
            self.before(case)

        schemathesis.hook(before_call)
        try:
            for event in stream:
                if isinstance(event, NonFatalError):
                    tally.failures["error", str(event.label)] = str(event.value)
                elif isinstance(event, ScenarioFinished):
                    tally.add(event)
                if enough is not None and tally.total >= enough:
                    stream.stop()
        finally:
            schemathesis.hooks.unregister(before_call)

    def token(self, case: Any) -> str:
        """Ours; a new guest's where the account itself is at stake."""
        at_stake = "identity" in case.operation.tags and case.method.upper() != "GET"
        return (Player("Eve", self.pool.door) if at_stake else self.pool.known).token

    def before(self, case: Any) -> None:
        """Put names of what is there in place of made up ones, and never wait for what won't happen."""
        self._name(case)
        if isinstance(case.query.get("wait"), int):
            case.query["wait"] = 0
        if not _is_right(case):
            return
        case.body = _whole(case.body)
        if "Idempotency-Key" in case.headers and isinstance(case.body, dict):
            # The header and the field may not differ, which no schema can say.
            case.body.pop("command_id", None)
        if self.pool.luck.random() > LEGAL:
            return
        if case.media_type == NDJSON:
            case.body = self.pool.record.decode()
        elif "play" in case.operation.tags and (found := self.pool.legal(case.operation.definition.raw["operationId"])):
            case.path_parameters["match_id"], case.body = found
            case.headers.pop("If-Match", None)

    def _name(self, case: Any) -> None:
        places, luck = case.path_parameters or {}, self.pool.luck
        if case.meta is None or not _is_right(case):
            return
        for start, name in self.pool.names.items():
            part = start.rpartition("{")[2].rstrip("}")
            known = re.fullmatch(r"[0-9a-f]{32}", str(places.get(part)))
            if case.operation.path.startswith(start) and part in places and not known and luck.random() < LIKELY:
                places[part] = name()

    def after(self, case: Any, response: Any) -> None:
        if response.status_code < 300 and "play" in case.operation.tags:
            self.pool.played(case.path_parameters["match_id"], case.operation.definition.raw["operationId"])


def _is_right(case: Any) -> bool:
    """Whether the case is meant to be as documented."""
    return case.meta is not None and case.meta.generation.mode.is_positive


def _may_lack_its_body(case: Any) -> bool:
    asked = case.operation.definition.raw.get("requestBody")
    return asked is not None and not asked["required"]


def _whole(value: Any) -> Any:
    """To JSON Schema 3.0 is a whole number, to us it is none."""
    match value:
        case float() if value.is_integer():
            return int(value)
        case list():
            return [_whole(part) for part in value]
        case dict():
            return {name: _whole(part) for name, part in value.items()}
        case _:
            return value


def _bearer(token: Callable[[Any], str]) -> type:
    class Bearer:
        def get(self, case: Any, context: Any) -> str:
            return token(case)

        def set(self, case: Any, data: str, context: Any) -> None:
            case.headers["Authorization"] = f"Bearer {data}"

    return Bearer


def _is_a_failure(context: Any, failure: Any, case: Any, response: Any) -> bool:
    """Not when a request as documented is refused for what no schema can say, or a body is left out that may be."""
    if type(failure).__name__ == "UseAfterFree":
        # A seat that was freed is there to be taken, or to be found free, again.
        return "/seats/" not in failure.free
    if type(failure).__name__ == "EnsureResourceAvailability":
        # Where the account is at stake each case is another guest's, and none finds what another has made.
        return "/tokens/" not in failure.not_available_with
    if type(failure).__name__ == "AcceptedNegativeData":
        return bool(response.request.body) or not _may_lack_its_body(case)
    if type(failure).__name__ != "RejectedPositiveData" or response.status_code != 400:
        return True
    faults = response.json().get("errors", [])
    return not faults or not all(fault["code"] in SEMANTIC or fault["pointer"] in RELATED for fault in faults)


def without_proxies(*_: Any, **__: Any) -> dict[str, str]:
    """`requests` would look through the whole environment for them with every case."""
    return {}


@schemathesis.serializer(NDJSON)
def lines(context: Any, value: Any) -> bytes:
    """Text as it is."""
    return str(value).encode(errors="surrogatepass")


vars(requests.sessions)["get_environ_proxies"] = without_proxies
