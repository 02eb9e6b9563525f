"""The staff at the table: what it may end, and that the log says who did it."""

import json

import pytest
from pytest_django import Settings

from games.audit.canonical_json import encode_canonical
from games.audit.record_verifier import verify_record
from games.eventlog.digests import chain_hash
from games.eventlog.models import Event
from games.matches.staff_commands import call_off, force_time_up
from games.records.export import extent_for_account, public_record_pages
from games.report.report_builder import build_match_report
from games.rulebook import Reason, Refused
from games.rulebook.terms import Clock
from games.story.story_renderer import render_story
from games.story.story_sentences import STAFF_ENDS_PHASE_SENTENCE
from games.story.visible_event import visible_events
from tests.audit.forging import events_in, lines_of
from tests.audit.made import sealed
from tests.audit.second.opinion import opinion
from tests.timers.clocked import Clocked

pytestmark = pytest.mark.django_db

SECONDS = Clock(clue=60, submit=60, vote=60, reveal=60)
NO_CLOCK = Clock(clue=None, submit=None, vote=None, reveal=None)
PHASES = ("1.storytelling", "1.submitting", "1.voting", "1.reveal")


@pytest.fixture(autouse=True)
def _quick_passwords(settings: Settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def said(match: Clocked, version: int) -> str:
    return Event.objects.get(match_id=match.id, version=version).body


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("clock", [SECONDS, NO_CLOCK])
def test_a_phase_is_ended_before_its_time_and_where_it_has_none(phase: str, clock: Clock):
    match = Clocked(clock).until(phase)
    played = force_time_up(match.id, phase)
    assert '"actor":"staff"' in said(match, played.first_version)
    assert Event.objects.get(match_id=match.id, version=played.first_version).type == "time_up"
    assert match.phase != phase or match.count("storyteller_claimed")
    assert "The staff ends this phase." in render_story(visible_events(match.id, None))
    assert [
        told.words
        for told in build_match_report(extent_for_account(match.id, None)).events
        if told.version == played.first_version
    ] == [STAFF_ENDS_PHASE_SENTENCE]


def test_a_phase_that_has_gone_is_not_ended_again():
    match = Clocked(SECONDS).until("1.voting")
    version = match.folded.version
    with pytest.raises(Refused) as refused:
        force_time_up(match.id, "1.submitting")
    assert (refused.value.reason, match.folded.version) == (Reason.PHASE_OVER, version)


def test_time_can_end_neither_a_lobby_nor_a_match_that_is_over():
    lobby = Clocked(SECONDS, started=False)
    with pytest.raises(Refused):
        force_time_up(lobby.id, "0.gathering")
    call_off(lobby.id)
    with pytest.raises(Refused):
        force_time_up(lobby.id, lobby.phase)


@pytest.mark.parametrize("visibility", ["unlisted", "private"])
@pytest.mark.parametrize("where", ["lobby", "match"])
def test_a_match_is_ended_once_and_nobody_wins(where: str, visibility):
    match = Clocked(SECONDS, started=where == "match", visibility=visibility)
    played = call_off(match.id)
    body = said(match, played.first_version)
    assert '"actor":"staff"' in body
    assert '"status":"abandoned","why":"staff","winners":[]' in body
    with pytest.raises(Refused):
        call_off(match.id)


def test_both_verifiers_find_what_the_staff_did_right_and_nothing_that_it_may_not():
    match = Clocked(SECONDS)
    for phase in PHASES[1:]:
        match.until(phase)
        force_time_up(match.id, phase)
    call_off(match.id)
    record = "".join(public_record_pages(match.id)).encode()
    assert record.count(b'"actor":"staff"') == 4
    assert verify_record(record).ok
    assert opinion(record).ok
    # Control: what only the clock may do before its time is up.
    lines = lines_of(record)
    at = next(at for at, line in enumerate(lines) if '"actor":"staff"' in line)
    forged = changed(lines, at, "staff", "clock")
    assert verify_record(changed(lines, at, "staff", "staff")).ok
    assert not verify_record(forged).ok
    assert not opinion(forged).ok


def changed(lines: list[str], at: int, one: str, other: str) -> bytes:
    """The record with another actor at a place, chained anew from there."""
    told, prev = list(lines), json.loads(lines[at - 1])["hash"]
    told[at] = told[at].replace(f'"actor":"{one}"', f'"actor":"{other}"')
    for place in range(at, events_in(lines) + 1):
        value = json.loads(told[place])
        value["event"]["prev"] = prev
        value["hash"] = prev = chain_hash(encode_canonical(value["event"]))
        told[place] = encode_canonical(value)
    header = json.loads(told[0]) | {"head": prev}
    kept = [encode_canonical(header), *told[1 : events_in(lines) + 1]]
    return sealed(line.encode() for line in kept)
