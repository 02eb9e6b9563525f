"""A person at a terminal finds others: invites, seats, the host's part, quick match."""

import re
import subprocess
import sys

from tests.client.playing import Guests
from tests.client.terminal import ROOT, terminal
from tests.timers.clockwork import ClockHouse


def test_a_host_moves_invites_and_hands_the_part_over(clock_house: ClockHouse, guest: Guests) -> None:
    ben = guest("Ben")
    with terminal(clock_house) as ann:
        assert "1 of 4 are here, 3 missing." in ann.says("open classic 4")
        assert "3  you, host" in ann.says("move 3")
        assert "move 3       change to seat 3" in ann.says("what now?")
        (code,) = re.findall(r"join (inv_\S+)", ann.says("invite 2"))
        match = ben.held_invite(code)["match"]["id"]
        ben.sit(match, invite=code)
        ann.waits_for("* Ben sits down")
        assert "1  Ben, host" in ann.says("host 1")
        ben.clear(match, 2)
        ann.waits_for("The host has freed your seat.")
        assert "The match begins by itself when the table is full." in ann.says("quick odyssey 3")
        assert "Good-bye." in ann.leaves()


def test_who_was_sent_away_from_a_private_match_comes_back_by_an_invite(clock_house: ClockHouse, guest: Guests) -> None:
    eve = guest("Eve")
    match = eve.open(ruleset="team", seats=6, visibility="private")["id"]
    code = eve.invite(match, uses=2, seat=3)["code"]
    with terminal(clock_house) as ann:
        assert "4  you, team A" in ann.says(f"join {eve.address}/play/#/invite/{code}")
        eve.clear(match, 3)
        ann.waits_for("Only an invite leads back.")
        assert "There is nothing here" in ann.says("join inv_nothing")
        eve.bot(match, 3, bot="random")
        assert "2  you, team B" in ann.says(f"join {code}")


def test_its_help_tells_of_all_that_can_be_typed() -> None:
    command = [sys.executable, "-m", "examples.text_client", "--help"]
    said = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for word in ("new", "open", "quick", "join", "start", "bot", "move", "host", "free", "invite", "resign"):
        assert re.search(f"^  {word}\\b", said, re.MULTILINE), word
