"""A computer player's turn: which move is due, when its task is sent; late, lost and repeated tasks do no harm."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from kombu.exceptions import OperationalError

from dixit import celery_app
from games import decks
from games.bots import bookish_bot
from games.bots.bot_turn import take_turn
from games.bots.tasks import move as move_task
from games.eventlog.models import Event
from games.matches.bot_players import new_bot_player
from games.matches.command_decision import Environment
from games.projections.models import TurnRow
from games.projections.rebuild import compare, rebuild
from games.rulebook import Viewer, view
from games.rulebook.commands import GiveClue, Resign, SeatBot, Start, Submit
from games.rulebook.match import Storytelling, Submitting
from games.rulebook.rulesets import EDITIONS, TEAM, End, Ruleset
from games.rulebook.terms import Clock, Player
from games.rulebook.waiting import waiting_for
from games.timers import bot_dispatch
from tests.simulated_matches import simulate_match
from tests.timers.timed_match import TimedMatch

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _forget_dispatched_turns() -> Iterator[None]:
    bot_dispatch._dispatched_at.clear()
    yield
    bot_dispatch._dispatched_at.clear()


@pytest.fixture
def sent_tasks(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """Record the tasks that would be sent to Celery."""
    calls: list[tuple[Any, ...]] = []

    def send(name: str, *, args: tuple[Any, ...], **options: Any) -> None:
        calls.append((name, *args))

    monkeypatch.setattr(celery_app, "send_task", send)
    return calls


class MatchWithBots(TimedMatch):
    """A started match of one person on seat 0 and computer players on the others."""

    def __init__(self, bot_kind: str = "random", players: int = 4, rules: Ruleset = EDITIONS["classic"].rules) -> None:
        super().__init__(Clock(), started=False, player_count=1, seats=players, ruleset=rules)
        for bot_seat in range(1, players):
            self._seat_bot(bot_seat, new_bot_player(bot_kind, bot_seat))
        self.command(0, Start())

    def _seat_bot(self, target_seat: int, bot: Player) -> None:
        self.command(0, SeatBot(target_seat=target_seat, player=bot))

    @property
    def due_seats(self) -> list[int]:
        return sorted(TurnRow.objects.filter(match_id=self.id).values_list("seat", flat=True))

    def play_next_move(self) -> None:
        """Play the pending move: the person's directly, a computer player's through its task."""
        seat = waiting_for(self.state.match)[0]
        if seat == 0:
            self.play_legal_move(0)
        else:
            assert seat in self.due_seats
            move_task(self.id, self.phase, seat)

    def play_until(self, phase: str) -> "MatchWithBots":
        while self.phase != phase:
            self.play_next_move()
        return self


ENDS_AFTER_ONE_LAP = End(laps=1)


@pytest.mark.parametrize(
    ("bot_kind", "ruleset", "players"),
    [("random", "classic", 4), ("random", "team", 6), ("bookish", "party-passing", 6), ("bookish", "classic", 3)],
)
def test_bots_play_every_kind_of_match_to_its_end(bot_kind: str, ruleset: str, players: int):
    match = MatchWithBots(bot_kind, players, replace(EDITIONS[ruleset].rules, name="one-lap", end=ENDS_AFTER_ONE_LAP))
    match.play_until(f"{players}.over")
    assert compare(match.id) == []
    assert match.state.match.status == "over"  # type: ignore[union-attr]
    assert match.due_seats == []
    assert not Event.objects.filter(match_id=match.id, body__contains='"automatic":true').exists()


def test_bots_to_act_have_turn_rows_that_a_rebuild_reproduces():
    match = MatchWithBots()
    assert match.due_seats == [1, 2, 3]
    match.play_legal_move(0)
    match.play_until("1.submitting")
    rows = list(TurnRow.objects.filter(match_id=match.id).order_by("seat").values())
    assert len(rows) == len([seat for seat in waiting_for(match.state.match) if seat])
    rebuild(match.id)
    assert list(TurnRow.objects.filter(match_id=match.id).order_by("seat").values()) == rows
    for row in rows:
        assert timedelta(seconds=1) <= row["due_at"] - match.state.phase_began_at <= timedelta(seconds=2.5)


def test_moves_within_a_phase_do_not_change_its_start_time():
    match = MatchWithBots()
    match.play_until("1.submitting")
    phase_started_at = match.state.phase_began_at
    due_at = dict(TurnRow.objects.filter(match_id=match.id).values_list("seat", "due_at"))
    match.environment = Environment(now=phase_started_at + timedelta(seconds=50))
    due_seats = match.due_seats
    move_task(match.id, match.phase, due_seats[0])
    assert match.state.phase_began_at == phase_started_at
    assert TurnRow.objects.get(match_id=match.id, seat=due_seats[1]).due_at == due_at[due_seats[1]]


def test_bots_wait_six_seconds_before_they_claim_the_first_round():
    match = MatchWithBots()
    row = TurnRow.objects.filter(match_id=match.id).order_by("due_at")[0]
    assert row.due_at - match.state.phase_began_at >= timedelta(seconds=6)


def test_matches_without_people_have_no_bot_turns():
    assert not TurnRow.objects.filter(match_id=simulate_match("classic", 4, until="voting").match_id).exists()
    match = MatchWithBots()
    match.command(0, Resign())
    assert match.due_seats == []


def test_repeating_a_task_fifty_times_makes_one_move():
    match = MatchWithBots()
    match.play_until("1.submitting")
    seat, phase = match.due_seats[0], match.phase
    for _ in range(50):
        take_turn(match.id, phase, seat)
    assert Event.objects.filter(match_id=match.id, type="cards_submitted", body__contains=f'"seat":{seat}').count() == 1


def test_a_task_for_a_past_phase_a_person_or_a_missing_match_does_nothing():
    match = MatchWithBots()
    match.play_until("1.submitting")
    version, due_seat = match.state.version, match.due_seats[0]
    for call in (("1.storytelling", due_seat), ("1.voting", due_seat), ("2.submitting", due_seat), (match.phase, 0)):
        assert take_turn(match.id, *call) is None
    assert take_turn("no-such-match", "1.submitting", 1) is None
    assert take_turn(match.id, match.phase, 99) is None
    assert match.state.version == version


def test_no_turns_are_sent_while_many_tasks_wait(sent_tasks, monkeypatch):
    match = MatchWithBots()
    match.play_until("1.submitting")
    due_at = match.state.phase_began_at + timedelta(seconds=10)
    monkeypatch.setattr(bot_dispatch, "MAX_WAITING_TASKS", 0)
    assert bot_dispatch.dispatch_due_turns(due_at) == 0
    monkeypatch.setattr(bot_dispatch, "MAX_WAITING_TASKS", 1)
    assert bot_dispatch.dispatch_due_turns(due_at) == len(sent_tasks) == len(match.due_seats)


def test_a_due_turn_is_dispatched_once_and_again_after_the_retry_delay(sent_tasks, monkeypatch):
    match = MatchWithBots()
    match.play_until("1.submitting")
    due_seats = match.due_seats
    due_at = TurnRow.objects.filter(match_id=match.id).order_by("-due_at")[0].due_at
    assert bot_dispatch.dispatch_due_turns(match.state.phase_began_at) == 0
    assert bot_dispatch.dispatch_due_turns(due_at) == len(due_seats)
    assert sorted(sent_tasks) == [("games.bots.tasks.move", match.id, "1.submitting", seat) for seat in due_seats]
    assert bot_dispatch.dispatch_due_turns(due_at) == 0
    monkeypatch.setattr(bot_dispatch, "REDISPATCH_AFTER_SECONDS", -1.0)
    assert bot_dispatch.dispatch_due_turns(due_at) == len(due_seats)


def test_an_unavailable_broker_is_retried(monkeypatch: pytest.MonkeyPatch):
    match = MatchWithBots()
    match.play_until("1.submitting")
    due_at = match.state.phase_began_at + timedelta(seconds=10)

    def fail_to_connect(*args: Any, **options: Any) -> None:
        raise OperationalError

    monkeypatch.setattr(celery_app, "send_task", fail_to_connect)
    assert bot_dispatch.dispatch_due_turns(due_at) == 0
    assert bot_dispatch._dispatched_at == {}
    monkeypatch.setattr(celery_app, "send_task", lambda *args, **options: None)
    assert bot_dispatch.dispatch_due_turns(due_at) == len(match.due_seats)


def test_task_arguments_contain_no_secret(sent_tasks):
    match = MatchWithBots()
    match.play_until("1.voting")
    bot_dispatch.dispatch_due_turns(match.state.phase_began_at + timedelta(seconds=10))
    assert sent_tasks
    assert all(set(map(type, call)) == {str, int} and "base-" not in str(call) for call in sent_tasks)


def test_in_team_play_a_bot_submits_its_card_without_signalling():
    match = MatchWithBots("random", 6, TEAM)
    match.play_until("1.submitting")
    take_turn(match.id, match.phase, match.due_seats[0])
    assert match.count_events("signalled") == 0


def test_the_bookish_bot_gives_a_word_of_its_card_and_submits_a_card_matching_the_clue():
    match = MatchWithBots("bookish")
    words = {card.id: set(card.words) for card in decks.get_deck("base").cards}
    storytelling = match.state.match
    assert isinstance(storytelling, Storytelling)
    seat_view, rng = view(storytelling, Viewer(seat=1)), Random(3)
    clue_command = bookish_bot.choose_bookish_move(seat_view, [a for a in seat_view.actions if a.type == "clue"], rng)
    assert isinstance(clue_command, GiveClue) and clue_command.card is not None
    assert clue_command.clue.text in words[clue_command.card]
    match.command(0, GiveClue(card=storytelling.board.hands[0][0], clue=clue_command.clue))
    submitting = match.state.match
    assert isinstance(submitting, Submitting)
    seat_view = view(submitting, Viewer(seat=2))
    cards_command = bookish_bot.choose_bookish_move(seat_view, [a for a in seat_view.actions if a.type == "cards"], rng)
    assert isinstance(cards_command, Submit)
    matches_clue = {card: clue_command.clue.text in words[card] for card in submitting.board.hands[2]}
    assert matches_clue[cards_command.cards[0]] == any(matches_clue.values())
