"""An operator with all keys rewrites a match: the result is consistent, so only a player's receipt can disprove it."""

import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import cache

import pytest

from games.audit.canonical_json import encode_canonical
from games.audit.receipt import Receipt, parse_receipt
from games.audit.record_verifier import verify_record
from games.eventlog.digests import GENESIS_HASH, chain_hash, seal_digest
from games.receipts.receipt_signing import sign_receipt
from tests.audit.generated_matches import GeneratedMatch, build_record, generate_match


@cache
def original_match() -> GeneratedMatch:
    return generate_match("classic", 4, 3, mischief=0.0)


def original_lines() -> list[str]:
    return list(original_match().record_lines())


def receipt_for_version(version: int) -> Receipt:
    """Return a receipt that the server signed for a version and a player saved."""
    head = json.loads(original_lines()[version - 1])["hash"]
    return parse_receipt(json.loads(sign_receipt(original_match().match_id, version, head)))


def rechain_record(event_lines: Sequence[str]) -> bytes:
    """Return a record of these events with a new chain: hashes, header, receipt and last line."""
    previous_hash, chained = GENESIS_HASH, list[str]()
    for text in event_lines:
        value = json.loads(text)
        value["event"]["prev"] = previous_hash
        value["hash"] = previous_hash = chain_hash(encode_canonical(value["event"]))
        chained.append(encode_canonical(value))
    return build_record(original_match().match_id, chained, "classic")


def begins_a_command(text: str) -> bool:
    return json.loads(text)["event"]["actor"] is not None


def match_started_version() -> int:
    """Return the version that starts the match: the hash before it is the salt of all randomness."""
    return next(n for n, text in enumerate(original_lines(), start=1) if '"type":"match_started"' in text)


def delay_by_one_second(text: str) -> str:
    value = json.loads(text)
    at = datetime.fromisoformat(value["event"]["at"]) + timedelta(seconds=1)
    value["event"]["at"] = at.isoformat().replace("+00:00", "Z")
    return encode_canonical(value)


def assert_found_only_with_a_receipt(forged: bytes, changed_from: int) -> None:
    assert verify_record(forged).ok, verify_record(forged)
    for version in {changed_from, len(original_lines())}:
        verdict = verify_record(forged, [receipt_for_version(version)])
        assert not verdict.ok
        assert verdict.first_failure is not None and verdict.first_failure.level == "receipts"
        assert (
            verdict.first_failure.first_bad is not None and changed_from <= verdict.first_failure.first_bad <= version
        )
    if changed_from > 1:
        assert verify_record(forged, [receipt_for_version(changed_from - 1)]).ok


def last_versions_of_commands() -> list[int]:
    """Return the versions that are each the last one of a command."""
    return [n for n, text in enumerate(original_lines()[1:], start=1) if begins_a_command(text)]


@pytest.mark.parametrize("step", [31, pytest.param(1, marks=pytest.mark.nightly)])
def test_a_truncated_match_is_found_only_with_a_receipt(step: int):
    """The truncated match looks as if it were still being played."""
    for version in last_versions_of_commands()[::step]:
        assert_found_only_with_a_receipt(rechain_record(original_lines()[:version]), version + 1)


@pytest.mark.parametrize("step", [31, pytest.param(1, marks=pytest.mark.nightly)])
def test_a_fork_at_every_version_is_found(step: int):
    """All later events are a second late. A fork before the match starts would change all randomness."""
    event_lines = original_lines()
    for version in [n for n in last_versions_of_commands() if n >= match_started_version() - 1][::step]:
        forged = rechain_record([*event_lines[:version], *map(delay_by_one_second, event_lines[version:])])
        if version >= match_started_version():
            assert_found_only_with_a_receipt(forged, version + 1)
        else:
            assert not verify_record(forged).ok


def test_a_substituted_match_is_found_only_with_a_receipt():
    other = generate_match("classic", 4, 4, mischief=0.0, match_id=original_match().match_id)
    common_line_count = sum(
        one == another for one, another in zip(original_lines(), other.record_lines(), strict=False)
    )
    assert common_line_count < 3
    assert_found_only_with_a_receipt(other.to_record(), common_line_count + 1)


def test_a_replaced_clue_is_found_only_with_a_receipt():
    """The clue's seal is recomputed, so only the chain can reveal the change."""
    event_lines = original_lines()
    version = next(n for n, text in enumerate(event_lines, start=1) if '"type":"clue_given"' in text)
    value = json.loads(event_lines[version - 1])
    (opening,) = [each for each in value["opened"] if each["part"] == "text"]
    opening["value"] = "something else"
    value["event"]["data"]["sealed"]["text"] = seal_digest(opening["salt"], encode_canonical("something else"))
    assert_found_only_with_a_receipt(
        rechain_record([*event_lines[: version - 1], encode_canonical(value), *event_lines[version:]]), version
    )


def test_changes_that_break_the_rules_are_found_without_a_receipt():
    event_lines = original_lines()
    changes_by_event_type = {
        "round_scored": lambda data: data["scores"].__setitem__(0, data["scores"][0] + 1),
        "match_ended": lambda data: data["winners"].append(3),
        "seat_ready": lambda data: data.__setitem__("seat", (data["seat"] + 1) % 4),
        "discarded": lambda data: data.__setitem__("count", 3),
        "round_begun": lambda data: data.__setitem__("storyteller", 3 if data["storyteller"] != 3 else 2),
    }
    for event_type, change in changes_by_event_type.items():
        version = next(n for n, text in enumerate(event_lines, start=1) if n > 50 and f'"type":"{event_type}"' in text)
        value = json.loads(event_lines[version - 1])
        change(value["event"]["data"])
        verdict = verify_record(
            rechain_record([*event_lines[: version - 1], encode_canonical(value), *event_lines[version:]])
        )
        assert verdict.first_failure is not None
        assert (verdict.first_failure.level, verdict.first_failure.first_bad) == ("rules", version), (
            event_type,
            verdict,
        )


def test_a_changed_tableau_contradicts_the_seed():
    """Slots and votes are changed with it, so that the rules are still followed."""
    event_lines = original_lines()
    version = next(n for n, text in enumerate(event_lines, start=1) if '"type":"tableau_laid"' in text)
    value = json.loads(event_lines[version - 1])
    value["event"]["data"]["tableau"].reverse()
    verdict = verify_record(
        rechain_record([*event_lines[: version - 1], encode_canonical(value), *event_lines[version:]])
    )
    assert ("luck", "failed", version) in [(each.level, each.status, each.first_bad) for each in verdict.findings]
    assert verdict.first_failure is not None
    assert verdict.first_failure.first_bad == version
