"""Resigning over HTTP: the seat plays on, and whoever sat there looks on like anybody else."""

import pytest

from games.eventlog.models import Event
from games.protocol.command_specs import COMMAND_SPECS
from tests.api.client import Player
from tests.api.table import Table, vote_of
from tests.api.test_commands import BODIES, checked

pytestmark = pytest.mark.django_db


def test_the_seat_plays_on_and_the_person_is_told_what_a_spectator_is_told() -> None:
    table = Table(4, ruleset="classic").start().until("submitting")
    ben, cleo, _ = table.guessers
    cleo.act(table.id, "cards", {"cards": cleo.view(table.id)["you"]["hand"][:1]})
    before = ben.events(table.id)
    held = ben.view(table.id)
    checked(ben.command(table.id, "resign"), ben, table.id, "seat_resigned", "cards_submitted")
    left_at = held["version"] + 1
    table.until("reveal", round=3)
    spectator = Player("Zoe").events(table.id)
    assert ben.events(table.id) == [*before, spectator[left_at - 1], *spectator[left_at:]]
    assert ben.events(table.id, after=left_at - 2)[1:] == spectator[left_at - 1 :]
    assert ben.events(table.id, after=left_at + 3) == spectator[left_at + 3 :]
    assert before != spectator[: left_at - 1], "what they were told as a player stays theirs"


def test_the_view_of_who_has_resigned_is_a_spectators() -> None:
    table = Table(4, ruleset="classic").start().until("submitting")
    ben = table.guessers[0]
    held = ben.view(table.id)
    ben.act(table.id, "resign")
    seen, spectator = ben.view(table.id), Player("Zoe").view(table.id)
    assert seen == spectator
    assert seen["you"] is None and seen["actions"] == []
    assert [seat["resigned"] for seat in seen["seats"]].count(True) == 1
    assert held["you"]["seat"] not in seen["phase"]["waiting_for"]
    assert ben.view(table.id, at=held["version"])["you"] == held["you"], "what was seen stays"
    assert ben.view(table.id, at=held["version"] + 1)["you"] is None
    assert ben.get(f"/matches/{table.id}", as_=f"seat:{held['you']['seat']}").code == "forbidden"


def test_every_command_of_who_has_resigned_is_refused_as_a_spectators() -> None:
    table = Table(4, ruleset="classic").start()
    ben, zoe = table.players[1], Player("Zoe")
    ben.act(table.id, "resign")
    # Whoever has played may play again, once the match is over.
    for name in COMMAND_SPECS.keys() - {"rematch"}:
        body = BODIES.get(name, {})
        told = [(answer.status, answer.code) for answer in (p.command(table.id, name, body) for p in (ben, zoe))]
        assert told[0] == told[1], name


def test_an_answer_from_before_stays_the_same_after_resigning() -> None:
    table = Table(3, ruleset="odyssey").start().until("voting")
    voter = table.guessers[0]
    vote = vote_of(voter, table.id)
    first = voter.command(table.id, "vote", vote, key="vote-1")
    left = voter.command(table.id, "resign", key="end-1")
    table.until("reveal")
    assert voter.command(table.id, "vote", vote, key="vote-1").content == first.content
    assert voter.command(table.id, "resign", key="end-1").content == left.content
    assert first.ok()["events"][0]["opened"], "the own vote is open to who has cast it"


def test_who_has_resigned_from_a_private_match_may_still_watch() -> None:
    table = Table(3, ruleset="classic", visibility="private", password="sesame").start()
    ben = table.players[1]
    ben.act(table.id, "resign")
    assert ben.view(table.id)["you"] is None
    assert Player("Zoe").get(f"/matches/{table.id}").status == 404
    assert table.id in [line["id"] for line in ben.get("/matches", mine="true").ok()["results"]]


def test_a_host_who_resigns_passes_the_part_on() -> None:
    table = Table(3, ruleset="classic").start()
    checked(table.host.command(table.id, "resign"), table.host, table.id, "seat_resigned", "host_changed")
    assert table.players[1].view(table.id)["host"] == 1


def test_the_match_is_over_when_everybody_has_resigned() -> None:
    table = Table(3, ruleset="classic").start()
    for player in table.players:
        player.act(table.id, "resign")
    view = table.host.view(table.id)
    assert (view["status"], view["phase"]["name"], view["you"]) == ("abandoned", "over", None)
    assert '"why":"everybody_resigned"' in Event.objects.filter(match_id=table.id).latest("version").body


@pytest.mark.parametrize(("ruleset", "players"), [("party-passing", 6), ("team", 6)])
def test_nothing_secret_of_party_or_team_reaches_who_has_resigned(ruleset: str, players: int) -> None:
    table = Table(players, ruleset=ruleset, seats=players).start()
    ben = table.players[1]
    ben.act(table.id, "resign")
    version = ben.view(table.id)["version"]
    for phase in ("submitting", "voting", "reveal"):
        table.until(phase)
        assert ben.events(table.id, after=version - 1) == Player("Zoe").events(table.id, after=version - 1)
        assert ben.view(table.id) == Player("Zoe").view(table.id)
