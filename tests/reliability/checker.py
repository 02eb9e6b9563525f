"""Is a match linearizable? A recorded history is held against the log, which is the order that it claims.

- what was acknowledged stands at its version and gave this answer; what was refused is absent; what nobody knows of
  happened at most once; nothing else is there;
- whoever began after an answer had come is later, or sees it; nobody sees what had not been asked for;
- the rulebook, replayed in the order of the log, gives every answer.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from datetime import datetime
from itertools import accumulate

from tests.reliability.history import Call, History
from tests.reliability.log import Log
from tests.reliability.replay import LuckAsked, Replay, actor_of


def violations(history: History, log: Log) -> list[str]:
    """Everything that no order of single steps could explain."""
    try:
        replay = Replay(log)
    except (AssertionError, ValueError) as error:
        return [f"the log can't be folded: {error!r:.300}"]
    chained = [fault for fault in log.faults() if "no command explains" not in fault and "the commands" not in fault]
    checker = _Checker(history, log, replay)
    return [*chained, *checker.keys(), *checker.calls()]


class _Checker:
    def __init__(self, history: History, log: Log, replay: Replay) -> None:
        self.log, self.replay = log, replay
        self.history = sorted(history.calls, key=lambda call: call.invoked)
        self.ranges: dict[str, list[int]] = {}
        for row in log.events:
            self.ranges.setdefault(row.command_id, []).append(row.version)
        self.asked: dict[str, int] = {}
        for call in self.history:
            if call.kind == "command":
                self.asked.setdefault(call.key, call.invoked)
        # When all commands up to a version had been asked for, at the earliest.
        self.possible = list(accumulate((self.asked.get(row.command_id, 0) for row in log.events), max))
        known = sorted((call.returned, seen) for call in self.history if (seen := _version(call)) is not None)
        self.times = [returned for returned, _ in known]
        self.known = list(accumulate((version for _, version in known), max))

    def least(self, at: int) -> int:
        """The version that somebody had been told of before this moment."""
        earlier = bisect_left(self.times, at)
        return self.known[earlier - 1] if earlier else 0

    def most(self, at: int) -> int:
        """The version that there can have been at this moment."""
        return bisect_right(self.possible, at)

    def keys(self) -> Iterator[str]:
        """Every event belongs to a command that was asked for, each command to one run of events."""
        refused = {call.key: call for call in self.history if call.reply and call.reply.status >= 400}
        done = {call.key for call in self.history if call.reply and call.reply.status < 300}
        for key, versions in self.ranges.items():
            if key not in self.asked:
                yield f"nobody asked for versions {versions}"
            if versions != list(range(versions[0], versions[-1] + 1)):
                yield f"one command made versions {versions}"
            if key in refused and key not in done:
                yield f"refused, but it made versions {versions}: {refused[key]}"

    def calls(self) -> Iterator[str]:
        first: dict[str, Call] = {}
        for call in self.history:
            if call.reply is None:
                continue
            for fault in self._faults(call, first):
                yield f"{fault}: {call}"
            if call.kind == "command" and call.reply.status < 300:
                first.setdefault(call.key, call)

    def _faults(self, call: Call, first: dict[str, Call]) -> Iterator[str]:
        assert call.reply is not None
        if call.reply.status >= 500:
            yield "no answer that any rulebook gives"
        elif call.key in first:
            if call.reply != first[call.key].reply:
                yield f"another answer than the first time ({first[call.key]})"
        elif call.reply.status >= 400:
            yield from self._refused(call)
        elif call.kind == "command":
            yield from self._acknowledged(call)
        else:
            yield from self._read(call)

    def _refused(self, call: Call) -> Iterator[str]:
        assert call.reply is not None
        code, least, most = call.reply.code, self.least(call.invoked), self.most(call.returned)
        versions = range(max(least, 1), most + 1)
        if code == "version_mismatch":
            versions = range(call.reply.json["version"], call.reply.json["version"] + 1)
            if not least <= versions.start <= most:
                yield f"told of version {versions.start}, not of one from {least} to {most}"
                return
        reasons = [self.replay.refusal(call, version) for version in versions]
        if code not in reasons:
            yield f"refused with {code}, but the rulebook says {reasons} from {versions.start} on"

    def _acknowledged(self, call: Call) -> Iterator[str]:
        assert call.reply is not None
        told, versions = call.reply.json, self.ranges.get(call.key, [])
        if not versions or told["version"] != versions[-1]:
            yield f"acknowledged as version {told['version']}, but it made {versions}"
            return
        first, last = versions[0], versions[-1]
        if first <= self.least(call.invoked):
            yield f"version {first}, but {self.least(call.invoked)} was known before it was asked for"
        if last > self.most(call.returned):
            yield f"version {last}, but only {self.most(call.returned)} can have been there"
        yield from self._replayed(call, first, last)
        if call.name == "open":
            yield from _different(told, self.replay.looks(last, call.guest.id))
        elif told["events"] != self.replay.told(first, last, self.replay.seat(last, call.guest.id)):
            yield "the events of the answer are not those of the log"
        elif told["head"] != self.log.events[last - 1].hash:
            yield "the head of the answer is another one"

    def _replayed(self, call: Call, first: int, last: int) -> Iterator[str]:
        events, bodies = self.replay.events[first - 1 : last], self.replay.bodies[first - 1 : last]
        if call.name != "open" and (refusal := self.replay.refusal(call, first - 1)):
            yield f"acknowledged, but the rulebook says {refusal} at version {first - 1}"
            return
        try:
            expected = self.replay.outcome(call, first - 1, datetime.fromisoformat(bodies[0]["at"]), events)
        except LuckAsked:
            expected = ()
        if list(expected) != events:
            yield f"at version {first - 1} the rulebook gives other events than {first} to {last}"
        seat = 0 if call.name == "open" else self.replay.seat(first - 1, call.guest.id)
        if [body["actor"] for body in bodies] != [actor_of(events, seat), *[None] * (last - first)]:
            yield "the events name another actor"

    def _read(self, call: Call) -> Iterator[str]:
        assert call.reply is not None
        told = call.reply.json
        version, least, most = told["version"], self.least(call.invoked), self.most(call.returned)
        if not least <= version <= most:
            yield f"told of version {version}, not of one from {least} to {most}"
        elif call.kind == "view":
            yield from _different(told, self.replay.looks(version, call.guest.id))
        else:
            after = call.version or 0
            expected = self.replay.told(after + 1, min(version, after + 40), self.replay.seat(version, call.guest.id))
            if told["results"] != expected:
                yield "the events are not those of the log"


def _version(call: Call) -> int | None:
    """What the answer says of how far the match was, at least."""
    if call.reply is None or call.reply.status >= 500:
        return None
    told = call.reply.json
    version = told.get("version")
    return int(version) if isinstance(version, int) else None


def _different(told: dict[str, object], expected: dict[str, object]) -> Iterator[str]:
    for name, value in expected.items():
        seen = told[name]
        if name == "phase" and isinstance(seen, dict):
            seen = {field: seen[field] for field in seen if field != "remaining_ms"}
        if name == "seats" and isinstance(seen, list):
            seen = [{field: seat[field] for field in seat if field != "connected"} for seat in seen]
        if seen != value:
            yield f"{name} is {seen}, not {value}"
