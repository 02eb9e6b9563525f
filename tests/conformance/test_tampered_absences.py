"""Absences that are not as the rules say are found by both verifiers, at the right version.

Every hash, seal and opening is recomputed to fit, as an operator could: only the rules contradict these records.
"""

import json
import sys
from collections.abc import Callable
from copy import deepcopy
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from games.audit import public_absences
from games.audit.errors import VerificationError
from games.audit.record_verifier import verify_record
from tests.audit.absence_matches import ScriptedMatch
from tests.audit.absence_scenes import (
    agreed,
    called,
    late,
    missed,
    rested,
    returned,
    started_by_guest,
    with_computer_player,
    woken,
)
from tests.audit.generated_matches import generate_match_with_absences
from tests.conformance.event_tampering import (
    Lines,
    by_seat,
    event_of,
    extend_again,
    find,
    insert,
    move_deadline,
    move_time,
    remove,
    set_event,
    set_member,
    swap,
)
from tests.conformance.history_rewriting import rebuild_record
from tests.conformance.verifier import (
    absence_procedure,
    attendance,
    lobby_procedure,
    round_end_procedure,
    table_state,
)
from tests.conformance.verifier.independent_verdict import verify_independently

Tampering: TypeAlias = Callable[[Lines], int]
"""Changes the lines of a record, and returns the first bad version."""
SECOND, MOMENT, HOUR = timedelta(seconds=1), timedelta(microseconds=1), timedelta(hours=1)


@cache
def record_of(scene: Callable[[], ScriptedMatch]) -> bytes:
    return scene().to_record()


