"""A computer player's turn: what it owes, when it is called, and that late, lost and doubled calls are harmless."""

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
from games.matches.command_handler import Environment
from games.projections.models import TurnRow
from games.projections.rebuild import compare, rebuild
from games.rulebook import Viewer, view
from games.rulebook.commands import Resign, SeatBot, Start, TellClue
from games.rulebook.match import Storytelling, Submitting
from games.rulebook.player_view import waiting_for
from games.rulebook.rulesets import EDITIONS, TEAM, End, Ruleset
from games.rulebook.terms import Clock, Player
from games.timers import bot_dispatch
from tests.playing import simulated
from tests.timers.clocked import Clocked

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nobody_called() -> Iterator[None]:
    bot_dispatch._dispatched_at.clear()
    yield
    bot_dispatch._dispatched_at.clear()


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """The calls that would go to Celery."""
    calls: list[tuple[Any, ...]] = []

    def send(name: str, *, args: tuple[Any, ...], **options: Any) -> None:
        calls.append((name, *args))

    monkeypatch.setattr(celery_app, "send_task", send)
    return calls


class Mixed(Clocked):
    """A started match of one person on seat 0 and computer players on the others."""

    def __init__(self, robot: str = "random", players: int = 4, rules: Ruleset = EDITIONS["classic"].rules) -> None:
        super().__init__(Clock(), started=False, people=1, seats=players, rules=rules)
        for place in range(1, players):
            self._seat(place, new_bot_player(robot, place))
        self.command(0, lambda seat: Start(seat=seat))

    def _seat(self, place: int, robot: Player) -> None:
        self.command(0, lambda seat: SeatBot(seat=seat, target_seat=place, player=robot))

    @property
    def owed(self) -> list[int]:
        return sorted(TurnRow.objects.filter(match_id=self.id).values_list("seat", flat=True))

    def play_on(self) -> None:
        """Whoever is waited for moves: the person here, computer players by their task."""
        seat = waiting_for(self.folded.match)[0]
        if seat == 0:
            self.move(0)
        else:
            assert seat in self.owed
            move_task(self.id, self.phase, seat)

    def until(self, phase: str) -> "Mixed":
        while self.phase != phase:
            self.play_on()
        return self


ONE_LAP = End(laps=1)


@pytest.mark.parametrize(
    ("robot", "ruleset", "players"),
    [("random", "classic", 4), ("random", "team", 6), ("bookish", "party-passing", 6), ("bookish", "classic", 3)],
)
def test_computer_players_play_every_kind_of_match_to_its_end(robot: str, ruleset: str, players: int):
    match = Mixed(robot, players, replace(EDITIONS[ruleset].rules, name="one-lap", end=ONE_LAP))
    match.until(f"{players}.over")
    assert compare(match.id) == []
    assert match.folded.match.status == "over"  # type: ignore[union-attr]
    assert match.owed == []
    assert not Event.objects.filter(match_id=match.id, body__contains='"automatic":true').exists()


def test_who_is_waited_for_owes_a_move_and_a_rebuild_says_the_same():
    match = Mixed()
    assert match.owed == [1, 2, 3]
    match.move(0)
    match.until("1.submitting")
    rows = list(TurnRow.objects.filter(match_id=match.id).order_by("seat").values())
    assert len(rows) == len([seat for seat in waiting_for(match.folded.match) if seat])
    rebuild(match.id)
    assert list(TurnRow.objects.filter(match_id=match.id).order_by("seat").values()) == rows
    for row in rows:
        assert timedelta(seconds=1) <= row["due_at"] - match.folded.phase_began_at <= timedelta(seconds=2.5)


def test_a_phase_begins_once_whoever_moves_in_it():
    match = Mixed()
    match.until("1.submitting")
    begun = match.folded.phase_began_at
    due_at = dict(TurnRow.objects.filter(match_id=match.id).values_list("seat", "due_at"))
    match.world = Environment(now=begun + timedelta(seconds=50))
    owing = match.owed
    move_task(match.id, match.phase, owing[0])
    assert match.folded.phase_began_at == begun
    assert TurnRow.objects.get(match_id=match.id, seat=owing[1]).due_at == due_at[owing[1]]


def test_people_have_the_first_word():
    match = Mixed()
    row = TurnRow.objects.filter(match_id=match.id).order_by("due_at")[0]
    assert row.due_at - match.folded.phase_began_at >= timedelta(seconds=6)


