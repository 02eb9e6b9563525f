"""Checks that each sealed part is opened once, by a matching opening, when it is due."""

from typing import Any

from tests.conformance.verifier import canonical_text
from tests.conformance.verifier.record_content import RecordContent
from tests.conformance.verifier.record_fault import fail, require

PERSONAL_PARTS = ("player", "text", "reserved_for", "ruleset_name")
PARTS_OPENED_AT_ONCE = (*PERSONAL_PARTS, "seed")
PARTS_OPENED_WITH_SCORES = ("card", "cards", "slots", "trap")
ROUND_BEGUN_TYPE, ROUND_SCORED_TYPE = "round_begun", "round_scored"


def add_opening(record: RecordContent, opening: Any, opened_at: int) -> None:
    version, part = key = opening["version"], opening["part"]
    require(version <= opened_at, "chain", opened_at, "it opens what isn't there yet")
    digest = record.events[version - 1]["data"].get("sealed", {}).get(part)
    require(digest is not None, "chain", opened_at, f"there is no {part} in {version}")
    require(key not in record.opened_values, "chain", opened_at, f"{part} of {version} opens twice")
    require(
        canonical_text.sealed_digest(opening["salt"], opening["value"]) == digest,
        "chain",
        opened_at,
        f"{part} of {version} is another one",
    )
    record.opened_values[key], record.opened_at[key] = opening["value"], opened_at


def check_opening_versions(record: RecordContent) -> None:
    """Check that each part opens with the event that it waits for; report the first line where it does not."""
    faults = []
    for at, part, due_version in _due_versions(record):
        opened_at = record.opened_at.get((at, part))
        if opened_at is None:
            if due_version is not None and part.partition("/")[0] not in PERSONAL_PARTS:
                faults.append((due_version, f"{part} of {at} isn't opened"))
        elif due_version is not None and (opened_at > due_version or (record.is_over and opened_at < due_version)):
            faults.append((min(opened_at, due_version), f"{part} of {at} opens with {opened_at}, not {due_version}"))
    for version, why in sorted(faults)[:1]:
        fail("chain", version, why)


def _due_versions(record: RecordContent) -> list[tuple[int, str, int | None]]:
    """Return the version and name of each sealed part, and the version that opens it."""
    end_version = len(record.events) if record.is_over else None
    found: list[tuple[int, str, int | None]] = []
    scored_versions: dict[Any, int] = {}
    round_numbers = _round_numbers(record)
    for event, round_number in zip(reversed(record.events), reversed(round_numbers), strict=True):
        at = event["version"]
        if event["type"] == ROUND_SCORED_TYPE:
            scored_versions[event["data"].get("round")] = at
        for part in event["data"].get("sealed", {}):
            scores_version = (
                scored_versions.get(round_number, end_version) if part in PARTS_OPENED_WITH_SCORES else end_version
            )
            found.append((at, part, at if part.partition("/")[0] in PARTS_OPENED_AT_ONCE else scores_version))
    return found


def _round_numbers(record: RecordContent) -> list[Any]:
    """Return for each event the round number of the last `round_begun`."""
    round_numbers, current_round = [], None
    for event in record.events:
        current_round = event["data"].get("round") if event["type"] == ROUND_BEGUN_TYPE else current_round
        round_numbers.append(current_round)
    return round_numbers
