"""The client's personal feed: it has every turn in every match, so that a program can play from it alone."""

import re
import threading
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from dixit_client import Client, Problem

from examples.bot import choose
from tests.client.client_matches import GuestFactory, start_match

GUIDE = Path(__file__).resolve().parents[2] / "docs/how-to/many-matches.md"
MATCH_COUNT = 3


class Finished(Exception):
    """All matches of a player are over."""


def player_of_all(dixit: Client) -> Callable[[str], None]:
    """Return the `play` of the guide: it moves until the match no longer waits for the player."""
    seat_by_match: dict[str, int] = {}

    def play(match: str) -> None:
        while True:
            view = dixit.match(match)
            you = view["you"]
            assert you is not None
            seat_by_match[match] = you["seat"]
            if you["seat"] not in view["phase"]["waiting_for"] or not (move := choose(view["actions"])):
                return
            try:
                getattr(dixit, move[0])(match, **move[1])
            except Problem as problem:
                # Another player may have ended the phase.
                if problem.status != 409:
                    raise

    return play


def follow_until_over(follow: Any, dixit: Client, cursor_file: Path) -> None:
    """Run the guide's program until all matches of the player are over."""
    feed = dixit.feed

    def feed_until_over(after: str | None) -> Any:
        for page in feed(after):
            yield page
            if all(match["status"] == "over" for match in page["matches"]):
                raise Finished

    dixit.feed = feed_until_over  # type: ignore[method-assign,assignment]
    with pytest.raises(Finished):
        follow(dixit, cursor_file, player_of_all(dixit))


def test_the_program_of_the_guide_plays_many_matches(
    connect_guest: GuestFactory, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = re.findall(r"```python\n(.*?)```", GUIDE.read_text(), re.DOTALL)
    (block,) = code
    names: dict[str, Any] = {}
    exec(block, names)
    players = [connect_guest(name) for name in ("Ann", "Ben", "Cleo")]
    matches = [start_match(players) for _ in range(MATCH_COUNT)]
    threads = [
        threading.Thread(target=follow_until_over, args=(names["follow"], player, tmp_path / f"cursor-{number}"))
        for number, player in enumerate(players)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()
    assert {players[0].match(match)["status"] for match in matches} == {"over"}
    printed = capsys.readouterr().out
    assert all(printed.count(f"{match} ended") == len(players) for match in matches)
    # The saved cursor knows all of it.
    cursor = (tmp_path / "cursor-0").read_text()
    assert [entry for entry in players[0].my_matches(after=cursor)["entries"] if entry["kind"] != "ended"] == []


def test_entries_are_yielded_one_after_another(connect_guest: GuestFactory) -> None:
    ann = connect_guest("Ann")
    cursor = ann.my_matches()["cursor"]
    first, second = ann.open(ruleset="classic")["id"], ann.open(ruleset="classic")["id"]
    assert [entry["match"] for entry in islice(ann.entries(cursor), 2)] == [first, second]
