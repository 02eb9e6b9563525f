"""Controls of the checker itself: a sound history passes, and each thing that is bent in it is found."""

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import pytest

from tests.reliability.checker import violations
from tests.reliability.history import Call, History
from tests.reliability.house import CrashHouse
from tests.reliability.line import Guest, Reply
from tests.reliability.log import Log, logs
from tests.reliability.test_histories import batch

LATE = 10**18
Bent = tuple[list[Call], Log]


@pytest.fixture(scope="module")
def sound(on_postgres: CrashHouse, crowd: list[Guest]) -> Bent:
    """The longest of a few histories, by time of the answers."""
    histories = batch(on_postgres, crowd, "sound")
    longest = max(histories, key=lambda history: len(history.calls))
    calls = sorted(longest.calls, key=lambda call: call.returned)
    return calls, logs(on_postgres.url, longest.match)[longest.match]


def commands(calls: list[Call]) -> list[int]:
    """Where acknowledged commands stand that were sent once, the opening apart."""
    keys = [call.key for call in calls]
    return [
        place
        for place, call in enumerate(calls)
        if call.key and call.name != "open" and keys.count(call.key) == 1 and call.reply and call.reply.status < 300
    ]


def at(calls: list[Call], place: int, **changes: object) -> list[Call]:
    return [*calls[:place], replace(calls[place], **changes), *calls[place + 1 :]]  # type: ignore[arg-type]


def told(call: Call, **changes: object) -> Reply:
    assert call.reply
    return replace(call.reply, content=json.dumps({**call.reply.json, **changes}).encode())


def first(calls: list[Call], kind: str) -> int:
    return next(
        place for place, call in enumerate(calls) if call.kind == kind and call.reply and call.reply.status == 200
    )


def last_is_lost(calls: list[Call], log: Log) -> Bent:
    return calls, replace(log, events=log.events[:-1])


def two_change_places(calls: list[Call], log: Log) -> Bent:
    return calls, replace(log, events=(*log.events[:-2], log.events[-1], log.events[-2]))


def nobody_asked(calls: list[Call], log: Log) -> Bent:
    place = commands(calls)[-1]
    return [call for call in calls if call.key != calls[place].key], log


def refused_and_there(calls: list[Call], log: Log) -> Bent:
    place = commands(calls)[-1]
    problem = {"code": "phase_over", "status": 409}
    return at(calls, place, reply=Reply(status=409, content=json.dumps(problem).encode())), log


def refused_for_another_reason(calls: list[Call], log: Log) -> Bent:
    place = next(place for place, call in enumerate(calls) if call.reply and call.reply.status in (403, 409, 422))
    return at(calls, place, reply=told(calls[place], code="chosen_twice")), log


def version_too_high(calls: list[Call], log: Log) -> Bent:
    place = commands(calls)[0]
    assert calls[place].reply
    return at(calls, place, reply=told(calls[place], version=calls[place].reply.json["version"] + 1)), log  # type: ignore[union-attr]


def another_head(calls: list[Call], log: Log) -> Bent:
    place = commands(calls)[0]
    return at(calls, place, reply=told(calls[place], head="0" * 64)), log


def effect_before_it_was_asked_for(calls: list[Call], log: Log) -> Bent:
    return at(calls, commands(calls)[0], invoked=LATE, returned=LATE + 1), log


def old_read_after_a_new_answer(calls: list[Call], log: Log) -> Bent:
    return at(calls, first(calls, "view"), invoked=LATE, returned=LATE + 1), log


def old_events_after_a_new_answer(calls: list[Call], log: Log) -> Bent:
    return at(calls, first(calls, "events"), invoked=LATE, returned=LATE + 1), log


def read_of_the_future(calls: list[Call], log: Log) -> Bent:
    place = max(place for place, call in enumerate(calls) if call.kind == "view")
    return at(calls, place, invoked=1, returned=2), log


def other_score(calls: list[Call], log: Log) -> Bent:
    place = first(calls, "view")
    return at(calls, place, reply=told(calls[place], deck_count=83)), log


def repeated_otherwise(calls: list[Call], log: Log) -> Bent:
    place = commands(calls)[0]
    again = replace(calls[place], invoked=LATE, returned=LATE + 1, reply=told(calls[place], head="0" * 64))
    return [*calls, again], log


BENT: list[Callable[[list[Call], Log], Bent]] = [
    last_is_lost, two_change_places, nobody_asked, refused_and_there, refused_for_another_reason, version_too_high,
    another_head, effect_before_it_was_asked_for, old_read_after_a_new_answer, old_events_after_a_new_answer,
    read_of_the_future, other_score, repeated_otherwise,
]  # fmt: skip


def check(bent: Bent) -> list[str]:
    calls, log = bent
    return violations(History(match=log.match, calls=calls), log)


def test_a_sound_history_has_no_violation(sound: Bent) -> None:
    assert check(sound) == []
    assert all(earlier.returned <= later.returned for earlier, later in pairwise(sound[0]))


@pytest.mark.parametrize("bend", BENT, ids=lambda bend: bend.__name__)
def test_what_is_bent_is_found(sound: Bent, bend: Callable[[list[Call], Log], Bent]) -> None:
    assert check(bend(*sound)), bend.__name__
