"""Sealed parts are opened once, by what fits, and when they are due."""

from typing import Any

from tests.audit.second import paper
from tests.audit.second.bad import need, never
from tests.audit.second.record import Record

PERSONAL = ("player", "text")
AT_ONCE = (*PERSONAL, "seed")
WITH_SCORES = ("card", "cards", "slots", "trap")
BEGINS_A_ROUND, SCORES = "round_begun", "round_scored"


def opened(record: Record, opening: Any, at: int) -> None:
    version, part = key = opening["version"], opening["part"]
    need(version <= at, "chain", at, "it opens what isn't there yet")
    digest = record.events[version - 1]["data"].get("sealed", {}).get(part)
    need(digest is not None, "chain", at, f"there is no {part} in {version}")
    need(key not in record.told, "chain", at, f"{part} of {version} opens twice")
    need(paper.sealed(opening["salt"], opening["value"]) == digest, "chain", at, f"{part} of {version} is another one")
    record.told[key], record.opened_at[key] = opening["value"], at


def check_when_opened(record: Record) -> None:
    """Each part opens with the event that it has to wait for; name the first line where that fails."""
    faults = []
    for at, part, due in _due(record):
        opened = record.opened_at.get((at, part))
        if opened is None:
            if due is not None and part not in PERSONAL:
                faults.append((due, f"{part} of {at} isn't opened"))
        elif due is not None and (opened > due or (record.ended and opened < due)):
            faults.append((min(opened, due), f"{part} of {at} opens with {opened}, not {due}"))
    for version, why in sorted(faults)[:1]:
        never("chain", version, why)


def _due(record: Record) -> list[tuple[int, str, int | None]]:
    """Version and name of each sealed part, and the version with which it opens."""
    end = len(record.events) if record.ended else None
    found: list[tuple[int, str, int | None]] = []
    scored: dict[Any, int] = {}
    rounds = _rounds(record)
    for event, round_ in zip(reversed(record.events), reversed(rounds), strict=True):
        at = event["version"]
        if event["type"] == SCORES:
            scored[event["data"].get("round")] = at
        for part in event["data"].get("sealed", {}):
            with_scores = scored.get(round_, end) if part in WITH_SCORES else end
            found.append((at, part, at if part in AT_ONCE else with_scores))
    return found


def _rounds(record: Record) -> list[Any]:
    """For each event what the last `round_begun` says."""
    rounds, last = [], None
    for event in record.events:
        last = event["data"].get("round") if event["type"] == BEGINS_A_ROUND else last
        rounds.append(last)
    return rounds
