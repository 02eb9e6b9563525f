"""Absences that are not as the rules say are found by both verifiers, at the right version.

Every hash, seal and opening is recomputed to fit, as an operator could: only the rules contradict these records.
"""

import json
from collections.abc import Callable
from copy import deepcopy
from datetime import datetime, timedelta
from functools import cache
from typing import Any, TypeAlias

import pytest

from games.audit.record_verifier import verify_record
from games.rulebook.commands import Abandon, CallTime, ExpirePhase, Resign, Resume
from games.rulebook.terms import Clock
from tests.audit.absence_matches import ScriptedMatch
from tests.conformance.history_rewriting import rebuild_record
from tests.conformance.verifier.independent_verdict import verify_independently

Lines: TypeAlias = list[Any]
Tampering: TypeAlias = Callable[[Lines], int]
"""Changes the lines of a record, and returns the first bad version."""

SECOND, MOMENT, HOUR = timedelta(seconds=1), timedelta(microseconds=1), timedelta(hours=1)
CALL_AFTER, QUIET = timedelta(seconds=300), timedelta(minutes=5)


def missed() -> ScriptedMatch:
    """Seat 3 misses two phases, is skipped, comes back, is skipped after one more, and the others end the match."""
    match = ScriptedMatch().start().play(phases=1).play(3, phases=3)
    match.play(3, phases=4).act(3, Resume()).play(3, phases=4)
    return match.act(0, Abandon()).act(1, Abandon()).act(2, Abandon())


def with_computer_player() -> ScriptedMatch:
    """A computer player and a player who resigned miss two phases, and are not skipped."""
    match = ScriptedMatch(bots=(3,)).start().play().play(3, phases=2).act(2, Resign())
    return match.play(3, phases=3).act(0, Abandon()).act(1, Abandon())


def called() -> ScriptedMatch:
    """Nobody has a clock: the storyteller calls time for seat 3, and the first who is ready for the reveal."""
    match = ScriptedMatch(clock=Clock()).start().play().move(3)
    match.act(0, CallTime(), after=CALL_AFTER - 2 * SECOND).tick()
    match.play().play(3)
    return match.act(0, Abandon()).act(1, Abandon()).act(2, Abandon()).act(3, Abandon())


def late() -> ScriptedMatch:
    """The clock notices the end of a phase eleven seconds late, and that of another ten seconds late."""
    match = ScriptedMatch().start().play().move(3).tick(11 * SECOND).tick()
    match.move(3).tick(10 * SECOND).act(3, Resume())
    return match.act(0, Abandon()).act(1, Abandon()).act(2, Abandon()).act(3, Abandon())


def rested() -> ScriptedMatch:
    """Only one player is left, who gives no clue: the match rests, and ends after an hour."""
    match = ScriptedMatch().start().play().play(2, 3).play(1, 2, 3).act(0, Resign())
    return match.play(1).play(1).tick()


def woken() -> ScriptedMatch:
    """The only player who is there resigns while the scores are shown; somebody else comes back, and ends it."""
    match = ScriptedMatch(3).start().play().play(1, 2, phases=2)
    return match.act(0, Resign()).act(1, Resume(), after=60 * SECOND).act(1, Abandon())


def agreed() -> ScriptedMatch:
    """One of four players is left, agrees to end the match, and has to wait for an hour."""
    match = ScriptedMatch(clock=Clock()).start().play()
    match.act(0, CallTime(), after=CALL_AFTER).tick().act(0, CallTime(), after=CALL_AFTER).tick()
    return match.act(0, Abandon()).act("clock", ExpirePhase(phase="1.reveal"), after=HOUR)


def started_by_guest() -> ScriptedMatch:
    """A player who isn't the host starts the match when the lobby has been ready for five minutes."""
    match = ScriptedMatch().start(2, after=QUIET).play()
    return match.act(0, Abandon()).act(1, Abandon()).act(2, Abandon()).act(3, Abandon())


@cache
def record_of(scene: Callable[[], ScriptedMatch]) -> bytes:
    return scene().to_record()


def find(lines: Lines, kind: str, number: int = 0, **data: Any) -> int:
    """Return the version of an event of this type with these members, the first one or (negative) from the end."""
    found = [
        line["event"]["version"]
        for line in lines
        if line["event"]["type"] == kind and data.items() <= {**line["event"]["data"], **line["event"]}.items()
    ]
    return int(found[number])


def event_of(lines: Lines, version: int) -> Any:
    return lines[version - 1]["event"]


def shifted(text: str, by: timedelta) -> str:
    return (datetime.fromisoformat(text) + by).isoformat().replace("+00:00", "Z")


def insert(lines: Lines, version: int, kind: str, data: Any, actor: Any = None) -> int:
    """Insert an event with the time of the one before it."""
    line = deepcopy(lines[version - 2])
    line["event"] |= {"type": kind, "data": data, "actor": actor, "version": -1}
    line["opened"] = []
    lines.insert(version - 1, line)
    return version


def remove(lines: Lines, version: int) -> int:
    del lines[version - 1]
    return version


def move_time(lines: Lines, version: int, by: timedelta) -> int:
    """Let an event and what follows it happen earlier or later, with the deadlines that they set."""
    old = event_of(lines, version)["at"]
    for line in lines[version - 1 :]:
        event = line["event"]
        if event["at"] != old:
            break
        event["at"] = shifted(old, by)
        if event["data"].get("deadline_at"):
            event["data"]["deadline_at"] = shifted(event["data"]["deadline_at"], by)
    return version


def set_member(lines: Lines, version: int, **data: Any) -> int:
    event_of(lines, version)["data"].update(data)
    return version


def set_event(lines: Lines, version: int, **members: Any) -> int:
    event_of(lines, version).update(members)
    return version


def move_deadline(lines: Lines, version: int, by: timedelta = SECOND) -> int:
    data = event_of(lines, version)["data"]
    return set_member(lines, version, deadline_at=shifted(data["deadline_at"], by))


def by_seat(lines: Lines, version: int, seat: int) -> int:
    set_event(lines, version, actor=seat)
    return set_member(lines, version, seat=seat)


def swap(lines: Lines, version: int) -> int:
    """Let an event and the one after it change places."""
    lines[version - 1], lines[version] = lines[version], lines[version - 1]
    return version


def extend_again(lines: Lines, version: int) -> int:
    """Let the end of an extended phase be noticed late, and extended once more."""
    event, by = event_of(lines, version), 11 * SECOND
    event["at"] = shifted(event["at"], by)
    data = {"phase": event["data"]["phase"], "deadline_at": shifted(event["at"], 20 * SECOND), "why": "outage"}
    set_event(lines, version, type="deadline_extended", data=data)
    return version


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


@pytest.mark.parametrize("scene", {scene for scene, _ in CASES.values()}, ids=lambda scene: scene.__name__)
def test_the_untouched_matches_verify(scene: Callable[[], ScriptedMatch]):
    raw = record_of(scene)
    assert (verify_record(raw).ok, verify_independently(raw).faults) == (True, ())


@pytest.mark.parametrize("name", CASES)
def test_both_verifiers_name_the_version_that_is_against_the_rules(name: str):
    scene, tamper = CASES[name]
    header, lines = read(record_of(scene))
    version = tamper(lines)
    assert first_bad_versions(header, lines) == [version, version]