def test_a_table_without_people_is_left_to_who_has_set_it_up():
    assert not TurnRow.objects.filter(match_id=simulated("classic", 4, until="voting").match_id).exists()
    match = Mixed()
    match.command(0, lambda seat: Resign(seat=seat))
    assert match.owed == []


def test_the_same_call_fifty_times_is_one_move():
    match = Mixed()
    match.until("1.submitting")
    seat, phase = match.owed[0], match.phase
    for _ in range(50):
        take_turn(match.id, phase, seat)
    assert Event.objects.filter(match_id=match.id, type="cards_submitted", body__contains=f'"seat":{seat}').count() == 1


def test_a_call_for_a_phase_that_has_gone_for_a_person_or_for_no_match_does_nothing():
    match = Mixed()
    match.until("1.submitting")
    version, owing = match.folded.version, match.owed[0]
    for call in (("1.storytelling", owing), ("1.voting", owing), ("2.submitting", owing), (match.phase, 0)):
        assert take_turn(match.id, *call) is None
    assert take_turn("no-such-match", "1.submitting", 1) is None
    assert take_turn(match.id, match.phase, 99) is None
    assert match.folded.version == version


def test_those_who_have_thought_long_enough_are_called_once_until_they_may_have_missed_it(sent, monkeypatch):
    match = Mixed()
    match.until("1.submitting")
    owing = match.owed
    due_at = TurnRow.objects.filter(match_id=match.id).order_by("-due_at")[0].due_at
    assert bot_dispatch.dispatch_due_turns(match.folded.phase_began_at) == 0
    assert bot_dispatch.dispatch_due_turns(due_at) == len(owing)
    assert sorted(sent) == [("games.bots.tasks.move", match.id, "1.submitting", seat) for seat in owing]
    assert bot_dispatch.dispatch_due_turns(due_at) == 0
    monkeypatch.setattr(bot_dispatch, "REDISPATCH_AFTER_SECONDS", -1.0)
    assert bot_dispatch.dispatch_due_turns(due_at) == len(owing)


def test_a_broker_that_is_away_is_asked_again(monkeypatch: pytest.MonkeyPatch):
    match = Mixed()
    match.until("1.submitting")
    due_at = match.folded.phase_began_at + timedelta(seconds=10)

    def away(*args: Any, **options: Any) -> None:
        raise OperationalError

    monkeypatch.setattr(celery_app, "send_task", away)
    assert bot_dispatch.dispatch_due_turns(due_at) == 0
    assert bot_dispatch._dispatched_at == {}
    monkeypatch.setattr(celery_app, "send_task", lambda *args, **options: None)
    assert bot_dispatch.dispatch_due_turns(due_at) == len(match.owed)


def test_no_secret_is_among_what_is_sent(sent):
    match = Mixed()
    match.until("1.voting")
    bot_dispatch.dispatch_due_turns(match.folded.phase_began_at + timedelta(seconds=10))
    assert sent
    assert all(set(map(type, call)) == {str, int} and "base-" not in str(call) for call in sent)


def test_in_team_a_computer_player_gives_the_card_without_a_word():
    match = Mixed("random", 6, TEAM)
    match.until("1.submitting")
    take_turn(match.id, match.phase, match.owed[0])
    assert match.count("signalled") == 0


def test_the_bookish_one_tells_with_a_word_of_its_card_and_finds_what_belongs_to_a_clue():
    match = Mixed("bookish")
    words = {card.id: set(card.words) for card in decks.get_deck("base").cards}
    storytelling = match.folded.match
    assert isinstance(storytelling, Storytelling)
    seen, luck = view(storytelling, Viewer(seat=1)), Random(3)
    ask = bookish_bot.choose_bookish_move(seen, [a for a in seen.actions if a.type == "clue"], luck)
    assert ask is not None
    told = ask(1)
    assert isinstance(told, TellClue) and told.card is not None
    assert told.clue.text in words[told.card]
    match.command(0, lambda seat: TellClue(seat=seat, card=storytelling.board.hands[0][0], clue=told.clue))
    submitting = match.folded.match
    assert isinstance(submitting, Submitting)
    seen = view(submitting, Viewer(seat=2))
    given = bookish_bot.choose_bookish_move(seen, [a for a in seen.actions if a.type == "cards"], luck)
    assert given is not None
    likeness = {card: told.clue.text in words[card] for card in submitting.board.hands[2]}
    assert likeness[given(2).cards[0]] == any(likeness.values())  # type: ignore[union-attr]
