"""`story` narrates a match correctly, and reveals no more than its viewer may see."""

import re
from io import StringIO
from typing import get_args

import pytest
from django.core.management import CommandError, call_command

from games.bots.simulation import Simulation
from games.eventlog import event_reader, match_state
from games.eventlog.models import Opening
from games.narrative.event_sentences import END_REASON_SENTENCES
from games.narrative.narrative import narrate
from games.narrative.visible_event import VisibleEvent, decode_wire_events, merge_openings, visible_events
from games.rulebook.audience import PUBLIC_AUDIENCE
from games.rulebook.commands import Abandon, Claim
from games.rulebook.events import EndReason, RoundScored, TableauLaid
from games.rulebook.match import board_of
from games.rulebook.waiting import waiting_for
from games.story.story_renderer import render_story
from tests.reducer.absence_history import history_with_absences
from tests.reducer.viewer_steps import event_log_of
from tests.rulebook.random_matches import MatchHistory
from tests.simulated_matches import current_match, issue_command, simulate_match
from tests.transcripts.seeded_match import play_seeded_match

pytestmark = pytest.mark.django_db
PHASES = ("storytelling", "submitting", "voting", "reveal")


def story_of(match_id: str, perspective: str | None = None) -> str:
    out = StringIO()
    call_command("story", match_id, *(["--as", perspective] if perspective else []), stdout=out)
    return out.getvalue()


def card_ids_in(text: str) -> set[str]:
    return set(re.findall(r"base-\d+", text))


def abandon_by_agreement(simulation: Simulation) -> None:
    for seat in range(len(simulation.players)):
        issue_command(simulation, seat, Abandon())


def test_the_story_of_a_finished_match_covers_rules_rounds_and_winners():
    simulation = simulate_match("odyssey", 7, seed="a story")
    text, result = story_of(simulation.match_id), simulation.result()
    assert text.startswith("Dixit: odyssey, 7 players, to 30 points\n====")
    assert simulation.match_id in text
    assert "base (84 cards)" in text
    assert "1 January 2026, 00:00 UTC" in text
    assert [int(number) for number in re.findall(r"^Round (\d+): Bot \d+ is the storyteller$", text, re.MULTILINE)] == [
        *range(1, result.rounds + 1)
    ]
    assert text.count("(storyteller)") == result.rounds
    for seat in result.winners:
        assert f"Bot {seat + 1}" in text.splitlines()[-1]
    assert str(max(result.scores)) in text.splitlines()[-1]


@pytest.mark.parametrize(("ruleset", "players"), [("odyssey", 8), ("party-30", 6), ("team", 8)])
def test_the_totals_in_the_story_are_the_final_scores(ruleset: str, players: int):
    simulation = simulate_match(ruleset, players)
    last = story_of(simulation.match_id).rpartition("points  total")[2]
    totals = {name: int(total) for name, total in re.findall(r"^  (Bot.*?) +(?:\+\d+|0) +(\d+)  ", last, re.MULTILINE)}
    half = players // 2 if ruleset == "team" else players
    names = [f"Bot {seat + 1} & Bot {seat + 1 + half}" if half < players else f"Bot {seat + 1}" for seat in range(half)]
    assert totals == dict(zip(names, simulation.result().scores, strict=False))


def test_the_reasons_in_the_story_add_up_to_the_points():
    for ruleset, players in (("classic", 3), ("odyssey", 9), ("party", 6), ("team-30", 8)):
        lines = re.findall(
            r"^  Bot.*?  +\+(\d+) +\d+  (.*)$", story_of(simulate_match(ruleset, players).match_id), re.MULTILINE
        )
        assert lines
        for points, reasons in lines:
            assert int(points) == sum(int(reason.split()[0]) for reason in reasons.split("; "))


def test_a_players_perspective_shows_only_their_own_hands():
    simulation = simulate_match("party-passing", 6)
    text = story_of(simulation.match_id, "seat:2")
    assert re.search(r"^Perspective +as Bot 3 saw it$", text, re.MULTILINE)
    held = re.findall(r"^  (Bot \d) holds (.*)\.$", text, re.MULTILINE)
    assert [name for name, _ in held] == ["Bot 3"] * 6
    assert all(len(hand.split(", ")) == 5 for _, hand in held)
    given = re.findall(r"^ +\d+  (base-\d+)  Bot 3\b", text, re.MULTILINE)
    assert len(given) == 6
    assert all(card in hand for card, (_, hand) in zip(given, held, strict=True))


def match_in_second_round(ruleset: str, players: int, phase: str) -> Simulation:
    """Return a match in this phase of the second round, where about half of the players have acted."""
    simulation = simulate_match(ruleset, players, until="gathering")
    for _ in simulation.steps():
        match = current_match(simulation.match_id)
        board = board_of(match)
        half = phase == "storytelling" or len(waiting_for(match)) <= players / 2
        if board and board.round == 2 and match.name == phase and half:
            return simulation
    raise AssertionError("the match never reached that state")


def assert_story_has_no_secrets(simulation: Simulation) -> None:
    """Assert that a story names only cards that lay face up, and owners and voters only of scored rounds."""
    text = story_of(simulation.match_id)
    events = [record.event for record in event_reader.load_events(simulation.match_id, 0, 10_000)]
    tableau_cards = {card for event in events if isinstance(event, TableauLaid) for card in event.tableau}
    scored = [event for event in events if isinstance(event, RoundScored)]
    table_headers = re.findall(r"^  slot  card.*$", text, re.MULTILINE)
    assert card_ids_in(text) == tableau_cards
    revealing_headers = [
        header for header in table_headers if "played by" in header or "votes" in header or "trap" in header
    ]
    assert len(revealing_headers) == len(scored)
    assert "In progress: round 2, " in text
    assert "holds" not in text


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize(("ruleset", "players"), [("classic", 4), ("party-passing", 6), ("team", 6)])
def test_the_story_of_a_running_match_has_no_secrets(ruleset: str, players: int, phase: str):
    assert_story_has_no_secrets(match_in_second_round(ruleset, players, phase))


