"""The examples play whole matches: bots among themselves and with the house's, a person with three computer players."""

import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from dixit_client import Client

from tests.client.playing import SHORT, Guests, log
from tests.client.terminal import LONGEST, PROMPTS, ROOT, Terminal
from tests.timers.clockwork import ClockHouse

MOVES = ("clue_given", "cards_submitted", "vote_cast")


class Bots:
    """Processes of `examples/bot.py`."""

    def __init__(self, house: ClockHouse) -> None:
        self.address = house.addresses[0]
        self.started: list[subprocess.Popen[str]] = []

    def start(self, *words: str) -> None:
        command = [sys.executable, "examples/bot.py", "--address", self.address, *words]
        pipes: Any = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
        self.started.append(subprocess.Popen(command, cwd=ROOT, **pipes))

    def last_words(self) -> set[str]:
        """The last lines, once all have ended well."""
        said = [one.communicate(timeout=LONGEST)[0] for one in self.started]
        assert {one.returncode for one in self.started} == {0}, said
        return {text.splitlines()[-1] for text in said}


@pytest.fixture
def bots(clock_house: ClockHouse) -> Iterator[Bots]:
    bots = Bots(clock_house)
    yield bots
    for one in bots.started:
        one.kill()
        one.communicate()


def test_the_bot_has_fifty_lines() -> None:
    assert len((ROOT / "examples/bot.py").read_text().splitlines()) <= 50


@pytest.mark.nightly
@pytest.mark.parametrize(("ruleset", "players"), [("classic", 3), ("odyssey", 6), ("party", 6), ("team", 6)])
def test_bots_find_each_other_and_play_a_whole_match(
    clock_house: ClockHouse, guest: Guests, bots: Bots, ruleset: str, players: int
) -> None:
    eve, words = guest("Eve"), ("--ruleset", ruleset, "--players", str(players))
    bots.start(*words)
    clock_house.until(lambda: bool(waiting(eve, ruleset, players)), "the first has opened a match")
    for _ in range(players - 1):
        bots.start(*words)
    (scores,) = bots.last_words()
    assert scores.count("Bot") == players


def waiting(client: Client, ruleset: str, places: int) -> list[Any]:
    lobby = client.matches(status="gathering", ruleset=ruleset)["results"]
    return [line for line in lobby if line["places"] == places]


def test_bots_play_a_whole_match_with_each_other_and_a_computer_player(
    clock_house: ClockHouse, guest: Guests, bots: Bots
) -> None:
    """The host, a person, leaves at once."""
    host = guest("Ann")
    match = host.open(ruleset=SHORT, seats=4)["id"]
    for _ in range(2):
        bots.start("--match", match)
    clock_house.until(lambda: len(host.match(match)["seats"]) == 3, "the bots sit there")
    host.bot(match, 3, bot="bookish")
    host.start(match)
    host.resign(match)
    (scores,) = bots.last_words()
    events = log(host, match)
    assert (events[-1]["data"]["status"], scores.count(",")) == ("over", 3)
    assert {event["actor"] for event in events if event["type"] in MOVES} >= {1, 2, 3}


class Scripted(Terminal):
    """A person who answers what the text client asks."""

    def play(self, first: str) -> str:
        """All that was said, from the first answer in the lobby to the end of the match."""
        self.tried = 0
        answers = iter([first])
        while (question := self.heard()).endswith(PROMPTS):
            answer = next(answers, None) if question.endswith("> ") else self.answer(question.splitlines()[-1])
            if answer is None:
                break
            self.types(answer)
        try:
            return self.leaves()
        finally:
            self.close()

    def answer(self, question: str) -> str:
        match question:
            case text if "card and clue" in text:
                return "1 a quiet storm"
            case text if "card for it" in text:
                return "2"
            case text if "vote" in text:
                # One of the slots is a card of our own: then the next.
                self.tried = self.tried % 4 + 1
                return str(self.tried)
            case _:
                return ""


def test_a_person_plays_a_whole_match_against_three_computer_players(clock_house: ClockHouse, guest: Guests) -> None:
    said = Scripted(clock_house).play("new classic 3")
    (match,) = re.findall(r"match ([A-Za-z0-9_-]+)\.", said)
    events = log(guest("Eve"), match)
    rounds = [event["data"]["round"] for event in events if event["type"] == "round_scored"]
    assert events[-1]["data"]["status"] == "over"
    assert [int(number) for number in re.findall("--- Round ([0-9]+) ---", said)] == rounds[1:]
    assert said.count("The cards were") == len(rounds)
    assert "The match is over. Scores: you" in said
    assert {event["actor"] for event in events if event["type"] in MOVES} == {0, 1, 2, 3}
