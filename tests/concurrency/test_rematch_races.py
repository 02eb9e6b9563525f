"""Races for a rematch: one match however many ask at once, and nobody gets a seat that is reserved for another."""

from functools import partial

import pytest
from django.conf import settings

from tests.api.api_client import ApiResponse, Player
from tests.api.game_table import GameTable
from tests.concurrency.concurrent_clients import open_connections, run_simultaneously
from tests.services.deployment import Deployment

REPETITIONS = 300

pytestmark = pytest.mark.skipif(settings.NEW_MATCH_RULEBOOK < 2, reason="new matches have no reserved seats yet")


class RaceTable(GameTable):
    """Three players, alternating between the servers, who play again and again; two strangers."""

    def __init__(self, deployment: Deployment) -> None:
        first, second = open_connections(deployment)
        self.players = [
            Player(name, transport) for name, transport in (("Ada", first), ("Ben", second), ("Cleo", first))
        ]
        self.strangers = [Player(name, transport) for name, transport in (("Yves", second), ("Zoe", first))]
        self.host = self.players[0]
        self.id = ""

    def play_match(self, seats: int) -> None:
        """Play a new match, and end it."""
        self.id = self.host.open(ruleset="classic", seats=seats, start="full" if seats == 3 else "host")
        for player in self.players[1:]:
            player.sit(self.id)
        if seats > 3:
            self.start()
        self.abandon()

    def ask(self, seat: int) -> ApiResponse:
        return self.players[seat].command(self.id, "rematch")

    def seated(self, match: str) -> dict[int, str]:
        return {seat["seat"]: seat["player"]["id"] for seat in self.host.view(match)["seats"]}


def test_two_who_ask_at_once_get_one_rematch(deployment: Deployment) -> None:
    table = RaceTable(deployment)
    openers = set()
    for _ in range(REPETITIONS):
        table.play_match(seats=4)
        answers = run_simultaneously(*(partial(table.ask, seat) for seat in (0, 1)))
        assert sorted(answer.status for answer in answers) == [200, 201], answers
        ids = {answer.json["id"] for answer in answers}
        assert len(ids) == 1
        match = ids.pop()
        assert table.seated(match) == {seat: table.players[seat].id for seat in (0, 1)}
        view = table.players[2].view(match)
        assert (view["host"], [entry["seat"] for entry in view["reserved"]]) == (0, [2])
        openers.add(answers[0].status)
        for player in table.players[:2]:
            player.act(match, "stand")
    assert openers == {200, 201}, "each of them came first at least once"


def test_a_stranger_never_gets_a_reserved_seat(deployment: Deployment) -> None:
    table = RaceTable(deployment)
    yves, zoe = table.strangers
    got_a_seat = 0
    for number in range(REPETITIONS):
        table.play_match(seats=4)
        match = table.ask(1).ok(201)["id"]
        strangers = (
            partial(yves.command, match, "sit", {} if number % 2 else {"seat": 0}),
            partial(zoe.send, "POST", "/quick", {"ruleset": "classic", "seats": 4}),
        )
        ada, cleo, by_hand, quick = run_simultaneously(partial(table.ask, 0), partial(table.ask, 2), *strangers)
        assert (ada.status, cleo.status) == (200, 200), (ada, cleo)
        seated = table.seated(match)
        assert {seat: seated[seat] for seat in range(3)} == {seat: table.players[seat].id for seat in range(3)}
        assert by_hand.status == 201 if number % 2 else by_hand.code in ("seat_reserved", "seat_taken")
        got_a_seat += by_hand.status == 201
        for player in table.players:
            player.act(match, "stand")
        for player, answer in ((yves, by_hand), (zoe, quick)):
            if answer.status in (200, 201):
                player.command(answer.json["id"] if player is zoe else match, "stand")
    assert got_a_seat == REPETITIONS // 2


def test_a_declined_seat_goes_to_one_stranger(deployment: Deployment) -> None:
    table = RaceTable(deployment)
    for _ in range(50):
        table.play_match(seats=4)
        match = table.ask(1).ok(201)["id"]
        table.strangers[0].sit(match)
        declined, sat = run_simultaneously(
            partial(table.players[2].command, match, "stand"), partial(table.strangers[1].command, match, "sit", {})
        )
        assert declined.status == 200
        log = table.host.events(match)
        types = [event["type"] for event in log[-2:]]
        if sat.status == 201:
            assert types == ["reservation_dropped", "seat_taken"]
        else:
            assert sat.code == "seat_reserved"
            assert types[-1] == "reservation_dropped"
        for player in (*table.strangers, table.players[1]):
            player.command(match, "stand")
