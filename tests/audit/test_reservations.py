"""Records of rematches: the verifier checks who may take which seat, when, and who becomes the host."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from games.audit.canonical_json import encode_canonical
from games.audit.record_verifier import verify_record
from games.audit.verdict import Verdict
from games.eventlog.digests import chain_hash
from games.rulebook.commands import Resign, Sit, Stand, Start
from tests.audit.generated_matches import GeneratedMatch, build_record
from tests.audit.generated_rematches import PEOPLE, opened_rematch, whole_rematch
from tests.rulebook.match_scenarios import NOW
from tests.rulebook.sent_command import Sent


def statuses(match: GeneratedMatch) -> list[str]:
    verdict = verify_record(match.to_record())
    return [finding.status for finding in verdict.findings]


def test_the_record_of_a_rematch_verifies():
    assert statuses(whole_rematch()) == ["ok"] * 4


def test_a_record_in_which_a_player_declines_and_another_comes_after_the_time_verifies():
    match = opened_rematch()
    match.act(Sent(1, Stand()))
    match.act(Sit(player=PEOPLE[6], seat=1))
    match.now = NOW + timedelta(minutes=5)
    match.act(Sit(player=PEOPLE[7], seat=0))
    match.act(Sent(2, Start()))
    for seat in range(3):
        match.act(Sent(seat, Resign()))
    assert statuses(match) == ["ok"] * 4


def test_a_record_verifies_after_all_its_players_were_erased():
    match = whole_rematch()
    erasable = ("player", "reserved_for/0", "reserved_for/1", "reserved_for/3")
    match.log.openings = [(*row[:2], None, None, *row[4:]) if row[1] in erasable else row for row in match.log.openings]
    verdict = verify_record(match.to_record())
    assert [finding.status for finding in verdict.findings] == ["ok"] * 4, verdict.text_lines()
    assert {part for _, part in verdict.erased} == {*erasable}


def tampered(change: Callable[[list[Any]], None]) -> Verdict:
    """Return the verdict on the record of a whole rematch whose events were changed, and whose chain was mended."""
    match = whole_rematch()
    lines = [json.loads(text) for text in match.record_lines()]
    change(lines)
    prev = "0" * 64
    for version, line in enumerate(lines, start=1):
        line["event"]["prev"], line["event"]["version"] = prev, version
        prev = line["hash"] = chain_hash(encode_canonical(line["event"]))
    return verify_record(build_record(match.match_id, [encode_canonical(line) for line in lines], "classic"))


def set_data(version: int, **members: Any) -> Callable[[list[Any]], None]:
    return lambda lines: lines[version - 1]["event"]["data"].update(members)


def set_actor(version: int, actor: Any) -> Callable[[list[Any]], None]:
    return lambda lines: lines[version - 1]["event"].update(actor=actor)


@pytest.mark.parametrize(
    ("version", "change"),
    [
        pytest.param(1, set_data(1, reserved_until="2026-01-01T12:04:59Z"), id="too-short"),
        pytest.param(1, set_data(1, reserved_until="2026-01-01T12:06:00Z"), id="too-long"),
        pytest.param(1, set_data(1, reserved_until=None), id="without-a-time"),
        pytest.param(1, set_data(1, former_host=2), id="a-former-host-without-a-reservation"),
        pytest.param(2, set_actor(1, 0), id="opened-by-another-seat"),
        pytest.param(4, set_data(4, seat=3), id="a-stranger-on-a-reserved-seat"),
        pytest.param(3, set_actor(3, 0), id="dropped-by-a-player-who-has-no-seat"),
        pytest.param(3, set_data(3, seat=4), id="dropped-where-nothing-is-reserved"),
        pytest.param(6, set_data(6, seat=2), id="another-player-becomes-the-host"),
        pytest.param(6, set_data(1, former_host=1), id="the-former-host-is-another-player"),
    ],
)
def test_a_tampered_rematch_is_found(version: int, change: Callable[[list[Any]], None]):
    failure = tampered(change).first_failure
    assert failure is not None
    assert (failure.level, failure.first_bad) == ("rules", version)
