"""`story` tells a match rightly, and no more of it than its eyes may see."""

import re
from io import StringIO
from typing import get_args

import pytest
from django.core.management import CommandError, call_command

from games.bots.simulation import Simulation
from games.eventlog import event_reader, match_state
from games.eventlog.models import Opening
from games.rulebook.commands import Abandon, Claim
from games.rulebook.events import EndReason, RoundScored, TableauLaid
from games.rulebook.match import board_of
from games.rulebook.player_view import waiting_for
from games.story.story_sentences import END_REASON_SENTENCES
from games.story.visible_event import visible_events
from tests.playing import command, simulated, state

pytestmark = pytest.mark.django_db
PHASES = ("storytelling", "submitting", "voting", "reveal")


def told(match_id: str, eyes: str | None = None) -> str:
    out = StringIO()
    call_command("story", match_id, *(["--as", eyes] if eyes else []), stdout=out)
    return out.getvalue()


def cards_in(text: str) -> set[str]:
    return set(re.findall(r"base-\d+", text))


def abandon(simulation: Simulation) -> None:
    for seat in range(len(simulation.players)):
        command(simulation, seat, lambda seat: Abandon(seat=seat))


def test_a_finished_match_is_told_from_the_rules_to_the_winners():
    simulation = simulated("odyssey", 7, seed="a story")
    text, result = told(simulation.match_id), simulation.result()
    assert text.startswith("Dixit: odyssey, 7 players, to 30 points\n====")
    assert simulation.match_id in text
    assert "base (84 cards)" in text
    assert "1 January 2026, 00:00 UTC" in text
    assert [int(number) for number in re.findall(r"^Round (\d+): Bot \d+ tells$", text, re.MULTILINE)] == [
        *range(1, result.rounds + 1)
    ]
    assert text.count("(tells)") == result.rounds
    for seat in result.winners:
        assert f"Bot {seat + 1}" in text.splitlines()[-1]
    assert str(max(result.scores)) in text.splitlines()[-1]


@pytest.mark.parametrize(("ruleset", "players"), [("odyssey", 8), ("party-30", 6), ("team", 8)])
def test_the_points_told_are_those_scored(ruleset: str, players: int):
    simulation = simulated(ruleset, players)
    last = told(simulation.match_id).rpartition("points  total")[2]
    totals = {name: int(total) for name, total in re.findall(r"^  (Bot.*?) +(?:\+\d+|0) +(\d+)  ", last, re.MULTILINE)}
    half = players // 2 if ruleset == "team" else players
    names = [f"Bot {seat + 1} & Bot {seat + 1 + half}" if half < players else f"Bot {seat + 1}" for seat in range(half)]
    assert totals == dict(zip(names, simulation.result().scores, strict=False))


def test_every_reason_adds_up_to_the_points_told():
    for ruleset, players in (("classic", 3), ("odyssey", 9), ("party", 6), ("team-30", 8)):
        lines = re.findall(r"^  Bot.*?  +\+(\d+) +\d+  (.*)$", told(simulated(ruleset, players).match_id), re.MULTILINE)
        assert lines
        for got, reasons in lines:
            assert int(got) == sum(int(reason.split()[0]) for reason in reasons.split("; "))


def test_through_a_players_eyes_the_hands_they_held_are_told_and_nobody_elses():
    simulation = simulated("party-passing", 6)
    text = told(simulation.match_id, "seat:2")
    assert re.search(r"^Eyes +as Bot 3 saw it$", text, re.MULTILINE)
    held = re.findall(r"^  (Bot \d) holds (.*)\.$", text, re.MULTILINE)
    assert [name for name, _ in held] == ["Bot 3"] * 6
    assert all(len(hand.split(", ")) == 5 for _, hand in held)
    given = re.findall(r"^ +\d+  (base-\d+)  Bot 3\b", text, re.MULTILINE)
    assert len(given) == 6
    assert all(card in hand for card, (_, hand) in zip(given, held, strict=True))


def running(ruleset: str, players: int, phase: str) -> Simulation:
    """Played on to this phase of the second round, where about half of the players have acted."""
    simulation = simulated(ruleset, players, until="gathering")
    for _ in simulation.steps():
        match = state(simulation.match_id)
        board = board_of(match)
        half = phase == "storytelling" or len(waiting_for(match)) <= players / 2
        if board and board.round == 2 and match.name == phase and half:
            return simulation
    raise AssertionError("the match never came to that")


