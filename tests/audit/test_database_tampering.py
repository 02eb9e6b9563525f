"""`verify_match` finds rows that were changed by SQL past the triggers, and names the right version."""

import io
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from games.audit.record_verifier import verify_record
from games.eventlog import match_state
from games.matches.erasure import erase_account
from games.records.database_verifier import verify_match
from games.records.export import public_record_pages
from games.rulebook.rulesets import EDITIONS
from games.timers.tasks import RETENTION_PERIOD, forget_old_commands
from tests.simulated_matches import simulate_match

pytestmark = pytest.mark.django_db

CHANGED_VERSION = 40
"""The version that is changed."""
CHANGES: dict[str, tuple[str, int | None]] = {
    "a body": (
        "UPDATE eventlog_event SET body = replace(body, '\"schema\":1', '\"schema\":3') WHERE {at}",
        CHANGED_VERSION,
    ),
    "a reserialized body": ("UPDATE eventlog_event SET body = replace(body, ',', ', ') WHERE {at}", CHANGED_VERSION),
    "a hash": ("UPDATE eventlog_event SET hash = '{zeros}' WHERE {at}", CHANGED_VERSION),
    "a type": ("UPDATE eventlog_event SET type = 'seat_left' WHERE {at}", CHANGED_VERSION),
    "a time": ("UPDATE eventlog_event SET recorded_at = '2026-02-01T00:00:00Z' WHERE {at}", CHANGED_VERSION),
    "a deleted event": ("DELETE FROM eventlog_event WHERE {at}", CHANGED_VERSION),
    "a moved event": ("UPDATE eventlog_event SET version = 5000 WHERE {at}", CHANGED_VERSION),
    "the last events deleted": (
        "DELETE FROM eventlog_event WHERE match_id = '{match}' AND version >= {v}",
        CHANGED_VERSION,
    ),
    "an event replaced by the next one": (
        """UPDATE eventlog_event SET body = (SELECT body FROM {events} AND version = 41),
        hash = (SELECT hash FROM {events} AND version = 41) WHERE {at}""",
        CHANGED_VERSION,
    ),
    "an inserted event": (
        """INSERT INTO eventlog_event (match_id, version, type, recorded_at, body, hash)
        SELECT match_id, {last} + 1, type, recorded_at, body, hash FROM eventlog_event WHERE {at}""",
        None,
    ),
    "the head's version": ("UPDATE eventlog_head SET version = {v} WHERE match_id = '{match}'", None),
    "the head's hash": ("UPDATE eventlog_head SET hash = '{zeros}' WHERE match_id = '{match}'", None),
    "a deleted head": ("DELETE FROM eventlog_head WHERE match_id = '{match}'", None),
    "a salt": ("UPDATE eventlog_opening SET salt = '{zeros}' WHERE {sealed}", None),
    "a value": ("UPDATE eventlog_opening SET value = '[\"base-000\"]' WHERE {sealed}", None),
    "an opening erased that is not erasable": (
        "UPDATE eventlog_opening SET salt = NULL, value = NULL WHERE {sealed}",
        None,
    ),
    "a deleted opening": ("DELETE FROM eventlog_opening WHERE {sealed}", None),
    "an opening's part": ("UPDATE eventlog_opening SET part = 'card' WHERE {sealed}", None),
    "an opening's reader": ("UPDATE eventlog_opening SET reader = 3 - reader WHERE {sealed}", None),
    "an opening's time: too early": ("UPDATE eventlog_opening SET opens = 'now' WHERE {sealed}", None),
    "an opening's time: too late": ("UPDATE eventlog_opening SET opens = 'end' WHERE {sealed}", None),
    "an opening's time: a round that is never scored": (
        "UPDATE eventlog_opening SET opens = 'scoring/99' WHERE {sealed}",
        None,
    ),
    "an opening's face-down flag": ("UPDATE eventlog_opening SET face_down = true WHERE {sealed}", None),
    "a command's versions": ('UPDATE eventlog_command SET "last" = "last" + 1 WHERE {command}', None),
    "a command's first version": ('UPDATE eventlog_command SET "first" = "first" + 1 WHERE {command}', None),
    "a command without events": ('UPDATE eventlog_command SET "first" = 5000, "last" = 5000 WHERE {command}', None),
    "a deleted command": ("DELETE FROM eventlog_command WHERE {command}", None),
    "a score": ("UPDATE projections_seatrow SET score = score + 1 WHERE match_id = '{match}'", None),
    "a result": ("DELETE FROM projections_resultrow WHERE match_id = '{match}'", None),
    "the round in the lobby's row": ("UPDATE projections_matchrow SET round = 77 WHERE match_id = '{match}'", None),
}


@pytest.fixture
def match() -> Iterator[str]:
    simulation = simulate_match("classic", 4)
    yield simulation.match_id
    match_state.cache_clear()


@contextmanager
def triggers_disabled() -> Iterator[None]:
    """Disable the triggers, as the owner of the tables can; undone with the transaction."""
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            for table in ("event", "opening"):
                cursor.execute(f"ALTER TABLE eventlog_{table} DISABLE TRIGGER ALL")
        else:
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
            for (name,) in cursor.fetchall():
                cursor.execute(f"DROP TRIGGER {name}")
        yield
        transaction.set_rollback(True)


