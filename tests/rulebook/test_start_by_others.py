"""Starting a lobby whose host is away (rulebook 2)."""

from datetime import timedelta

import pytest

from games.rulebook import Reason, Viewer, view
from games.rulebook.actions import MayStart
from games.rulebook.commands import Clear, Move, Open, SeatBot, Sit, Stand, Start
from games.rulebook.events import DeckShuffled, HandsDealt, HostChanged, MatchStarted, RoundBegun, SeatLeft
from games.rulebook.expiry import expires_at
from games.rulebook.rulesets import CLASSIC, TEAM
from tests.rulebook.absence_scenarios import MOMENT, absence_terms, later
from tests.rulebook.match_scenarios import NOW, Situation, human_players, match_in_gathering, no_match, terms
from tests.rulebook.random_players import bot_player
from tests.rulebook.sent_command import Sent

WAIT = timedelta(minutes=5)
LIFETIME = timedelta(hours=24)


def lobby(players: int = 3, seats: int = 6) -> Situation:
    return match_in_gathering(CLASSIC, players, **absence_terms(seats=seats))


def start_of(situation: Situation, seat: int) -> MayStart | None:
    assert situation.match is not None
    actions = view(situation.match, Viewer(seat=seat)).actions
    return next((action for action in actions if isinstance(action, MayStart)), None)


def test_any_seated_person_may_start_a_lobby_that_has_been_ready_for_five_minutes():
    table = lobby()
    later(table, WAIT - MOMENT).when(Sent(2, Start())).then_refused(Reason.TOO_EARLY)
    later(table, WAIT).when(Sent(2, Start())).then(MatchStarted, DeckShuffled, HandsDealt, RoundBegun)


def test_the_view_says_from_when_and_the_host_may_start_at_any_time():
    table = lobby()
    assert [start_of(table, seat) for seat in range(3)] == [
        MayStart(from_=None),
        MayStart(from_=NOW + WAIT),
        MayStart(from_=NOW + WAIT),
    ]
    table.when(Sent(0, Start())).find(MatchStarted)


def test_while_it_cannot_be_started_start_is_listed_for_nobody():
    table = lobby(players=2)
    assert [start_of(table, seat) for seat in range(2)] == [None, None]
    later(table, WAIT).when(Sent(1, Start())).then_refused(Reason.WRONG_PLAYER_COUNT)


def test_team_starts_with_all_seats_taken_only():
    table = match_in_gathering(TEAM, 6, **absence_terms(seats=8))
    assert start_of(table, 3) is None
    later(table, WAIT).when(Sent(3, Start())).then_refused(Reason.WRONG_PLAYER_COUNT)


@pytest.mark.parametrize(
    "change",
    [
        Sit(player=human_players(6)[5]),
        Sent(3, Stand()),
        Sent(0, SeatBot(target_seat=5, player=bot_player(5))),
        Sent(0, Clear(target_seat=3)),
    ],
    ids=repr,
)
def test_the_five_minutes_begin_anew_when_somebody_sits_down_or_leaves(change: Sent):
    table = later(lobby(players=4), timedelta(minutes=4)).when(change)
    start = start_of(table, 1)
    assert start is not None and start.from_ == NOW + timedelta(minutes=9)
    later(table, WAIT - MOMENT).when(Sent(1, Start())).then_refused(Reason.TOO_EARLY)
    later(table, WAIT).when(Sent(1, Start())).find(MatchStarted)


def test_moving_to_another_seat_does_not_delay_the_start():
    table = later(lobby(), timedelta(minutes=4)).when(Sent(2, Move(target_seat=5)))
    later(table, timedelta(minutes=1)).when(Sent(1, Start())).find(MatchStarted)


def test_somebody_on_a_seat_that_the_start_renumbers_may_start():
    table = lobby(players=4).when(Sent(0, Clear(target_seat=1)), Sent(3, Move(target_seat=5)))
    begun = later(table, WAIT).when(Sent(5, Start()))
    assert begun.find(MatchStarted).seats == (0, 2, 5)


def test_computer_players_do_not_start_a_match():
    bots = ((1, bot_player(1)), (2, bot_player(2)))
    open_command = Open(terms=terms(CLASSIC, 3, **absence_terms()), player=human_players(1)[0], bots=bots)
    table = no_match().when(open_command)
    assert start_of(table, 1) is None
    later(table, WAIT).when(Sent(1, Start())).then_refused(Reason.NOT_THE_HOST)


def test_a_host_who_leaves_passes_the_part_on():
    lobby(players=4).when(Sent(0, Stand())).then(SeatLeft, HostChanged(seat=1))


def test_in_rulebook_1_only_the_host_starts():
    table = match_in_gathering(CLASSIC, 3, **absence_terms(rulebook=1))
    assert start_of(table, 1) is None
    later(table, WAIT).when(Sent(1, Start())).then_refused(Reason.NOT_THE_HOST)


@pytest.mark.parametrize(("rulebook", "ends_after"), [(1, timedelta(0)), (2, timedelta(hours=2))])
def test_a_lobby_ends_a_day_after_somebody_last_sat_down_or_left(rulebook: int, ends_after: timedelta):
    table = match_in_gathering(CLASSIC, 3, **absence_terms(seats=6, rulebook=rulebook))
    table = later(table, timedelta(hours=1)).when(Sent(2, Stand()))
    table = later(table, timedelta(hours=1)).when(Sit(player=human_players(6)[5]))
    table = later(table, timedelta(hours=1)).when(Sent(1, Move(target_seat=4)))
    assert table.match is not None
    due_at = expires_at(
        table.match,
        opened_at=NOW,
        last_event_at=table.now,
        lobby_lifetime=LIFETIME,
        idle_lifetime=timedelta(days=30),
    )
    assert due_at == NOW + ends_after + LIFETIME
