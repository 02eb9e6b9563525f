"""The matrix as it is declared in `matrix.txt`: doors, and what everybody meets behind them."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from accounts.models import SCOPES

MATRIX = Path(__file__).with_name("matrix.txt")
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
NOBODY = ("anonymous", "bad token", "expired", "revoked", "switched off")
OUTSIDE = ("stranger", "spectator", "left", "kicked", "staff")
SEATED = ("host", "storyteller", "listener")
NARROW = tuple(f"host without {scope}" for scope in SCOPES)
ROLES = (*NOBODY, *NARROW, *OUTSIDE, "resigned", *SEATED)
ANYWHERE = (*NOBODY, *NARROW, "spectator", "staff", "host")
"""Who is tried at doors that have nothing to do with a match."""
GROUPS: Mapping[str, tuple[str, ...]] = {"outsider": OUTSIDE, "seated": SEATED}

Table: TypeAlias = Mapping[str, Mapping[str, str]]
"""What each kind of people meets, by phase; `private.` kinds in private matches."""


@dataclass(frozen=True, kw_only=True)
class Door:
    method: str
    address: str
    scope: str
    behind: str
    body: str

    def __str__(self) -> str:
        return f"{self.method} {self.address} {self.body}".rstrip()

    @property
    def route(self) -> tuple[str, str]:
        """The method and the path as the URLconf knows it, whatever the door is tried with."""
        return self.method, re.sub(r"=[^}]*}", "}", self.address.partition("?")[0])

    @property
    def of_a_match(self) -> bool:
        return "{match_id}" in self.address or self.address == "subscribe" or self.address.startswith("command/")


@dataclass(frozen=True, kw_only=True)
class Situation:
    phase: str
    visibility: str

    def __str__(self) -> str:
        return f"{self.visibility} {self.phase}"


@dataclass(frozen=True, kw_only=True)
class Cell:
    door: Door
    role: str
    situation: Situation

    def __str__(self) -> str:
        return f"{self.door} as {self.role}, {self.situation}"


@dataclass(frozen=True, kw_only=True)
class Matrix:
    doors: tuple[Door, ...]
    tables: Mapping[str, Table]

    def expected(self, door: Door, role: str, situation: Situation) -> str:
        """What somebody meets at a door: `ok` or the code of an error."""
        if door.scope == "none":
            return door.behind
        table = self.tables.get(door.behind)
        if role in NOBODY:
            if role != "anonymous":
                return "unauthenticated"
            known = door.scope == "any" or (table is not None and "anonymous" in table)
            return _met(door, table, role, situation) if known else "unauthenticated"
        if role == f"host without {door.scope}":
            return "missing_scope"
        return _met(door, table, "host" if role in NARROW else role, situation)


def _met(door: Door, table: Table | None, role: str, situation: Situation) -> str:
    if table is None:
        return door.behind
    if situation.visibility == "private" and (closed := table.get(f"private.{role}")):
        return closed[situation.phase]
    if situation.visibility == "private" and role in OUTSIDE:
        return "not_found"
    return table[role][situation.phase]


def matrix(text: str | None = None) -> Matrix:
    """The matrix that a text declares; the project's own unless given."""
    doors: list[Door] = []
    tables: dict[str, dict[str, Mapping[str, str]]] = {}
    section = ""
    for line in _lines(text or MATRIX.read_text()):
        if " " not in line:
            section = line
        elif section == "doors":
            doors.append(_door(line))
        else:
            tables.setdefault(section, {}).update(_people(line))
    return Matrix(doors=tuple(doors), tables=tables)


def _lines(text: str) -> Iterator[str]:
    return (line for line in text.splitlines() if line.strip() and not line.startswith("#"))


def _door(line: str) -> Door:
    method, address, scope, behind, *body = line.split(maxsplit=4)
    return Door(method=method, address=address, scope=scope, behind=behind, body="".join(body))


def _people(line: str) -> Iterator[tuple[str, Mapping[str, str]]]:
    who, always, *exceptions = line.split()
    met = dict.fromkeys(PHASES, always)
    for exception in exceptions:
        phases, _, other = exception.partition("=")
        met |= dict.fromkeys(phases.split(","), other)
    for kind in who.split(","):
        private, _, name = kind.rpartition(".")
        for role in GROUPS.get(name, (name,)):
            yield (f"{private}.{role}" if private else role), met
