"""The lobby of a rematch: seats reserved for the players of the match before (rulebook 2)."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from games.rulebook import Reason, Viewer, view
from games.rulebook.actions import MayClear, MayMove, MaySeatBot, MaySit, MayStand
from games.rulebook.commands import (
    Abandon,
    Clear,
    Command,
    DropReservation,
    ExpirePhase,
    Move,
    Open,
    SeatBot,
    Sit,
    Stand,
    Start,
)
from games.rulebook.events import HostChanged, MatchOpened, MatchStarted, PlayerIdentity, ReservationDropped, SeatTaken
from games.rulebook.match import Gathering, at_time
from games.rulebook.phases import gathering
from games.rulebook.rulesets import CLASSIC, TEAM, Ruleset
from games.rulebook.view_types import ReservedSeat
from tests.rulebook.absence_scenarios import MOMENT, absence_terms, later
from tests.rulebook.match_scenarios import NOW, Situation, human_players, no_match, terms
from tests.rulebook.random_players import bot_player
from tests.rulebook.sent_command import Sent

PERIOD = timedelta(minutes=5)
PEOPLE = human_players(8)
STRANGER = PEOPLE[7]
IDENTITIES = tuple(PlayerIdentity(id=player.id or "", name=player.name or "") for player in PEOPLE)


def reserved_for(*players: int | None) -> tuple[PlayerIdentity | None, ...]:
    return tuple(None if player is None else IDENTITIES[player] for player in players)


def rematch(
    *players: int | None,
    opener: int = 2,
    former_host: int | None = 0,
    rules: Ruleset = CLASSIC,
    bots: tuple[int, ...] = (),
    **changes: Any,
) -> Situation:
    """Return the lobby of a rematch: the opener on the seat of the same number, others reserved as listed."""
    open_command = Open(
        terms=terms(rules, len(players), **absence_terms(**changes)),
        player=PEOPLE[opener],
        seat=opener,
        bots=tuple((seat, bot_player(seat)) for seat in bots),
        reserved_for=reserved_for(*players),
        former_host=former_host,
    )
    return no_match().when(open_command)


def four_seats() -> Situation:
    """Seats 0 and 1 are reserved for players 0, the former host, and 1. Player 2 sits on seat 2; seat 3 is free."""
    return rematch(0, 1, None, None)


def lobby_of(situation: Situation) -> Gathering:
    assert isinstance(situation.match, Gathering)
    return situation.match


def seats_of_action(situation: Situation, viewer: Viewer, kind: Any) -> tuple[int, ...] | None:
    assert situation.match is not None
    actions = view(at_time(situation.match, situation.now), viewer).actions
    return next((action.seats for action in actions if isinstance(action, kind)), None)


def test_the_opener_has_the_former_seat_and_is_the_host_for_now():
    opened = four_seats()
    opened.then(MatchOpened, SeatTaken)
    assert (opened.find(SeatTaken).seat, lobby_of(opened).host) == (2, 2)
    event = opened.find(MatchOpened)
    assert (event.reserved_until, event.former_host) == (NOW + PERIOD, 0)
    assert event.reserved_for == (IDENTITIES[0], IDENTITIES[1], None, None)


def test_a_match_without_reservations_has_no_time_for_them():
    event = no_match().when(Open(terms=terms(**absence_terms()), player=PEOPLE[0])).find(MatchOpened)
    assert (event.reserved_until, event.former_host, event.reserved_for) == (None, None, ())


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"seat": 0}, Reason.SEAT_TAKEN),
        ({"seat": 4, "former_host": None}, Reason.NO_SUCH_SEAT),
        ({"seat": -1}, Reason.NO_SUCH_SEAT),
        ({"player": PEOPLE[1]}, Reason.SEAT_TAKEN),
        ({"bots": ((1, bot_player(1)),)}, Reason.SEAT_TAKEN),
        ({"reserved_for": reserved_for(0, 0, None, None)}, Reason.SEAT_TAKEN),
        ({"reserved_for": reserved_for(0, 1, None)}, Reason.NO_SUCH_SEAT),
        ({"reserved_for": reserved_for(0, 1, None, None, 4)}, Reason.NO_SUCH_SEAT),
        ({"former_host": 3}, Reason.NOBODY_THERE),
        ({"reserved_for": ()}, Reason.NOBODY_THERE),
        ({"terms": terms(seats=4)}, Reason.NOT_IN_THESE_RULES),
        ({"terms": terms(seats=4), "reserved_for": (), "former_host": None}, Reason.NOT_IN_THESE_RULES),
    ],
    ids=repr,
)
def test_reservations_that_cannot_be(changes: dict[str, Any], reason: Reason):
    good = Open(
        terms=terms(seats=4, **absence_terms()),
        player=PEOPLE[2],
        seat=2,
        reserved_for=reserved_for(0, 1, None, None),
        former_host=0,
    )
    no_match().when(good).find(MatchOpened)
    no_match().when(replace(good, **changes)).then_refused(reason)


def test_a_stranger_gets_the_lowest_seat_that_is_not_reserved():
    four_seats().when(Sit(player=STRANGER)).then(
        SeatTaken(seat=3, kind="human", player=PlayerIdentity(id="id-7", name="Player 7"))
    )


@pytest.mark.parametrize(
    "command",
    [
        Sit(player=STRANGER, seat=1),
        Sit(player=STRANGER, seat=1, is_invited=True),
        Sent(2, Move(target_seat=1)),
        Sent(2, SeatBot(target_seat=1, player=bot_player(1))),
        Sit(player=PEOPLE[0], seat=1),
        Sit(player=PEOPLE[0], seat=3),
    ],
    ids=repr,
)
def test_nobody_else_gets_a_reserved_seat_and_its_player_no_other(command: Command | Sent):
    four_seats().when(command).then_refused(Reason.SEAT_RESERVED)


def test_where_every_free_seat_is_reserved_a_stranger_is_refused():
    full = rematch(0, 1, None, 3)
    full.when(Sit(player=STRANGER)).then_refused(Reason.SEAT_RESERVED)
    assert seats_of_action(full, Viewer(may_join=True), MaySit) is None


@pytest.mark.parametrize("seat", [None, 1])
def test_the_player_of_a_reserved_seat_gets_it(seat: int | None):
    seated = four_seats().when(Sit(player=PEOPLE[1], seat=seat)).then(SeatTaken)
    assert seated.find(SeatTaken).seat == 1
    assert lobby_of(seated).reserved_seats == (0,)


def test_a_seat_that_its_player_has_taken_and_left_is_free():
    left = four_seats().when(Sit(player=PEOPLE[1]), Sent(1, Stand()))
    assert left.when(Sit(player=STRANGER)).find(SeatTaken).seat == 1


def test_the_former_host_is_the_host_as_soon_as_seated():
    four_seats().when(Sit(player=PEOPLE[1])).then(SeatTaken)
    back = four_seats().when(Sit(player=PEOPLE[0])).then(SeatTaken, HostChanged(seat=0))
    assert lobby_of(back).host == 0
    again = back.when(Sent(0, Stand())).when(Sit(player=PEOPLE[0]))
    again.then(SeatTaken)


def test_after_the_reservation_the_former_host_is_a_player_like_any_other():
    later(four_seats(), PERIOD).when(Sit(player=PEOPLE[0])).then(SeatTaken)


def test_reservations_last_five_minutes_and_end_without_an_event():
    table = four_seats()
    later(table, PERIOD - MOMENT).when(Sit(player=STRANGER, seat=0)).then_refused(Reason.SEAT_RESERVED)
    assert later(table, PERIOD).when(Sit(player=STRANGER)).find(SeatTaken).seat == 0
    assert lobby_of(later(table, PERIOD).when(Sit(player=STRANGER, seat=3))).reservations is None


def test_the_player_declines():
    declined = four_seats().when(Sent(1, Stand())).then(ReservationDropped(seat=1))
    assert declined.when(Sit(player=STRANGER)).find(SeatTaken).seat == 1
    declined.when(Sent(1, Stand())).then_refused(Reason.NOT_SEATED)
    assert declined.when(Sit(player=PEOPLE[1], seat=3)).find(SeatTaken).seat == 3


def test_the_host_drops_a_reservation_without_removing_its_player():
    dropped = four_seats().when(Sent(2, Clear(target_seat=1))).then(ReservationDropped(seat=1))
    assert dropped.when(Sit(player=PEOPLE[1])).find(SeatTaken).seat == 1
    four_seats().when(Sent(2, Clear(target_seat=3))).then_refused(Reason.NOBODY_THERE)
    with_stranger = four_seats().when(Sit(player=STRANGER))
    with_stranger.when(Sent(3, Clear(target_seat=1))).then_refused(Reason.NOT_THE_HOST)


def test_the_server_drops_the_reservation_of_an_erased_player():
    table = four_seats()
    table.when(DropReservation(target_seat=1)).then(ReservationDropped(seat=1))
    table.when(DropReservation(target_seat=3)).then_refused(Reason.NOBODY_THERE)
    table.when(Sent(2, DropReservation(target_seat=1))).then_refused(Reason.WRONG_PHASE)
    later(table, PERIOD).when(DropReservation(target_seat=1)).then_refused(Reason.NOBODY_THERE)


@pytest.mark.parametrize("command", [Start(), Abandon(), Move(target_seat=3), Clear(target_seat=2)], ids=repr)
def test_a_player_with_a_reserved_seat_only_can_do_nothing_else(command: Command):
    four_seats().when(Sent(0, command)).then_refused(Reason.NOT_SEATED)


def test_actions_list_a_reserved_seat_for_its_player_only():
    table = four_seats()
    assert view(lobby_of(table), Viewer(may_join=True, reserved_seat=1)).actions == (MaySit(seats=(1,)), MayStand())
    assert seats_of_action(table, Viewer(may_join=True), MaySit) == (3,)
    host = Viewer(seat=2)
    assert seats_of_action(table, host, MaySeatBot) == (3,)
    assert seats_of_action(table, host, MayMove) == (3,)
    assert seats_of_action(table, host, MayClear) == (0, 1)
    assert seats_of_action(later(table, PERIOD), Viewer(may_join=True), MaySit) == (0, 1, 3)


def test_the_view_shows_who_has_a_reserved_seat_and_until_when():
    table = four_seats()
    reserved = [ReservedSeat(seat=seat, player=IDENTITIES[seat], until=NOW + PERIOD) for seat in (0, 1)]
    assert list(view(lobby_of(table), Viewer()).reserved) == reserved
    assert view(at_time(lobby_of(table), NOW + PERIOD), Viewer()).reserved == ()
    started = rematch(0, None, None, None, bots=(1, 3)).when(Sent(2, Start()))
    assert view(started.started_match, Viewer()).reserved == ()


def test_team_starts_with_all_seats_taken_only_and_partners_stay_partners():
    table = rematch(0, 1, None, 3, 4, 5, opener=2, rules=TEAM)
    for player in (5, 1, 4, 0):
        table.when(Sent(2, Start())).then_refused(Reason.WRONG_PLAYER_COUNT)
        table = table.when(Sit(player=PEOPLE[player]))
    started = table.when(Sit(player=PEOPLE[3])).when(Sent(0, Start()))
    assert started.find(MatchStarted).seats == (0, 1, 2, 3, 4, 5)
    assert [player.id for player in started.started_match.board.players] == [f"id-{seat}" for seat in range(6)]


def test_a_match_that_starts_when_it_is_full_waits_for_the_players_of_reserved_seats():
    table = rematch(0, None, None, None, start="full").when(Sit(player=STRANGER), Sit(player=PEOPLE[6]))
    assert not gathering.starts_automatically(lobby_of(table))
    table.when(ExpirePhase(phase="0.gathering")).then_refused(Reason.NOT_YET)
    table.when(Sit(player=PEOPLE[0])).when(ExpirePhase(phase="0.gathering")).find(MatchStarted)
    over = later(table, PERIOD).when(Sit(player=PEOPLE[5]))
    over.when(ExpirePhase(phase="0.gathering")).find(MatchStarted)


def test_a_former_seat_is_taken_again_if_it_is_free():
    table = four_seats()
    assert table.when(Sit(player=STRANGER, former_seat=3)).find(SeatTaken).seat == 3
    assert later(table, PERIOD).when(Sit(player=STRANGER, former_seat=1)).find(SeatTaken).seat == 1
    assert table.when(Sit(player=STRANGER, former_seat=1)).find(SeatTaken).seat == 3
