"""Check that a match is linearizable: compare a recorded history with the log, which is the claimed order.

- an acknowledged command is in the log at its version and gave this answer; a refused one is absent; one with an
  unknown outcome occurs at most once; the log has nothing else;
- a call that began after an answer had arrived is later in the order, or sees it; no call sees a command that had not
  been sent;
- the rulebook, replayed in the order of the log, gives every answer.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from datetime import datetime
from itertools import accumulate

from tests.reliability.call_history import Call, CallHistory
from tests.reliability.rulebook_replay import RandomnessRequested, RulebookReplay, actor_of
from tests.reliability.stored_log import StoredLog


def violations(history: CallHistory, log: StoredLog) -> list[str]:
    """Return everything that no sequential order of the calls could explain."""
    try:
        replay = RulebookReplay(log)
    except (AssertionError, ValueError) as error:
        return [f"the log can't be folded: {error!r:.300}"]
    chain_faults = [
        fault for fault in log.find_faults() if "no command explains" not in fault and "the commands" not in fault
    ]
    checker = _HistoryChecker(history, log, replay)
    return [*chain_faults, *checker.key_violations(), *checker.call_violations()]


class _HistoryChecker:
    def __init__(self, history: CallHistory, log: StoredLog, replay: RulebookReplay) -> None:
        self.log, self.replay = log, replay
        self.history = sorted(history.calls, key=lambda call: call.invoked)
        self.versions_by_key: dict[str, list[int]] = {}
        for row in log.events:
            self.versions_by_key.setdefault(row.command_id, []).append(row.version)
        self.first_invoked_by_key: dict[str, int] = {}
        for call in self.history:
            if call.kind == "command":
                self.first_invoked_by_key.setdefault(call.key, call.invoked)
        # The earliest moment at which all commands up to a version had been sent.
        self.earliest_possible = list(
            accumulate((self.first_invoked_by_key.get(row.command_id, 0) for row in log.events), max)
        )
        known_by_time = sorted(
            (call.returned, seen) for call in self.history if (seen := _reported_version(call)) is not None
        )
        self.known_times = [returned for returned, _ in known_by_time]
        self.known_versions = list(accumulate((version for _, version in known_by_time), max))

    def min_version(self, moment: int) -> int:
        """Return the highest version that a client had received before this moment."""
        earlier = bisect_left(self.known_times, moment)
        return self.known_versions[earlier - 1] if earlier else 0

    def max_version(self, moment: int) -> int:
        """Return the highest version that can have existed at this moment."""
        return bisect_right(self.earliest_possible, moment)

    def key_violations(self) -> Iterator[str]:
        """Check that every event belongs to a command that was sent, and each command to one run of events."""
        refused = {call.key: call for call in self.history if call.reply and call.reply.status >= 400}
        acknowledged = {call.key for call in self.history if call.reply and call.reply.status < 300}
        for key, versions in self.versions_by_key.items():
            if key not in self.first_invoked_by_key:
                yield f"nobody asked for versions {versions}"
            if versions != list(range(versions[0], versions[-1] + 1)):
                yield f"one command made versions {versions}"
            if key in refused and key not in acknowledged:
                yield f"refused, but it made versions {versions}: {refused[key]}"

    def call_violations(self) -> Iterator[str]:
        first_calls: dict[str, Call] = {}
        for call in self.history:
            if call.reply is None:
                continue
            for fault in self._violations_of(call, first_calls):
                yield f"{fault}: {call}"
            if call.kind == "command" and call.reply.status < 300:
                first_calls.setdefault(call.key, call)

    def _violations_of(self, call: Call, first_calls: dict[str, Call]) -> Iterator[str]:
        assert call.reply is not None
        if call.reply.status >= 500:
            yield "no answer that any rulebook gives"
        elif call.key in first_calls:
            if call.reply != first_calls[call.key].reply:
                yield f"another answer than the first time ({first_calls[call.key]})"
        elif call.reply.status >= 400:
            yield from self._refusal_violations(call)
        elif call.kind == "command":
            yield from self._acknowledgement_violations(call)
        else:
            yield from self._read_violations(call)

    def _refusal_violations(self, call: Call) -> Iterator[str]:
        assert call.reply is not None
        code, lowest, highest = call.reply.code, self.min_version(call.invoked), self.max_version(call.returned)
        if call.kind == "events" and code == "version_ahead":
            if not lowest <= call.reply.json["version"] <= min(highest, (call.version or 0) - 1):
                yield f"refused version {call.version}, but the match had {lowest} to {highest}"
            return
        versions = range(max(lowest, 1), highest + 1)
        if code == "version_mismatch":
            versions = range(call.reply.json["version"], call.reply.json["version"] + 1)
            if not lowest <= versions.start <= highest:
                yield f"saw version {versions.start}, not one from {lowest} to {highest}"
                return
        reasons = [self.replay.refusal_code(call, version) for version in versions]
        if code not in reasons:
            yield f"refused with {code}, but the rulebook says {reasons} from {versions.start} on"

    def _acknowledgement_violations(self, call: Call) -> Iterator[str]:
        assert call.reply is not None
        body, versions = call.reply.json, self.versions_by_key.get(call.key, [])
        if not versions or body["version"] != versions[-1]:
            yield f"acknowledged as version {body['version']}, but it made {versions}"
            return
        first, last = versions[0], versions[-1]
        if first <= self.min_version(call.invoked):
            yield f"version {first}, but {self.min_version(call.invoked)} was known before it was asked for"
        if last > self.max_version(call.returned):
            yield f"version {last}, but only {self.max_version(call.returned)} can have been there"
        yield from self._replay_violations(call, first, last)
        if call.name == "open":
            yield from _view_differences(body, self.replay.view_at(last, call.guest.id))
        elif body["events"] != self.replay.events_for_seat(first, last, self.replay.seat_at(last, call.guest.id)):
            yield "the events of the answer are not those of the log"
        elif body["head"] != self.log.events[last - 1].hash:
            yield "the head of the answer is another one"

    def _replay_violations(self, call: Call, first: int, last: int) -> Iterator[str]:
        events, bodies = self.replay.events[first - 1 : last], self.replay.bodies[first - 1 : last]
        if call.name != "open" and (refusal := self.replay.refusal_code(call, first - 1)):
            yield f"acknowledged, but the rulebook says {refusal} at version {first - 1}"
            return
        try:
            expected = self.replay.command_events(call, first - 1, datetime.fromisoformat(bodies[0]["at"]), events)
        except RandomnessRequested:
            expected = ()
        if list(expected) != events:
            yield f"at version {first - 1} the rulebook gives other events than {first} to {last}"
        seat = 0 if call.name == "open" else self.replay.seat_at(first - 1, call.guest.id)
        if [body["actor"] for body in bodies] != [actor_of(events, seat), *[None] * (last - first)]:
            yield "the events name another actor"

    def _read_violations(self, call: Call) -> Iterator[str]:
        assert call.reply is not None
        body = call.reply.json
        version, lowest, highest = body["version"], self.min_version(call.invoked), self.max_version(call.returned)
        if not lowest <= version <= highest:
            yield f"saw version {version}, not one from {lowest} to {highest}"
        elif call.kind == "view":
            yield from _view_differences(body, self.replay.view_at(version, call.guest.id))
        else:
            after = call.version or 0
            expected = self.replay.events_for_seat(
                after + 1, min(version, after + 40), self.replay.seat_at(version, call.guest.id)
            )
            if body["results"] != expected:
                yield "the events are not those of the log"


def _reported_version(call: Call) -> int | None:
    """Return the lower bound of the match's version that the answer implies."""
    if call.reply is None or call.reply.status >= 500:
        return None
    body = call.reply.json
    version = body.get("version")
    return int(version) if isinstance(version, int) else None


def _view_differences(view: dict[str, object], expected: dict[str, object]) -> Iterator[str]:
    for name, value in expected.items():
        actual = view[name]
        if name == "phase" and isinstance(actual, dict):
            actual = {field: actual[field] for field in actual if field != "remaining_ms"}
        if name == "terms" and isinstance(actual, dict):
            actual = {field: actual[field] for field in actual if field != "opened_at"}
        if name in ("seats", "reserved") and isinstance(actual, list):
            actual = [{field: seat[field] for field in seat if field not in ("connected", "label")} for seat in actual]
        if actual != value:
            yield f"{name} is {actual}, not {value}"
