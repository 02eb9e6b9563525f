"""The examples play whole matches: bots alone or with a computer player, and a person with three computer players."""

import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from dixit_client import Client

from tests.client.client_matches import SHORT_RULESET, GuestFactory, fetch_events
from tests.client.text_client_process import PROMPT_SUFFIXES, ROOT, TEXT_CLIENT_TIMEOUT_SECONDS, TextClientProcess
from tests.timers.worker_deployment import WorkerDeployment

MOVE_EVENT_TYPES = ("clue_given", "cards_submitted", "vote_cast")


class BotProcesses:
    """Processes of `examples/bot.py`."""

    def __init__(self, deployment: WorkerDeployment) -> None:
        self.address = deployment.base_urls[0]
        self.processes: list[subprocess.Popen[str]] = []

    def start(self, *options: str) -> None:
        command = [sys.executable, "examples/bot.py", "--address", self.address, *options]
        pipes: Any = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
        self.processes.append(subprocess.Popen(command, cwd=ROOT, **pipes))

    def wait_for_last_lines(self) -> set[str]:
        """Return the last lines of all processes, once all have exited successfully."""
        outputs = [one.communicate(timeout=TEXT_CLIENT_TIMEOUT_SECONDS)[0] for one in self.processes]
        assert {one.returncode for one in self.processes} == {0}, outputs
        return {text.splitlines()[-1] for text in outputs}


@pytest.fixture
def bots(worker_deployment: WorkerDeployment) -> Iterator[BotProcesses]:
    bots = BotProcesses(worker_deployment)
    yield bots
    for one in bots.processes:
        one.kill()
        one.communicate()


def test_the_example_bot_has_at_most_fifty_lines() -> None:
    assert len((ROOT / "examples/bot.py").read_text().splitlines()) <= 50


@pytest.mark.nightly
@pytest.mark.parametrize(("ruleset", "players"), [("classic", 3), ("odyssey", 6), ("party", 6), ("team", 6)])
def test_bots_find_each_other_and_play_a_whole_match(
    worker_deployment: WorkerDeployment, connect_guest: GuestFactory, bots: BotProcesses, ruleset: str, players: int
) -> None:
    eve, options = connect_guest("Eve"), ("--ruleset", ruleset, "--players", str(players))
    bots.start(*options)
    worker_deployment.wait_until(lambda: bool(gathering_matches(eve, ruleset, players)), "the first has opened a match")
    for _ in range(players - 1):
        bots.start(*options)
    (scores,) = bots.wait_for_last_lines()
    assert scores.count("Bot") == players


def gathering_matches(client: Client, ruleset: str, seat_count: int) -> list[Any]:
    lobby = client.matches(status="gathering", ruleset=ruleset)["results"]
    return [row for row in lobby if row["places"] == seat_count]


def test_bots_play_a_whole_match_with_each_other_and_a_computer_player(
    worker_deployment: WorkerDeployment, connect_guest: GuestFactory, bots: BotProcesses
) -> None:
    """The host, a person, leaves at once."""
    host = connect_guest("Ann")
    match = host.open(ruleset=SHORT_RULESET, seats=4)["id"]
    for _ in range(2):
        bots.start("--match", match)
    worker_deployment.wait_until(lambda: len(host.match(match)["seats"]) == 3, "all bots are seated")
    host.bot(match, 3, bot="bookish")
    host.start(match)
    host.resign(match)
    (scores,) = bots.wait_for_last_lines()
    events = fetch_events(host, match)
    assert (events[-1]["data"]["status"], scores.count(",")) == ("over", 3)
    assert {event["actor"] for event in events if event["type"] in MOVE_EVENT_TYPES} >= {1, 2, 3}


class ScriptedPlayer(TextClientProcess):
    """A person who answers the prompts of the text client."""

    def play(self, first_answer: str) -> str:
        """Return all output, from the first answer in the lobby to the end of the match."""
        self.last_tried_slot = 0
        answers = iter([first_answer])
        while (question := self.read_until_prompt()).endswith(PROMPT_SUFFIXES):
            answer = next(answers, None) if question.endswith("> ") else self.answer(question.splitlines()[-1])
            if answer is None:
                break
            self.send_line(answer)
        try:
            return self.close_input_and_wait()
        finally:
            self.close()

    def answer(self, question: str) -> str:
        match question:
            case text if "card and clue" in text:
                return "1 a quiet storm"
            case text if "card for the clue" in text:
                return "2"
            case text if "vote" in text:
                # One of the slots is the player's own card: then try the next one.
                self.last_tried_slot = self.last_tried_slot % 4 + 1
                return str(self.last_tried_slot)
            case _:
                return ""


def test_a_person_plays_a_whole_match_against_three_computer_players(
    worker_deployment: WorkerDeployment, connect_guest: GuestFactory
) -> None:
    output = ScriptedPlayer(worker_deployment).play("new classic 3")
    (match,) = re.findall(r"match ([A-Za-z0-9_-]+)\.", output)
    events = fetch_events(connect_guest("Eve"), match)
    rounds = [event["data"]["round"] for event in events if event["type"] == "round_scored"]
    assert events[-1]["data"]["status"] == "over"
    assert [int(number) for number in re.findall("--- Round ([0-9]+) ---", output)] == rounds[1:]
    assert output.count("The cards were") == len(rounds)
    assert "The match is over. Scores: you" in output
    assert {event["actor"] for event in events if event["type"] in MOVE_EVENT_TYPES} == {0, 1, 2, 3}
