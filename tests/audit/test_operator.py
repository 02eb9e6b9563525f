"""An operator who holds all keys writes another history of a match: right in itself, unless somebody has a receipt."""

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
from tests.audit.made import Made, made, record


@cache
def original() -> Made:
    return made("classic", 4, 3, mischief=0.0)


def lines() -> list[str]:
    return list(original().lines())


def kept(version: int) -> Receipt:
    """What the server has signed for a version, and a player has kept."""
    head = json.loads(lines()[version - 1])["hash"]
    return parse_receipt(json.loads(sign_receipt(original().match_id, version, head)))


def resigned(changed: Sequence[str]) -> bytes:
    """A record of these events, chained anew, with new hashes, header, receipt and last line."""
    before, chained = GENESIS_HASH, list[str]()
    for text in changed:
        value = json.loads(text)
        value["event"]["prev"] = before
        value["hash"] = before = chain_hash(encode_canonical(value["event"]))
        chained.append(encode_canonical(value))
    return record(original().match_id, chained, "classic")


def begins_a_command(text: str) -> bool:
    return json.loads(text)["event"]["actor"] is not None


def locked() -> int:
    """The version that closes the table: the hash before it is the salt of all luck."""
    return next(n for n, text in enumerate(lines(), start=1) if '"type":"match_started"' in text)


def later(text: str) -> str:
    value = json.loads(text)
    at = datetime.fromisoformat(value["event"]["at"]) + timedelta(seconds=1)
    value["event"]["at"] = at.isoformat().replace("+00:00", "Z")
    return encode_canonical(value)


def found_only_with_a_receipt(forged: bytes, changed_from: int) -> None:
    assert verify_record(forged).ok, verify_record(forged)
    for version in {changed_from, len(lines())}:
        verdict = verify_record(forged, [kept(version)])
        assert not verdict.ok
        assert verdict.first_failure is not None and verdict.first_failure.level == "receipts"
        assert (
            verdict.first_failure.first_bad is not None and changed_from <= verdict.first_failure.first_bad <= version
        )
    if changed_from > 1:
        assert verify_record(forged, [kept(changed_from - 1)]).ok


def ends_of_commands() -> list[int]:
    """Versions behind which the next command begins."""
    return [n for n, text in enumerate(lines()[1:], start=1) if begins_a_command(text)]


@pytest.mark.parametrize("step", [31, pytest.param(1, marks=pytest.mark.nightly)])
def test_a_match_that_is_cut_off(step: int):
    """As if it were still being played."""
    for version in ends_of_commands()[::step]:
        found_only_with_a_receipt(resigned(lines()[:version]), version + 1)


@pytest.mark.parametrize("step", [31, pytest.param(1, marks=pytest.mark.nightly)])
def test_a_fork_at_every_version(step: int):
    """From there on everything comes a second later. Before the table is closed that would change all luck."""
    whole = lines()
    for version in [n for n in ends_of_commands() if n >= locked() - 1][::step]:
        forged = resigned([*whole[:version], *map(later, whole[version:])])
        if version >= locked():
            found_only_with_a_receipt(forged, version + 1)
        else:
            assert not verify_record(forged).ok


def test_quite_another_match():
    other = made("classic", 4, 4, mischief=0.0, match_id=original().match_id)
    same = sum(one == another for one, another in zip(lines(), other.lines(), strict=False))
    assert same < 3
    found_only_with_a_receipt(other.record(), same + 1)


def test_an_event_that_is_replaced():
    """The words of a clue: sealed anew, which only the chain can tell."""
    whole = lines()
    version = next(n for n, text in enumerate(whole, start=1) if '"type":"clue_given"' in text)
    value = json.loads(whole[version - 1])
    (opening,) = [each for each in value["opened"] if each["part"] == "text"]
    opening["value"] = "something else"
    value["event"]["data"]["sealed"]["text"] = seal_digest(opening["salt"], encode_canonical("something else"))
    found_only_with_a_receipt(resigned([*whole[: version - 1], encode_canonical(value), *whole[version:]]), version)


def test_a_card_a_vote_a_point_a_time_that_break_the_rules_are_found_without_any_receipt():
    whole = lines()
    breaks = {
        "round_scored": lambda data: data["scores"].__setitem__(0, data["scores"][0] + 1),
        "match_ended": lambda data: data["winners"].append(3),
        "seat_ready": lambda data: data.__setitem__("seat", (data["seat"] + 1) % 4),
        "discarded": lambda data: data.__setitem__("count", 3),
        "round_begun": lambda data: data.__setitem__("storyteller", 3 if data["storyteller"] != 3 else 2),
    }
    for kind, change in breaks.items():
        version = next(n for n, text in enumerate(whole, start=1) if n > 50 and f'"type":"{kind}"' in text)
        value = json.loads(whole[version - 1])
        change(value["event"]["data"])
        verdict = verify_record(resigned([*whole[: version - 1], encode_canonical(value), *whole[version:]]))
        assert verdict.first_failure is not None
        assert (verdict.first_failure.level, verdict.first_failure.first_bad) == ("rules", version), (kind, verdict)


def test_another_tableau_is_against_the_seed():
    """Slots and votes are changed with it, so that the rules hold."""
    whole = lines()
    version = next(n for n, text in enumerate(whole, start=1) if '"type":"tableau_laid"' in text)
    value = json.loads(whole[version - 1])
    value["event"]["data"]["tableau"].reverse()
    verdict = verify_record(resigned([*whole[: version - 1], encode_canonical(value), *whole[version:]]))
    assert ("luck", "failed", version) in [(each.level, each.status, each.first_bad) for each in verdict.findings]
    assert verdict.first_failure is not None
    assert verdict.first_failure.first_bad == version
