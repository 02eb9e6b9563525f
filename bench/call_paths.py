"""How much of the code a request runs through: functions, files, packages and types of ours, by path.

A profile hook looks at every Python call while a request is handled in this process, on SQLite and without rate limits.
Only code of this repository counts. The types are those of the local variables.

python -m bench.call_paths               print the table
python -m bench.call_paths --list vote   also print what a path runs through
"""

import argparse
import json
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any, TypeAlias

from asgiref.sync import async_to_sync

from bench.run_environment import provision_environment

ROOT = str(Path(__file__).resolve().parent.parent)
OUR_PACKAGES = ("games", "accounts", "dixit")
Json: TypeAlias = dict[str, Any]


@dataclass
class CallPath:
    """What ran while a `recording` was active."""

    calls: Counter[tuple[str, str]] = field(default_factory=Counter)
    """How often each function, by file and name, was called."""
    types: set[str] = field(default_factory=set)

    @property
    def files(self) -> set[str]:
        return {file for file, _ in self.calls}

    @property
    def packages(self) -> set[str]:
        return {str(Path(file).parent) for file in self.files}

    def _look(self, frame: FrameType, event: str, _: Any) -> None:
        file = frame.f_code.co_filename
        if event not in ("call", "return") or not file.startswith(OUR_FOLDERS):
            return
        if event == "call":
            self.calls[(file.removeprefix(f"{ROOT}/"), frame.f_code.co_qualname)] += 1
        for value in frame.f_locals.values():
            if type(value).__module__.startswith(OUR_MODULES):
                self.types.add(type(value).__name__)

    @contextmanager
    def recording(self) -> Iterator[None]:
        from games.matches.command_writer import own_writer

        # Threads are recorded that start meanwhile, such as that of the command writer.
        threading.setprofile(self._look)
        with own_writer():
            sys.setprofile(self._look)
            try:
                yield
            finally:
                sys.setprofile(None)
                threading.setprofile(None)


OUR_FOLDERS = tuple(f"{ROOT}/{package}/" for package in OUR_PACKAGES)
OUR_MODULES = tuple(f"{package}." for package in OUR_PACKAGES)


class HttpMatch:
    """A classic match of three guests over HTTP, in this process."""

    def __init__(self) -> None:
        from django.test import Client

        self._client = Client()
        self.tokens = [self._send("POST", "guests", {"name": f"Player {seat}"})["token"] for seat in range(3)]
        opening = {"ruleset": "classic", "seats": 3, "clock": {"vote": 60}}
        self.id: str = self._send("POST", "matches", opening, 0)["id"]
        for seat in (1, 2):
            self.send_command(seat, "seats", {})
        self.send_command(0, "start", {})

    def play_until(self, phase: str) -> "HttpMatch":
        """Make first moves until the phase with this name."""
        while (view := self.view(0))["phase"]["id"].partition(".")[2] != phase:
            seat = view["phase"]["waiting_for"][0]
            self.send_command(seat, *self.next_move(seat))
        return self

    def next_move(self, seat: int) -> tuple[str, Json]:
        for action in self.view(seat)["actions"]:
            match action["type"]:
                case "clue":
                    return "clue", {"card": action["cards"][0], "clue": {"kind": "text", "text": "almost"}}
                case "cards":
                    return "cards", {"cards": action["cards"][: action["count"]]}
                case "vote":
                    return "vote", {"slots": action["slots"][:1]}
                case "ready":
                    return "ready", {}
        raise AssertionError(f"seat {seat} has no move")

    def view(self, seat: int) -> Json:
        return self._send("GET", f"matches/{self.id}", None, seat)

    def send_command(self, seat: int, name: str, body: Json) -> None:
        self._send("POST", f"matches/{self.id}/{name}", body, seat)

    def audit(self, media_type: str) -> None:
        self._send("GET", f"matches/{self.id}/audit", None, 0, accept=media_type)

    def _send(
        self, method: str, path: str, body: Json | None, seat: int | None = None, accept: str = "application/json"
    ) -> Json:
        headers = {"Accept": accept}
        if seat is not None:
            headers["Authorization"] = f"Bearer {self.tokens[seat]}"
        content = "" if body is None else json.dumps(body)
        response = self._client.generic(method, f"/api/v1/{path}", content, "application/json", headers=headers)
        assert response.status_code < 300, response.status_code
        body_text = async_to_sync(_read_stream)(response) if response.streaming else response.content
        return dict(json.loads(body_text)) if accept == "application/json" else {}


async def _read_stream(response: Any) -> bytes:
    return b"".join([part async for part in response])


def record_vote() -> CallPath:
    """The first vote of a round, so that nothing follows from it."""
    match = HttpMatch().play_until("voting")
    seat = match.view(0)["phase"]["waiting_for"][0]
    _, body = match.next_move(seat)
    return _record(lambda: match.send_command(seat, "vote", body))


def record_push() -> CallPath:
    """What the hub reads from the database for three players when a match has a new event."""
    from games.eventlog import match_state
    from games.matches.event_queries import events_since
    from games.rulebook.match import seated_players

    match = HttpMatch().play_until("voting")
    state = match_state.load(match.id)
    assert state is not None
    accounts = [player.id or "" for _, player, _ in seated_players(state.match)]
    return _record(lambda: events_since(match.id, accounts, state.version - 1))


def record_deadline() -> CallPath:
    """The clock ends a voting phase, which leads to two automatic votes and the scores."""
    from games.eventlog import match_state
    from games.matches.command_decision import Environment
    from games.matches.deadline_command import expire_phase
    from games.rulebook.match import deadline_of, phase_id

    match = HttpMatch().play_until("voting")
    state = match_state.load(match.id)
    assert state is not None
    phase, due_at = phase_id(state.match), deadline_of(state.match)
    assert due_at is not None
    return _record(lambda: expire_phase(match.id, phase, due_at, environment=Environment(now=due_at)))


def record_audit() -> CallPath:
    """The audit of a finished match, as JSON and as a page."""
    match = HttpMatch().play_until("over")
    return _record(lambda: match.audit("application/json"), lambda: match.audit("text/html"))


PATHS: dict[str, Callable[[], CallPath]] = {
    "vote": record_vote,
    "push": record_push,
    "deadline": record_deadline,
    "audit": record_audit,
}


def _record(*requests: Callable[[], object]) -> CallPath:
    path = CallPath()
    with path.recording():
        for request in requests:
            request()
    return path


def print_path(path: CallPath) -> None:
    by_file: dict[str, list[str]] = {}
    for (file, name), count in path.calls.items():
        by_file.setdefault(file, []).append(f"{name} x{count}" if count > 1 else name)
    for file, names in sorted(by_file.items()):
        print(f"  {file}: {', '.join(names)}")
    print(f"  types: {', '.join(sorted(path.types))}")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.call_paths", description=__doc__.partition("\n\n")[0])
    parser.add_argument("--list", nargs="+", choices=PATHS, default=[], metavar="PATH", help=", ".join(PATHS))
    listed = parser.parse_args().list
    with provision_environment("sqlite"):
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        print("| path | calls | functions | files | packages | own types |\n| --- | --- | --- | --- | --- | --- |")
        for name, record in PATHS.items():
            record()  # imports modules and fills caches
            path = record()
            counts = (sum(path.calls.values()), len(path.calls), len(path.files), len(path.packages), len(path.types))
            print(f"| {name} | {' | '.join(map(str, counts))} |", flush=True)
            if name in listed:
                print_path(path)


if __name__ == "__main__":
    main()