def tells_no_secret(simulation: Simulation) -> None:
    """No card but those that lay face up; whose they are and who voted only of rounds that are scored."""
    text = told(simulation.match_id)
    events = [record.event for record in event_reader.load_events(simulation.match_id, 0, 10_000)]
    laid = {card for event in events if isinstance(event, TableauLaid) for card in event.tableau}
    scored = [event for event in events if isinstance(event, RoundScored)]
    heads = re.findall(r"^  slot  card.*$", text, re.MULTILINE)
    assert cards_in(text) == laid
    assert len([head for head in heads if "whose" in head or "votes" in head or "trap" in head]) == len(scored)
    assert "To be continued: the match is at" in text
    assert "holds" not in text


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize(("ruleset", "players"), [("classic", 4), ("party-passing", 6), ("team", 6)])
def test_a_match_that_is_played_is_told_without_a_secret(ruleset: str, players: int, phase: str):
    tells_no_secret(running(ruleset, players, phase))


def test_the_check_for_secrets_sees_what_a_player_knows(monkeypatch: pytest.MonkeyPatch):
    """The control: the same account through the eyes of somebody at the table."""
    simulation = running("classic", 4, "voting")
    tells_no_secret(simulation)
    monkeypatch.setattr(
        "games.management.commands.story.visible_events", lambda match_id, _: visible_events(match_id, 1)
    )
    with pytest.raises(AssertionError):
        tells_no_secret(simulation)


def test_the_story_never_looks_at_the_state_of_the_match(monkeypatch: pytest.MonkeyPatch):
    match_id = running("classic", 4, "voting").match_id

    def secret(*args: object) -> None:
        raise AssertionError("a story reads what a viewer may, and nothing else")

    for module, name in (
        (match_state, "load"),
        (match_state, "load_at_version"),
        (event_reader, "load_events"),
        (event_reader, "decode_events"),
    ):
        monkeypatch.setattr(module, name, secret)
    assert "To be continued" in told(match_id)


def test_an_abandoned_match_opens_what_was_still_face_down():
    simulation = running("classic", 4, "submitting")
    abandon(simulation)
    text = told(simulation.match_id)
    assert "Face down on the table: base-" in text
    assert text.count("would end the match here.") == 4
    assert text.endswith("All agree to end the match here: nobody wins.\n")


def test_a_players_eyes_do_not_see_what_only_the_end_has_opened():
    simulation = running("classic", 4, "voting")
    abandon(simulation)
    last = [told(simulation.match_id, eyes).rpartition("Round 2")[2] for eyes in ("public", "seat:0")]
    assert [len(re.findall(r"base-\d+  +Bot", text)) for text in last] == [4, 1]


def test_a_lobby_is_told_too():
    text = told(simulated("classic", 4, until="gathering").match_id)
    assert text.startswith("Dixit: classic, to 30 points\n")
    assert "The match has not begun yet." in text
    assert re.search(r"^Table +Bot 1$", text, re.MULTILINE)


def test_the_airship_has_its_name_in_the_story():
    simulation = simulated("party-30", 6, until="storytelling")
    command(simulation, 2, lambda seat: Claim(seat=seat, text="Slow \x1b[31mCloud"))
    assert "Bot 3 claims the part of the storyteller and names the airship “Slow \ufffd[31mCloud”." in told(
        simulation.match_id
    )


def test_names_and_clues_that_were_erased_leave_their_seats():
    match_id = simulated("classic", 4, seed="erased").match_id
    Opening.objects.filter(match_id=match_id, part__in=("player", "text")).update(salt=None, value=None)
    text = told(match_id)
    assert "Bot" not in text
    assert re.search(r"^Table +seat 0, seat 1, seat 2, seat 3$", text, re.MULTILINE)
    assert "says words that have been erased." in text


@pytest.mark.parametrize(
    ("eyes", "complaint"),
    [
        ("seat:1", "as long as a match is played nobody looks through a player's eyes"),
        ("seat:x", "--as: public or seat:2, say, not seat:x"),
        ("me", "--as: public or seat:2, say, not me"),
    ],
)
def test_eyes_that_may_not_look_are_refused(eyes: str, complaint: str):
    match_id = simulated("classic", 4, until="voting").match_id
    with pytest.raises(CommandError, match=complaint):
        told(match_id, eyes)
    assert told(match_id, "public") == told(match_id)


def test_a_seat_that_is_none_and_a_match_that_is_none_are_told_plainly():
    match_id = simulated("classic", 3).match_id
    with pytest.raises(CommandError, match="nobody sits on seat 3 of this match"):
        told(match_id, "seat:3")
    with pytest.raises(CommandError, match="there is no match nowhere"):
        told("nowhere")


def test_every_end_has_its_sentence() -> None:
    assert set(get_args(EndReason)) == {"points", "laps", *END_REASON_SENTENCES}
