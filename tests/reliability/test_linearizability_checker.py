"""Controls of the checker: it accepts a correct history and detects each kind of corruption."""

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import pytest

from tests.reliability.call_history import Call, CallHistory
from tests.reliability.crash_deployment import CrashDeployment
from tests.reliability.http_client import Guest, Reply
from tests.reliability.linearizability_checker import violations
from tests.reliability.stored_log import StoredLog, read_logs
from tests.reliability.test_linearizability import record_histories

LATE_NANOSECONDS = 10**18
CallsAndLog = tuple[list[Call], StoredLog]


@pytest.fixture(scope="module")
def sound_history(postgres_deployment: CrashDeployment, guests: list[Guest]) -> CallsAndLog:
    """The longest of a few histories, ordered by the time of the answers."""
    histories = record_histories(postgres_deployment, guests, "sound")
    longest = max(histories, key=lambda history: len(history.calls))
    calls = sorted(longest.calls, key=lambda call: call.returned)
    return calls, read_logs(postgres_deployment.url, longest.match)[longest.match]


def acknowledged_command_indexes(calls: list[Call]) -> list[int]:
    """Return the indexes of acknowledged commands that were sent once, except for the opening."""
    keys = [call.key for call in calls]
    return [
        index
        for index, call in enumerate(calls)
        if call.key and call.name != "open" and keys.count(call.key) == 1 and call.reply and call.reply.status < 300
    ]


def with_changed_call(calls: list[Call], index: int, **changes: object) -> list[Call]:
    return [*calls[:index], replace(calls[index], **changes), *calls[index + 1 :]]  # type: ignore[arg-type]


def changed_reply(call: Call, **changes: object) -> Reply:
    assert call.reply
    return replace(call.reply, content=json.dumps({**call.reply.json, **changes}).encode())


def first_successful_index(calls: list[Call], kind: str) -> int:
    return next(
        index for index, call in enumerate(calls) if call.kind == kind and call.reply and call.reply.status == 200
    )


def last_event_missing(calls: list[Call], log: StoredLog) -> CallsAndLog:
    return calls, replace(log, events=log.events[:-1])


def last_two_events_swapped(calls: list[Call], log: StoredLog) -> CallsAndLog:
    return calls, replace(log, events=(*log.events[:-2], log.events[-1], log.events[-2]))


def command_never_sent(calls: list[Call], log: StoredLog) -> CallsAndLog:
    index = acknowledged_command_indexes(calls)[-1]
    return [call for call in calls if call.key != calls[index].key], log


def refused_command_in_the_log(calls: list[Call], log: StoredLog) -> CallsAndLog:
    index = acknowledged_command_indexes(calls)[-1]
    problem = {"code": "phase_over", "status": 409}
    return with_changed_call(calls, index, reply=Reply(status=409, content=json.dumps(problem).encode())), log


def wrong_refusal_code(calls: list[Call], log: StoredLog) -> CallsAndLog:
    index = next(place for place, call in enumerate(calls) if call.reply and call.reply.status in (403, 409, 422))
    return with_changed_call(calls, index, reply=changed_reply(calls[index], code="chosen_twice")), log


def version_too_high(calls: list[Call], log: StoredLog) -> CallsAndLog:
    index = acknowledged_command_indexes(calls)[0]
    reply = calls[index].reply
    assert reply
    changed = changed_reply(calls[index], version=reply.json["version"] + 1)
    return with_changed_call(calls, index, reply=changed), log


def wrong_head(calls: list[Call], log: StoredLog) -> CallsAndLog:
    index = acknowledged_command_indexes(calls)[0]
    return with_changed_call(calls, index, reply=changed_reply(calls[index], head="0" * 64)), log


def effect_before_its_request(calls: list[Call], log: StoredLog) -> CallsAndLog:
    return with_changed_call(
        calls, acknowledged_command_indexes(calls)[0], invoked=LATE_NANOSECONDS, returned=LATE_NANOSECONDS + 1
    ), log


def stale_view_after_a_newer_answer(calls: list[Call], log: StoredLog) -> CallsAndLog:
    return with_changed_call(
        calls, first_successful_index(calls, "view"), invoked=LATE_NANOSECONDS, returned=LATE_NANOSECONDS + 1
    ), log


def stale_events_after_a_newer_answer(calls: list[Call], log: StoredLog) -> CallsAndLog:
    return with_changed_call(
        calls, first_successful_index(calls, "events"), invoked=LATE_NANOSECONDS, returned=LATE_NANOSECONDS + 1
    ), log


def view_from_the_future(calls: list[Call], log: StoredLog) -> CallsAndLog:
    index = max(place for place, call in enumerate(calls) if call.kind == "view")
    return with_changed_call(calls, index, invoked=1, returned=2), log


def wrong_deck_count(calls: list[Call], log: StoredLog) -> CallsAndLog:
    index = first_successful_index(calls, "view")
    return with_changed_call(calls, index, reply=changed_reply(calls[index], deck_count=83)), log


def different_reply_to_a_repetition(calls: list[Call], log: StoredLog) -> CallsAndLog:
    index = acknowledged_command_indexes(calls)[0]
    repetition = replace(
        calls[index],
        invoked=LATE_NANOSECONDS,
        returned=LATE_NANOSECONDS + 1,
        reply=changed_reply(calls[index], head="0" * 64),
    )
    return [*calls, repetition], log


CORRUPTIONS: list[Callable[[list[Call], StoredLog], CallsAndLog]] = [
    last_event_missing,
    last_two_events_swapped,
    command_never_sent,
    refused_command_in_the_log,
    wrong_refusal_code,
    version_too_high,
    wrong_head,
    effect_before_its_request,
    stale_view_after_a_newer_answer,
    stale_events_after_a_newer_answer,
    view_from_the_future,
    wrong_deck_count,
    different_reply_to_a_repetition,
]


def find_violations(recorded: CallsAndLog) -> list[str]:
    calls, log = recorded
    return violations(CallHistory(match=log.match, calls=calls), log)


def test_a_sound_history_has_no_violation(sound_history: CallsAndLog) -> None:
    assert find_violations(sound_history) == []
    assert all(earlier.returned <= later.returned for earlier, later in pairwise(sound_history[0]))


@pytest.mark.parametrize("bend", CORRUPTIONS, ids=lambda bend: bend.__name__)
def test_the_checker_finds_each_corruption(
    sound_history: CallsAndLog, bend: Callable[[list[Call], StoredLog], CallsAndLog]
) -> None:
    assert find_violations(bend(*sound_history)), bend.__name__
