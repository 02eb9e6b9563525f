"""A person at a terminal finds other players: invites, seats, the host role, quick match."""

import re
import subprocess
import sys
from typing import Any, get_args

import pytest
from dixit_client import Client

from examples.text_client.match_text import AWARD_REASONS, END_REASONS
from games.rulebook.events import EndReason
from games.rulebook.round import AwardReason
from tests.client.client_matches import GuestFactory
from tests.client.text_client_process import ROOT, running_text_client
from tests.timers.worker_deployment import WorkerDeployment


def test_a_host_changes_seat_invites_a_player_and_hands_over_the_host_role(
    worker_deployment: WorkerDeployment, connect_guest: GuestFactory
) -> None:
    ben = connect_guest("Ben")
    with running_text_client(worker_deployment) as ann:
        assert "1 of 4 seats taken, 3 more needed." in ann.ask("open classic 4")
        assert "3  you, host" in ann.ask("move 3")
        assert "move 3       move to seat 3" in ann.ask("what now?")
        (code,) = re.findall(r"join (inv_\S+)", ann.ask("invite 2"))
        match = ben.held_invite(code)["match"]["id"]
        ben.sit(match, invite=code)
        ann.wait_for("* Ben takes a seat")
        assert "1  Ben, host" in ann.ask("host 1")
        ben.clear(match, 2)
        ann.wait_for("The host has removed you.")
        assert "The match starts as soon as all seats are taken." in ann.ask("quick odyssey 3")
        assert "Goodbye." in ann.close_input_and_wait()


def test_a_removed_player_rejoins_a_private_match_with_an_invite(
    worker_deployment: WorkerDeployment, connect_guest: GuestFactory
) -> None:
    eve = connect_guest("Eve")
    match = eve.open(ruleset="team", seats=6, visibility="private")["id"]
    code = eve.invite(match, uses=2, seat=3)["code"]
    with running_text_client(worker_deployment) as ann:
        assert "4  you, team A" in ann.ask(f"join {eve.address}/play/#/invite/{code}")
        eve.clear(match, 3)
        ann.wait_for("You can only rejoin with a new invite.")
        assert "Not found" in ann.ask("join inv_nothing")
        eve.bot(match, 3, bot="random")
        assert "2  you, team B" in ann.ask(f"join {code}")


@pytest.mark.slow
def test_a_player_who_has_been_away_is_told_and_comes_back_with_enter(
    worker_deployment: WorkerDeployment, connect_guest: GuestFactory
) -> None:
    """Ann sits at a question while the time for her cards and for her vote runs out."""
    eve = connect_guest("Eve")
    clock: Any = {"clue": 60, "submit": 5, "vote": 5, "reveal": 60}
    match = eve.open(ruleset="classic", seats=3, first="host", bots=["random"], clock=clock)["id"]
    with running_text_client(worker_deployment) as ann:
        # In a full lobby there is nothing to ask.
        ann.send_line(f"join {match}")
        worker_deployment.wait_until(lambda: len(eve.match(match)["seats"]) == 3, "Ann is seated")
        eve.start(match)
        give_clue(eve, match)
        assert "cards for the clue" in ann.read_until_prompt()
        wait_for_phase(eve, match, "reveal")
        assert "* you are away" in ann.ask("1 2")
        assert ann.output.endswith("You are away, and the match doesn't wait for you. Press Enter to come back: ")
        assert ann.output.count("* your move was made at random") == 2
        assert "(away)" in ann.ask("scores")
        ann.send_line("")
        worker_deployment.wait_until(lambda: not eve.match(match)["seats"][2]["skipped"], "Ann is back")


def test_the_people_of_a_match_that_is_over_play_again(
    worker_deployment: WorkerDeployment, connect_guest: GuestFactory
) -> None:
    eve = connect_guest("Eve")
    match = eve.open(ruleset="classic", seats=4, bots=["random"])["id"]
    with running_text_client(worker_deployment) as ann:
        ann.ask(f"join {match}")
        eve.abandon(match)
        ann.wait_for("again  ")
        assert "3  you" in ann.ask("again")
        rematch = eve.match(match)["rematch"]
        assert rematch and str(rematch["match"]) in ann.output


def wait_for_phase(client: Client, match: str, name: str) -> Any:
    """Return the client's view in the next phase of this name."""
    view: Any = client.match(match)
    while view["phase"]["name"] != name:
        view = client.match(match, after=view["version"], wait=10)
    return view


def give_clue(client: Client, match: str) -> None:
    (action,) = [one for one in wait_for_phase(client, match, "storytelling")["actions"] if one["type"] == "clue"]
    client.clue(match, card=action["cards"][0], clue={"kind": "text", "text": "a quiet storm"})


def test_the_help_lists_every_command() -> None:
    command = [sys.executable, "-m", "examples.text_client", "--help"]
    help_text = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for word in ("new", "open", "quick", "join", "again", "start", "bot", "move", "host", "free", "invite", "resign"):
        assert re.search(f"^  {word}\\b", help_text, re.MULTILINE), word


def test_each_reason_for_points_and_for_the_end_of_a_match_has_words() -> None:
    assert set(AWARD_REASONS) == set(get_args(AwardReason))
    assert set(END_REASONS) == set(get_args(EndReason))
