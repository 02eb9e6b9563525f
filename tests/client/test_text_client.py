"""A person at a terminal finds other players: invites, seats, the host role, quick match."""

import re
import subprocess
import sys
from typing import get_args

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


def test_the_help_lists_every_command() -> None:
    command = [sys.executable, "-m", "examples.text_client", "--help"]
    help_text = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for word in ("new", "open", "quick", "join", "start", "bot", "move", "host", "free", "invite", "resign"):
        assert re.search(f"^  {word}\\b", help_text, re.MULTILINE), word


def test_each_reason_for_points_and_for_the_end_of_a_match_has_words() -> None:
    assert set(AWARD_REASONS) == set(get_args(AwardReason))
    assert set(END_REASONS) == set(get_args(EndReason))
