"""Staff commands: what the staff may end, and that the log names the staff member."""

import json

import pytest
from pytest_django import Settings

from games.audit.canonical_json import encode_canonical
from games.audit.record_verifier import verify_record
from games.eventlog.digests import chain_hash
from games.eventlog.models import Event
from games.matches.staff_commands import call_off, force_time_up
from games.narrative.event_sentences import STAFF_ENDS_PHASE_SENTENCE
from games.narrative.narrative import narrate
from games.narrative.visible_event import visible_events
from games.records.export import extent_for_account, public_record_pages
from games.report.report_builder import build_match_report
from games.rulebook import Reason, Refused
from games.rulebook.terms import Clock
from games.story.story_renderer import render_story
from tests.audit.generated_matches import join_with_checksum
from tests.audit.record_forging import count_events, lines_before_checksum
from tests.conformance.verifier.independent_verdict import verify_independently
from tests.timers.timed_match import TimedMatch

pytestmark = pytest.mark.django_db

ONE_MINUTE_CLOCK = Clock(clue=60, submit=60, vote=60, reveal=60)
NO_CLOCK = Clock(clue=None, submit=None, vote=None, reveal=None)
PHASES = ("1.storytelling", "1.submitting", "1.voting", "1.reveal")


@pytest.fixture(autouse=True)
def _fast_password_hasher(settings: Settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def event_body(match: TimedMatch, version: int) -> str:
    return Event.objects.get(match_id=match.id, version=version).body


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("clock", [ONE_MINUTE_CLOCK, NO_CLOCK])
def test_staff_can_end_a_phase_with_or_without_a_deadline(phase: str, clock: Clock):
    match = TimedMatch(clock, rulebook=1).play_until(phase)
    result = force_time_up(match.id, phase)
    assert '"actor":"staff"' in event_body(match, result.first_version)
    assert Event.objects.get(match_id=match.id, version=result.first_version).type == "time_up"
    assert match.phase != phase or match.count_events("storyteller_claimed")
    assert "Staff ended this phase." in render_story(narrate(visible_events(match.id, None)))
    assert [
        event_report.words
        for event_report in build_match_report(extent_for_account(match.id, None)).events
        if event_report.version == result.first_version
    ] == [STAFF_ENDS_PHASE_SENTENCE]


def test_staff_cannot_end_a_phase_that_is_over():
    match = TimedMatch(ONE_MINUTE_CLOCK, rulebook=1).play_until("1.voting")
    version = match.state.version
    with pytest.raises(Refused) as refused:
        force_time_up(match.id, "1.submitting")
    assert (refused.value.reason, match.state.version) == (Reason.PHASE_OVER, version)


def test_staff_cannot_force_time_up_in_a_lobby_or_a_finished_match():
    lobby = TimedMatch(ONE_MINUTE_CLOCK, started=False)
    with pytest.raises(Refused):
        force_time_up(lobby.id, "0.gathering")
    call_off(lobby.id)
    with pytest.raises(Refused):
        force_time_up(lobby.id, lobby.phase)


@pytest.mark.parametrize("visibility", ["unlisted", "private"])
@pytest.mark.parametrize("where", ["lobby", "match"])
def test_staff_can_call_off_a_match_once_and_nobody_wins(where: str, visibility):
    match = TimedMatch(ONE_MINUTE_CLOCK, started=where == "match", visibility=visibility)
    result = call_off(match.id)
    body = event_body(match, result.first_version)
    assert '"actor":"staff"' in body
    assert '"status":"abandoned","why":"staff","winners":[]' in body
    with pytest.raises(Refused):
        call_off(match.id)


def test_both_verifiers_accept_staff_events_and_reject_forged_clock_events():
    match = TimedMatch(ONE_MINUTE_CLOCK, rulebook=1)
    for phase in PHASES[1:]:
        match.play_until(phase)
        force_time_up(match.id, phase)
    call_off(match.id)
    record = "".join(public_record_pages(match.id)).encode()
    assert record.count(b'"actor":"staff"') == 4
    assert verify_record(record).ok
    assert verify_independently(record).ok
    # Control: what only the clock may do before its time is up.
    lines = lines_before_checksum(record)
    staff_line = next(at for at, line in enumerate(lines) if '"actor":"staff"' in line)
    forged = forge_actor(lines, staff_line, "staff", "clock")
    assert verify_record(forge_actor(lines, staff_line, "staff", "staff")).ok
    assert not verify_record(forged).ok
    assert not verify_independently(forged).ok


def forge_actor(lines: list[str], start_line: int, old_actor: str, new_actor: str) -> bytes:
    """Return the record with another actor at one place, with the chain recomputed from there."""
    forged_lines, previous_hash = list(lines), json.loads(lines[start_line - 1])["hash"]
    forged_lines[start_line] = forged_lines[start_line].replace(f'"actor":"{old_actor}"', f'"actor":"{new_actor}"')
    for line_number in range(start_line, count_events(lines) + 1):
        value = json.loads(forged_lines[line_number])
        value["event"]["prev"] = previous_hash
        value["hash"] = previous_hash = chain_hash(encode_canonical(value["event"]))
        forged_lines[line_number] = encode_canonical(value)
    header = json.loads(forged_lines[0]) | {"head": previous_hash}
    record_lines = [encode_canonical(header), *forged_lines[1 : count_events(lines) + 1]]
    return join_with_checksum(line.encode() for line in record_lines)