def test_the_secrets_check_detects_a_players_knowledge(monkeypatch: pytest.MonkeyPatch):
    """The control: the same story from the perspective of a player at the table."""
    simulation = match_in_second_round("classic", 4, "voting")
    assert_story_has_no_secrets(simulation)
    monkeypatch.setattr(
        "games.management.commands.story.visible_events", lambda match_id, _: visible_events(match_id, 1)
    )
    with pytest.raises(AssertionError):
        assert_story_has_no_secrets(simulation)


def test_the_story_never_reads_the_match_state(monkeypatch: pytest.MonkeyPatch):
    match_id = match_in_second_round("classic", 4, "voting").match_id

    def forbid_access(*args: object) -> None:
        raise AssertionError("a story reads only what its viewer may see")

    for module, name in (
        (match_state, "load"),
        (match_state, "load_at_version"),
        (event_reader, "load_events"),
        (event_reader, "decode_events"),
    ):
        monkeypatch.setattr(module, name, forbid_access)
    assert "In progress: round 2, " in story_of(match_id)


def test_the_story_of_an_abandoned_match_shows_face_down_cards():
    simulation = match_in_second_round("classic", 4, "submitting")
    abandon_by_agreement(simulation)
    text = story_of(simulation.match_id)
    assert "Face down on the table: base-" in text
    assert text.count("wants to end the match.") == 4
    assert text.endswith("Everyone agreed to end the match: no one wins.\n")


def test_a_players_perspective_omits_what_only_the_end_revealed():
    simulation = match_in_second_round("classic", 4, "voting")
    abandon_by_agreement(simulation)
    second_rounds = [story_of(simulation.match_id, eyes).rpartition("Round 2")[2] for eyes in ("public", "seat:0")]
    assert [len(re.findall(r"base-\d+  +Bot", text)) for text in second_rounds] == [4, 1]


def test_a_match_in_the_lobby_has_a_story():
    text = story_of(simulate_match("classic", 4, until="gathering").match_id)
    assert text.startswith("Dixit: classic, to 30 points\n")
    assert "The match has not started yet." in text
    assert re.search(r"^Players +Bot 1$", text, re.MULTILINE)


def test_the_story_names_the_airship():
    simulation = simulate_match("party-30", 6, until="storytelling")
    issue_command(simulation, 2, Claim(text="Slow \x1b[31mCloud"))
    assert "Bot 3 becomes the storyteller, and names the airship “Slow \ufffd[31mCloud”." in story_of(
        simulation.match_id
    )


def test_erased_names_are_replaced_by_seat_numbers():
    match_id = simulate_match("classic", 4, seed="erased").match_id
    Opening.objects.filter(match_id=match_id, part__in=("player", "text")).update(salt=None, value=None)
    text = story_of(match_id)
    assert "Bot" not in text
    assert re.search(r"^Players +seat 0, seat 1, seat 2, seat 3$", text, re.MULTILINE)
    assert "gives a clue in words that has since been erased." in text


@pytest.mark.parametrize(
    ("eyes", "complaint"),
    [
        ("seat:1", "a player's view is available only after the match has ended"),
        ("seat:x", "--as: expected public or seat:N, for example seat:2, not seat:x"),
        ("me", "--as: expected public or seat:N, for example seat:2, not me"),
    ],
)
def test_forbidden_perspectives_are_refused(eyes: str, complaint: str):
    match_id = simulate_match("classic", 4, until="voting").match_id
    with pytest.raises(CommandError, match=complaint):
        story_of(match_id, eyes)
    assert story_of(match_id, "public") == story_of(match_id)


def test_an_empty_seat_and_a_missing_match_are_reported():
    match_id = simulate_match("classic", 3).match_id
    with pytest.raises(CommandError, match="seat 3 of this match is empty"):
        story_of(match_id, "seat:3")
    with pytest.raises(CommandError, match="there is no match nowhere"):
        story_of("nowhere")


def test_a_match_without_a_single_scored_round_has_a_story() -> None:
    """Under rulebook 1 such a match is over, and everybody has won with no points."""
    events = play_seeded_match("party", 6, missing=0.5, policy="skip", seed="-1")
    assert events[-1].data["status"] == "over"
    assert "round_scored" not in {event.type for event in events}
    assert render_story(narrate(merge_openings(events))).endswith(" win with 0 points each.\n")


def test_the_story_says_who_was_skipped_came_back_and_called_time() -> None:
    story = render_story(narrate(public_events(history_with_absences())))
    for sentence in (
        "Player 2 has missed too many moves: the match no longer waits for that seat.",
        "No one is left to play: the match rests.",
        "Player 2 is back. The rest is over, and the match goes on",
        "Player 0 calls time: the phase ends at ",
        "No one came back within an hour: no one wins.",
        "Skipped at the end: Player 2.",
    ):
        assert sentence in " ".join(story.split()), sentence


def public_events(history: MatchHistory) -> list[VisibleEvent]:
    return decode_wire_events(event_log_of(history).events_for(PUBLIC_AUDIENCE))


def test_every_end_reason_has_a_sentence() -> None:
    assert set(get_args(EndReason)) == {"points", "laps", "agreed", *END_REASON_SENTENCES}