CASES: dict[str, tuple[Callable[[], ScriptedMatch], Tampering]] = {
    "skipped-after-one-miss": (
        missed,
        lambda r: insert(r, find(r, "time_up", phase="1.submitting") + 1, "seat_skipped", {"seat": 3}),
    ),
    "skip-missing": (missed, lambda r: remove(r, find(r, "seat_skipped"))),
    "skip-missing-after-coming-back": (missed, lambda r: remove(r, find(r, "seat_skipped", 1))),
    "skip-late": (missed, lambda r: swap(r, find(r, "seat_skipped"))),
    "skip-before-the-time-is-up": (missed, lambda r: swap(r, find(r, "seat_skipped") - 1)),
    "skip-of-another-seat": (missed, lambda r: set_member(r, find(r, "seat_skipped"), seat=2)),
    "skip-twice": (missed, lambda r: insert(r, find(r, "seat_skipped") + 1, "seat_skipped", {"seat": 3})),
    "skip-by-a-seat": (
        missed,
        lambda r: set_event(r, find(r, "seat_skipped"), actor=3),
    ),
    "skip-of-a-computer-player": (
        with_computer_player,
        lambda r: insert(r, find(r, "time_up", 1) + 1, "seat_skipped", {"seat": 3}),
    ),
    "skip-of-a-resigned-seat": (
        with_computer_player,
        lambda r: insert(r, find(r, "time_up", -1) + 1, "seat_skipped", {"seat": 2}),
    ),
    "skipped-at-the-end-forgotten": (missed, lambda r: set_member(r, find(r, "match_ended"), skipped=[])),
    "skipped-at-the-end-invented": (called, lambda r: set_member(r, find(r, "match_ended"), skipped=[3])),
    "resume-missing-after-a-command": (returned, lambda r: remove(r, find(r, "seat_resumed"))),
    "move-of-a-skipped-seat": (missed, lambda r: by_seat(r, find(r, "seat_ready"), 3)),
    "resume-of-a-seat-that-is-not-skipped": (missed, lambda r: by_seat(r, find(r, "seat_resumed"), 2)),
    "resume-twice": (
        missed,
        lambda r: insert(r, find(r, "seat_resumed") + 1, "seat_resumed", {"seat": 3, "deadline_at": None}, 3),
    ),
    "resume-with-a-deadline-without-a-rest": (
        missed,
        lambda r: set_member(r, find(r, "seat_resumed"), deadline_at=event_of(r, find(r, "seat_resumed"))["at"]),
    ),
    "resume-with-another-deadline": (woken, lambda r: move_deadline(r, find(r, "seat_resumed"))),
    "resume-without-the-new-deadline": (woken, lambda r: set_member(r, find(r, "seat_resumed"), deadline_at=None)),
    "played-on-in-a-rest": (
        rested,
        lambda r: insert(
            r, find(r, "match_ended"), "round_called_off", {"round": 2, "storyteller": 1, "why": "no_clue"}
        ),
    ),
    "called-a-moment-too-early": (called, lambda r: move_time(r, find(r, "time_called"), -MOMENT)),
    "called-a-second-too-early": (called, lambda r: move_time(r, find(r, "time_called"), -SECOND)),
    "called-by-a-seat-that-owes-a-move": (called, lambda r: by_seat(r, find(r, "time_called"), 3)),
    "called-with-a-later-deadline": (called, lambda r: move_deadline(r, find(r, "time_called"))),
    "called-in-another-phase": (called, lambda r: set_member(r, find(r, "time_called"), phase="1.voting")),
    "called-twice": (
        called,
        lambda r: insert(r, find(r, "time_called") + 1, "time_called", event_of(r, find(r, "time_called"))["data"], 1),
    ),
    "called-where-there-is-a-clock": (
        missed,
        lambda r: insert(
            r,
            find(r, "time_up"),
            "time_called",
            {"seat": 0, "phase": "1.submitting", "deadline_at": "2026-01-01T12:09:00Z"},
            0,
        ),
    ),
    "time-up-before-the-called-deadline": (called, lambda r: move_time(r, find(r, "time_up"), -MOMENT)),
    "ready-with-another-deadline": (called, lambda r: move_deadline(r, find(r, "seat_ready"))),
    "first-ready-without-a-deadline": (called, lambda r: set_member(r, find(r, "seat_ready"), deadline_at=None)),
    "second-ready-with-a-deadline": (
        called,
        lambda r: set_member(
            r, find(r, "seat_ready", 1), deadline_at=event_of(r, find(r, "seat_ready"))["data"]["deadline_at"]
        ),
    ),
    "late-time-up-of-a-phase-that-was-not-extended": (
        late,
        lambda r: move_time(r, find(r, "time_up", phase="1.voting"), MOMENT),
    ),
    "extended-too-early": (late, lambda r: move_time(r, find(r, "deadline_extended"), -SECOND)),
    "extended-to-another-deadline": (late, lambda r: move_deadline(r, find(r, "deadline_extended"))),
    "extended-twice": (late, lambda r: extend_again(r, find(r, "time_up"))),
    "rest-ended-early": (rested, lambda r: move_time(r, find(r, "match_ended"), -MOMENT)),
    "rest-ended-as-an-agreement": (rested, lambda r: set_member(r, find(r, "match_ended"), why="agreed")),
    "agreed-an-hour-too-soon": (agreed, lambda r: move_time(r, find(r, "match_ended"), -HOUR)),
    "agreed-a-moment-too-soon": (agreed, lambda r: move_time(r, find(r, "match_ended"), -MOMENT)),
    "agreed-at-once-by-too-few": (
        agreed,
        lambda r: move_time(r, find(r, "match_ended"), -HOUR) and set_event(r, find(r, "match_ended"), actor=None),
    ),
    "agreed-before-all-have": (missed, lambda r: remove(r, find(r, "abandon_agreed", 2))),
    "started-too-early-by-another-player": (
        started_by_guest,
        lambda r: move_time(r, find(r, "match_started"), -MOMENT),
    ),
    "started-by-nobody-of-the-lobby": (
        started_by_guest,
        lambda r: set_event(r, find(r, "match_started"), actor=4),
    ),
}


def first_bad_versions(header: Any, lines: Lines) -> list[int | None]:
    raw = rebuild_record(header, lines)
    failure = verify_record(raw).first_failure
    return [failure.first_bad if failure else None, verify_independently(raw).first_bad]


def read(raw: bytes) -> tuple[Any, Lines]:
    header, *following_lines = map(json.loads, raw.splitlines()[:-1])
    return header, [line for line in following_lines if "event" in line]


SCENES = tuple(dict.fromkeys(scene for scene, _ in CASES.values()))


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
def test_the_untouched_matches_verify(scene: Callable[[], ScriptedMatch]):
    raw = record_of(scene)
    assert (verify_record(raw).ok, verify_independently(raw).faults) == (True, ())


@pytest.mark.parametrize("name", CASES)
def test_both_verifiers_name_the_version_that_is_against_the_rules(name: str):
    scene, tamper = CASES[name]
    header, lines = read(record_of(scene))
    version = tamper(lines)
    assert first_bad_versions(header, lines) == [version, version]


