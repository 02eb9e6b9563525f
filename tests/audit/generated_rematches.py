"""Rematches with reserved seats in log form, built in memory without a database."""

from games.rulebook.commands import (
    Abandon,
    Clear,
    Command,
    DropReservation,
    HandOver,
    Move,
    Open,
    Resign,
    Sit,
    Stand,
    Start,
)
from games.rulebook.reservations import RESERVATION_PERIOD
from games.rulebook.rulesets import CLASSIC
from tests.audit.generated_matches import GeneratedMatch, VerifiableLuck
from tests.rulebook.absence_scenarios import absence_terms
from tests.rulebook.match_scenarios import NOW, FixedChance, human_players, terms
from tests.rulebook.sent_command import Sent
from tests.rulebook.test_reservations import reserved_for

PEOPLE = human_players(8)


def opened_rematch() -> GeneratedMatch:
    """Return a rematch that player 2 has opened; 0 is the former host, and seats 0, 1 and 3 are reserved."""
    match = GeneratedMatch(rules=CLASSIC, players=5, seed=1, chance=FixedChance(), match_id="k" * 32)
    match.chance = VerifiableLuck(match)
    match.act(
        Open(
            terms=terms(CLASSIC, 5, **absence_terms()),
            player=PEOPLE[2],
            seat=2,
            reserved_for=reserved_for(0, 1, None, 3, None),
            former_host=0,
        )
    )
    return match


def whole_rematch() -> GeneratedMatch:
    """Versions: 1 match_opened, 2 seat_taken, 3 reservation_dropped (1, by the host), 4 seat_taken (4, a stranger),
    5 seat_taken (0), 6 host_changed, 7 reservation_dropped (3, by the server), 8 match_started, …"""
    match = opened_rematch()
    commands: tuple[Sent | Command, ...] = (
        Sent(2, Clear(target_seat=1)),
        Sit(player=PEOPLE[7], seat=4),
        Sit(player=PEOPLE[0]),
        DropReservation(target_seat=3),
        Sent(0, Start()),
        *(Sent(seat, Resign()) for seat in range(3)),
    )
    for command in commands:
        match.act(command)
    return match


def rematch_lobbies() -> list[GeneratedMatch]:
    """Return lobbies of rematches, one for each event with which reservations can end."""
    endings: tuple[Sent | Command, ...] = (Sit(player=PEOPLE[1]), Sent(0, Start()), Sent(0, Abandon()))
    after_the_time: tuple[Sent | Command, ...] = (
        Sent(4, Stand()),
        Sent(4, Move(target_seat=1)),
        Sent(0, HandOver(target_seat=4)),
    )
    lobbies = [whole_rematch()]
    for command in (*endings, *after_the_time):
        lobby = opened_rematch()
        lobby.act(Sit(player=PEOPLE[7], seat=4))
        lobby.act(Sit(player=PEOPLE[0]))
        if command in after_the_time:
            lobby.now = NOW + RESERVATION_PERIOD
        lobby.act(command)
        assert lobby.steps[-1].refused is None, command
        lobbies.append(lobby)
    return lobbies