def execute_change(match: str, statement: str) -> int:
    """Run the statement and return the number of rows it changed."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT max(version) FROM eventlog_event WHERE match_id = '{match}'")
        ((last,),) = cursor.fetchall()
        cursor.execute(
            "SELECT min(version) FROM eventlog_opening"
            f" WHERE match_id = '{match}' AND part = 'cards' AND version > {CHANGED_VERSION}"
        )
        ((version,),) = cursor.fetchall()
        text = statement.format(
            match=match,
            v=CHANGED_VERSION,
            last=last,
            zeros="0" * 64,
            events=f"eventlog_event WHERE match_id = '{match}'",
            at=f"match_id = '{match}' AND version = {CHANGED_VERSION}",
            sealed=f"match_id = '{match}' AND version = {version} AND part = 'cards'",
            command=f'match_id = \'{match}\' AND "first" <= {CHANGED_VERSION} AND "last" >= {CHANGED_VERSION}',
        )
        cursor.execute(text)
        return int(cursor.rowcount)


def test_every_change_is_found(match: str):
    assert verify_match(match).ok
    for name, (statement, expected_version) in CHANGES.items():
        with triggers_disabled():
            assert execute_change(match, statement), name
            verdict = verify_match(match)
            assert verdict.first_failure is not None, name
            assert expected_version is None or verdict.first_failure.first_bad == expected_version, (
                name,
                verdict.first_failure,
            )
    assert verify_match(match).ok


def run_verify_all(**options: Any) -> tuple[int, list[str]]:
    out = io.StringIO()
    try:
        call_command("verify_match", all=True, stdout=out, **options)
    except CommandError as error:
        return error.returncode, out.getvalue().splitlines()
    return 0, out.getvalue().splitlines()


def test_verifying_all_matches_finds_the_one_that_was_changed(match: str):
    others = [simulate_match(rules.rules.name, rules.rules.players[0], until="voting") for rules in EDITIONS.values()]
    code, lines = run_verify_all()
    assert (code, lines) == (0, [f"verified {len(others) + 1} matches, 0 failed"])
    with triggers_disabled():
        execute_change(match, CHANGES["a body"][0])
        code, lines = run_verify_all(json=True)
        assert code == 1
        *each, summary = map(json.loads, lines)
        assert summary == {"matches": len(others) + 1, "wrong": 1, "behind": 0, "failed": 0, "keys": "ok"}
        assert [(row["match"], row["first_bad"]) for row in each if not row["ok"]] == [(match, CHANGED_VERSION)]


@pytest.mark.parametrize("phase", ["gathering", "storytelling", "submitting", "voting", "reveal"])
@pytest.mark.parametrize("ruleset", ["odyssey", "party-30", "team"])
def test_verifying_a_running_match_includes_its_sealed_parts(ruleset: str, phase: str):
    match = simulate_match(ruleset, 6, until=phase).match_id
    verdict = verify_match(match)
    assert verdict.ok
    assert {finding.level: finding.status for finding in verdict.findings}["rules"] == "ok"
    if phase != "gathering":
        with triggers_disabled(), connection.cursor() as cursor:
            cursor.execute(f"UPDATE eventlog_opening SET value = '[]' WHERE match_id = '{match}' AND opens = 'end'")
            assert not verify_match(match).ok


def test_a_match_is_valid_after_its_old_commands_are_deleted(match: str):
    with connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE eventlog_command SET recorded_at = '2020-01-01T00:00:00Z' WHERE \"last\" < {CHANGED_VERSION}"
        )
    assert RETENTION_PERIOD
    assert forget_old_commands() > 5
    assert verify_match(match).ok


@pytest.mark.parametrize("ruleset", ["classic", "party-30"])
def test_a_match_is_valid_after_a_player_is_erased(ruleset: str):
    simulation = simulate_match(ruleset, 6)
    before = "".join(public_record_pages(simulation.match_id)).encode()
    assert erase_account(simulation.players[1].id or "") == 1
    after = "".join(public_record_pages(simulation.match_id)).encode()
    for verdict in (verify_match(simulation.match_id), verify_record(after)):
        assert verdict.ok, verdict.text_lines()
        assert verdict.erased
    assert verify_record(before).ok
    assert before.splitlines()[0] == after.splitlines()[0]


def disable_check(check: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"games.records.consistency.{check}", lambda *row: None)


@pytest.mark.parametrize(
    ("check", "change"),
    [
        ("_check_event", "a type"),
        ("_check_opening", "an opening's reader"),
        ("_check_commands", "a command's versions"),
    ],
)
def test_control_without_its_check_a_change_goes_unnoticed(
    match: str, check: str, change: str, monkeypatch: pytest.MonkeyPatch
):
    disable_check(check, monkeypatch)
    with triggers_disabled():
        execute_change(match, CHANGES[change][0])
        assert verify_match(match).ok