ENDS_OF_MATCHES = ("skipped-at-the-end", "rest-ended", "played-on", "agreed")
"""Cases that say nothing about a match that goes on."""


@pytest.mark.parametrize("name", [name for name in CASES if not name.startswith(ENDS_OF_MATCHES)])
def test_the_public_record_of_a_running_match_shows_what_is_against_the_rules(name: str):
    scene, tamper = CASES[name]
    header, lines = read(record_of(scene))
    version = tamper(lines)
    failure = verify_record(rebuild_record(header, lines[:-1])).first_failure
    assert failure is not None
    assert (failure.level, failure.first_bad) == ("rules", version)


def test_every_refusal_of_a_running_match_has_a_case(monkeypatch: pytest.MonkeyPatch):
    reached = set[tuple[str, int]]()

    def note_caller(error: VerificationError, version: int | None, message: str) -> None:
        caller = sys._getframe(2)
        reached.add((Path(caller.f_code.co_filename).name, caller.f_lineno))
        error.version, error.message = version, message

    monkeypatch.setattr(VerificationError, "__init__", note_caller)
    for scene, tamper in CASES.values():
        header, lines = read(record_of(scene))
        tamper(lines)
        verify_record(rebuild_record(header, lines[:-1]))
    file = Path(public_absences.__file__)
    calls = [number for number, text in enumerate(file.read_text().splitlines(), start=1) if " fail(" in text]
    assert {(file.name, number) for number in calls} <= reached


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
def test_untouched_matches_verify_while_they_run(scene: Callable[[], ScriptedMatch]):
    header, lines = read(record_of(scene))
    running = [line for line in lines if line["event"]["type"] not in ("match_ended", "abandon_agreed")]
    for count in range(1, len(running) + 1):
        if count == len(running) or running[count]["event"]["actor"] is not None:
            verdict = verify_record(rebuild_record(header, deepcopy(running[:count])))
            assert verdict.ok, (count, verdict.text_lines())


@pytest.mark.parametrize("seed", [pytest.param(62, id="skipped"), pytest.param(200, id="resigned"), 120, 245])
def test_winners_who_were_out_of_the_running_are_found(seed: int):
    header, lines = read(generate_match_with_absences(seed).to_record())
    scores = [line["event"]["data"]["scores"] for line in lines if line["event"]["type"] == "round_scored"][-1]
    best_seats = [seat for seat, score in enumerate(scores) if score == max(scores)]
    assert first_bad_versions(header, lines) == [None, None]
    assert event_of(lines, len(lines))["data"]["winners"] != best_seats
    set_member(lines, len(lines), winners=best_seats)
    assert first_bad_versions(header, lines) == [len(lines)] * 2


@pytest.mark.parametrize(
    ("holder", "name", "wrong", "case"),
    [
        (attendance, "MISSES_BEFORE_SKIP", 1, "skipped-after-one-miss"),
        (attendance, "MISSES_BEFORE_SKIP", 3, "skip-missing"),
        (attendance, "ABSENCE_HOUR", timedelta(0), "agreed-a-moment-too-soon"),
        (absence_procedure, "REST_HOUR", timedelta(0), "rest-ended-early"),
        (table_state, "LATEST_TICK", 12 * SECOND, "late-time-up-of-a-phase-that-was-not-extended"),
        (table_state, "LATEST_TICK", 9 * SECOND, "extended-too-early"),
        (table_state, "TIME_CALLABLE_PHASES", (), "called-a-second-too-early"),
        (lobby_procedure, "QUIET_BEFORE_START", timedelta(0), "started-too-early-by-another-player"),
        (round_end_procedure, "REVEAL_GRACE_SECONDS", 121, "ready-with-another-deadline"),
    ],
)
def test_control_a_faulty_second_verifier_errs_about_a_case(
    holder: Any, name: str, wrong: Any, case: str, monkeypatch: pytest.MonkeyPatch
):
    """Either the untouched match or the tampered one is judged wrongly."""
    scene, tamper = CASES[case]
    monkeypatch.setattr(holder, name, wrong)
    header, lines = read(record_of(scene))
    is_accepted = verify_independently(rebuild_record(header, lines)).ok
    version = tamper(lines)
    assert not is_accepted or verify_independently(rebuild_record(header, lines)).first_bad != version
