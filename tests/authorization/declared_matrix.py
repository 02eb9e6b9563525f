"""The authorization matrix as declared in `matrix.txt`: endpoints, and the outcome for each role."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from accounts.models import SCOPES

MATRIX_PATH = Path(__file__).with_name("matrix.txt")
PHASES = (
    "gathering",
    "drawing",
    "unclaimed",
    "storytelling",
    "submitting",
    "partners",
    "voting",
    "reveal",
    "over",
    "abandoned",
)
"""The phases of a match; `unclaimed` is storytelling without a storyteller yet, `partners` submitting in Team."""
UNAUTHENTICATED_ROLES = ("anonymous", "bad token", "expired", "revoked", "switched off")
OUTSIDER_ROLES = ("stranger", "spectator", "left", "kicked", "staff")
SEATED_ROLES = ("host", "storyteller", "listener")
REDUCED_SCOPE_ROLES = tuple(f"host without {scope}" for scope in SCOPES)
ROLES = (*UNAUTHENTICATED_ROLES, *REDUCED_SCOPE_ROLES, *OUTSIDER_ROLES, "resigned", *SEATED_ROLES)
MATCHLESS_ROLES = (*UNAUTHENTICATED_ROLES, *REDUCED_SCOPE_ROLES, "spectator", "staff", "host")
"""The roles that are tried at endpoints without a match."""
ROLE_GROUPS: Mapping[str, tuple[str, ...]] = {"outsider": OUTSIDER_ROLES, "seated": SEATED_ROLES}

AccessRule: TypeAlias = Mapping[str, Mapping[str, str]]
"""The outcome by role and phase; a role with the prefix `private.` is for private matches."""


@dataclass(frozen=True, kw_only=True)
class Endpoint:
    method: str
    address: str
    scope: str
    access_rule: str
    body: str

    def __str__(self) -> str:
        return f"{self.method} {self.address} {self.body}".rstrip()

    @property
    def route(self) -> tuple[str, str]:
        """The method and the path as in the URLconf, whatever address the endpoint is tried with."""
        return self.method, re.sub(r"=[^}]*}", "}", self.address.partition("?")[0])

    @property
    def scopes(self) -> tuple[str, ...]:
        return tuple(SCOPES) if self.scope == "every" else tuple(self.scope.split("+"))

    @property
    def concerns_match(self) -> bool:
        # A subscription with a body is about `me`.
        is_match_subscription = self.address == "subscribe" and not self.body
        return "{match_id}" in self.address or is_match_subscription or self.address.startswith("command/")


@dataclass(frozen=True, kw_only=True)
class Situation:
    phase: str
    visibility: str

    def __str__(self) -> str:
        return f"{self.visibility} {self.phase}"


@dataclass(frozen=True, kw_only=True)
class Cell:
    endpoint: Endpoint
    role: str
    situation: Situation

    def __str__(self) -> str:
        return f"{self.endpoint} as {self.role}, {self.situation}"


@dataclass(frozen=True, kw_only=True)
class Matrix:
    endpoints: tuple[Endpoint, ...]
    access_rules: Mapping[str, AccessRule]

    def expected_outcome(self, endpoint: Endpoint, role: str, situation: Situation) -> str:
        """Return the outcome for a role at an endpoint: `ok` or an error code."""
        if endpoint.scope == "none":
            return endpoint.access_rule
        rule = self.access_rules.get(endpoint.access_rule)
        if role in UNAUTHENTICATED_ROLES:
            if role != "anonymous":
                return "unauthenticated"
            allows_anonymous = endpoint.scope == "any" or (rule is not None and "anonymous" in rule)
            return _outcome_by_rule(endpoint, rule, role, situation) if allows_anonymous else "unauthenticated"
        if role in REDUCED_SCOPE_ROLES and role.removeprefix("host without ") in endpoint.scopes:
            return "missing_scope"
        return _outcome_by_rule(endpoint, rule, "host" if role in REDUCED_SCOPE_ROLES else role, situation)


def _outcome_by_rule(endpoint: Endpoint, rule: AccessRule | None, role: str, situation: Situation) -> str:
    if rule is None:
        return endpoint.access_rule
    if situation.visibility == "private" and (private_outcomes := rule.get(f"private.{role}")):
        return private_outcomes[situation.phase]
    if situation.visibility == "private" and role in OUTSIDER_ROLES:
        return "not_found"
    return rule[role][situation.phase]


def parse_matrix(text: str | None = None) -> Matrix:
    """Return the matrix that a text declares; by default, the project's own."""
    endpoints: list[Endpoint] = []
    access_rules: dict[str, dict[str, Mapping[str, str]]] = {}
    section = ""
    for line in _content_lines(text or MATRIX_PATH.read_text()):
        if " " not in line:
            section = line
        elif section == "endpoints":
            endpoints.append(_parse_endpoint(line))
        else:
            access_rules.setdefault(section, {}).update(_parse_rule_line(line))
    return Matrix(endpoints=tuple(endpoints), access_rules=access_rules)


def _content_lines(text: str) -> Iterator[str]:
    return (line for line in text.splitlines() if line.strip() and not line.startswith("#"))


def _parse_endpoint(line: str) -> Endpoint:
    method, address, scope, access_rule, *body = line.split(maxsplit=4)
    return Endpoint(method=method, address=address, scope=scope, access_rule=access_rule, body="".join(body))


def _parse_rule_line(line: str) -> Iterator[tuple[str, Mapping[str, str]]]:
    role_names, default_outcome, *exceptions = line.split()
    outcome_by_phase = dict.fromkeys(PHASES, default_outcome)
    for exception in exceptions:
        phases, _, outcome = exception.partition("=")
        outcome_by_phase |= dict.fromkeys(phases.split(","), outcome)
    for role_name in role_names.split(","):
        private, _, name = role_name.rpartition(".")
        for role in ROLE_GROUPS.get(name, (name,)):
            yield (f"{private}.{role}" if private else role), outcome_by_phase
