"""Resigning over HTTP: the seat plays on automatically, and its player becomes a spectator."""

import pytest

from games.eventlog.models import Event
from games.protocol.command_specs import COMMAND_SPECS
from tests.api.api_client import Player
from tests.api.game_table import GameTable, legal_vote
from tests.api.test_commands import SAMPLE_BODIES, check_command_response

pytestmark = pytest.mark.django_db


def test_after_resigning_the_seat_plays_on_and_the_player_gets_spectator_events() -> None:
    table = GameTable(4, ruleset="classic").start().play_until("submitting")
    ben, cleo, _ = table.guessers
    cleo.act(table.id, "cards", {"cards": cleo.view(table.id)["you"]["hand"][:1]})
    before = ben.events(table.id)
    view_before = ben.view(table.id)
    check_command_response(ben.command(table.id, "resign"), ben, table.id, "seat_resigned", "cards_submitted")
    resigned_at_version = view_before["version"] + 1
    table.play_until("reveal", round=3)
    spectator_events = Player("Zoe").events(table.id)
    assert ben.events(table.id) == [
        *before,
        spectator_events[resigned_at_version - 1],
        *spectator_events[resigned_at_version:],
    ]
    assert ben.events(table.id, after=resigned_at_version - 2)[1:] == spectator_events[resigned_at_version - 1 :]
    assert ben.events(table.id, after=resigned_at_version + 3) == spectator_events[resigned_at_version + 3 :]
    assert before != spectator_events[: resigned_at_version - 1], "events seen as a player stay visible"


def test_a_resigned_player_gets_the_spectator_view() -> None:
    table = GameTable(4, ruleset="classic").start().play_until("submitting")
    ben = table.guessers[0]
    view_before = ben.view(table.id)
    ben.act(table.id, "resign")
    view_after, spectator_view = ben.view(table.id), Player("Zoe").view(table.id)
    assert view_after == spectator_view
    assert view_after["you"] is None and view_after["actions"] == []
    assert [seat["resigned"] for seat in view_after["seats"]].count(True) == 1
    assert view_before["you"]["seat"] not in view_after["phase"]["waiting_for"]
    assert ben.view(table.id, at=view_before["version"])["you"] == view_before["you"], (
        "views of earlier versions don't change"
    )
    assert ben.view(table.id, at=view_before["version"] + 1)["you"] is None
    assert ben.get(f"/matches/{table.id}", as_=f"seat:{view_before['you']['seat']}").code == "forbidden"


def test_commands_of_a_resigned_player_are_refused_like_a_spectators() -> None:
    table = GameTable(4, ruleset="classic").start()
    ben, zoe = table.players[1], Player("Zoe")
    ben.act(table.id, "resign")
    # A player who resigned may play again once the match is over.
    for name in COMMAND_SPECS.keys() - {"rematch"}:
        body = SAMPLE_BODIES.get(name, {})
        results = [(answer.status, answer.code) for answer in (p.command(table.id, name, body) for p in (ben, zoe))]
        assert results[0] == results[1], name


def test_repeated_commands_return_the_original_response_after_resigning() -> None:
    table = GameTable(3, ruleset="odyssey").start().play_until("voting")
    voter = table.guessers[0]
    vote = legal_vote(voter, table.id)
    first = voter.command(table.id, "vote", vote, key="vote-1")
    left = voter.command(table.id, "resign", key="end-1")
    table.play_until("reveal")
    assert voter.command(table.id, "vote", vote, key="vote-1").content == first.content
    assert voter.command(table.id, "resign", key="end-1").content == left.content
    assert first.ok()["events"][0]["opened"], "voters see their own vote"


def test_a_resigned_player_may_still_watch_a_private_match() -> None:
    table = GameTable(3, ruleset="classic", visibility="private", password="sesame").start()
    ben = table.players[1]
    ben.act(table.id, "resign")
    assert ben.view(table.id)["you"] is None
    assert Player("Zoe").get(f"/matches/{table.id}").status == 404
    assert table.id in [line["id"] for line in ben.get("/matches", mine="true").ok()["results"]]


def test_a_host_who_resigns_is_replaced() -> None:
    table = GameTable(3, ruleset="classic").start()
    check_command_response(
        table.host.command(table.id, "resign"), table.host, table.id, "seat_resigned", "host_changed"
    )
    assert table.players[1].view(table.id)["host"] == 1


def test_the_match_ends_when_everybody_has_resigned() -> None:
    table = GameTable(3, ruleset="classic").start()
    for player in table.players:
        player.act(table.id, "resign")
    view = table.host.view(table.id)
    assert (view["status"], view["phase"]["name"], view["you"]) == ("abandoned", "over", None)
    assert '"why":"everybody_resigned"' in Event.objects.filter(match_id=table.id).latest("version").body


@pytest.mark.parametrize(("ruleset", "players"), [("party-passing", 6), ("team", 6)])
def test_a_resigned_player_learns_no_secrets_of_party_or_team(ruleset: str, players: int) -> None:
    table = GameTable(players, ruleset=ruleset, seats=players).start()
    ben = table.players[1]
    ben.act(table.id, "resign")
    version = ben.view(table.id)["version"]
    for phase in ("submitting", "voting", "reveal"):
        table.play_until(phase)
        assert ben.events(table.id, after=version - 1) == Player("Zoe").events(table.id, after=version - 1)
        assert ben.view(table.id) == Player("Zoe").view(table.id)
