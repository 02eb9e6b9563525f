"""Invites: the host's codes let others into a lobby, a private one, too; each for so many, so long, and no longer."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.matches import invites
from games.matches.models import Invite
from games.timers.tasks import forget_old_invites
from tests.api.client import Answer, Json, Player, inside

pytestmark = pytest.mark.django_db


def private(ada: Player) -> str:
    return ada.open(ruleset="classic", seats=4, visibility="private")


def invite(ada: Player, match: str, **body: Any) -> Json:
    return ada.send("POST", f"/matches/{match}/invites", body).ok(201)


def sit(player: Player, match: str, code: str, **more: Any) -> Answer:
    return player.command(match, "sit", {"invite": code, **more})


def seats(player: Player, match: str) -> list[int]:
    return [seat["seat"] for seat in player.view(match)["seats"]]


def test_whoever_holds_the_code_sees_what_it_leads_to_and_sits_down_at_a_private_match() -> None:
    ada, ben = Player("Ada"), Player("Ben")
    match = private(ada)
    made = invite(ada, match)
    assert made["address"] == f"/api/v1/invites/{made['code']}"
    assert (made["match"], made["seat"], made["uses"], made["uses_left"]) == (match, None, 1, 1)
    assert ben.get(f"/matches/{match}").code == "not_found"
    told = inside("GET", f"/invites/{made['code']}")
    assert told.headers["cache-control"] == "private, no-store"
    assert told.json["invite"] == {"seat": None, "uses_left": 1, "expires_at": made["expires_at"]}
    assert (told.json["match"]["id"], told.json["match"]["visibility"]) == (match, "private")
    assert [seat["player"]["name"] for seat in told.json["match"]["seats"]] == ["Ada"]
    assert sit(ben, match, made["code"]).status == 201
    assert ben.view(match)["you"]["seat"] == 1


def bad_codes(ada: Player, match: str) -> dict[str, str]:
    """Codes that are good for nothing, each for another reason."""
    used, expired, taken_back, elsewhere = (invite(ada, match) for _ in range(4))
    sit(Player("Cleo"), match, used["code"])
    Invite.objects.filter(id=expired["id"]).update(expires_at=timezone.now() - timedelta(seconds=1))
    ada.send("DELETE", f"/matches/{match}/invites/{taken_back['id']}").ok()
    begun = private(ada)
    elsewhere = invite(ada, begun)
    ada.act(begun, "abandon")
    codes = {"used": used, "expired": expired, "taken back": taken_back, "of a lobby that is over": elsewhere}
    return {"unknown": "inv_nobody-knows-it", **{why: one["code"] for why, one in codes.items()}}


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_a_code_that_is_good_for_nothing_says_nothing_else_whatever_the_reason(visibility: str) -> None:
    ada, zoe = Player("Ada"), Player("Zoe")
    match = ada.open(ruleset="classic", seats=4, visibility=visibility)
    nowhere = zoe.get("/matches/nowhere").content
    for why, code in bad_codes(ada, match).items():
        for answer in (inside("GET", f"/invites/{code}"), sit(zoe, match, code), sit(zoe, "nowhere", code)):
            assert (answer.status, answer.content) == (404, nowhere), why
    good = invite(ada, match)["code"]
    assert sit(zoe, private(ada), good).content == nowhere
    assert sit(zoe, match, good, phase="1.voting").code == "wrong_phase"
    assert zoe.command(match, "sit", {"invite": "inv_x"}, if_match='"1"').content == nowhere


def test_a_repetition_counts_once_and_a_refusal_not_at_all() -> None:
    ada, ben, cleo = Player("Ada"), Player("Ben"), Player("Cleo")
    match = private(ada)
    code = invite(ada, match, seat=2, uses=2)["code"]
    first = ben.command(match, "sit", {"invite": code}, key="once")
    assert ben.command(match, "sit", {"invite": code}, key="once").content == first.content
    assert seats(ada, match) == [0, 2]
    assert sit(ben, match, code).code == "already_seated"
    assert sit(cleo, match, code).code == "seat_taken"
    assert inside("GET", f"/invites/{code}").json["invite"]["uses_left"] == 1
    assert sit(cleo, match, code, seat=3).status == 201
    assert seats(ada, match) == [0, 2, 3]
    assert ben.command(match, "sit", {"invite": code}, key="once").content == first.content


def test_only_the_host_of_a_lobby_invites() -> None:
    ada, ben, zoe = Player("Ada"), Player("Ben"), Player("Zoe")
    match = ada.open(ruleset="classic", seats=3)
    ben.sit(match)
    made = invite(ada, match)
    for method, path in (("POST", ""), ("GET", ""), ("DELETE", f"/{made['id']}")):
        address = f"/matches/{match}/invites{path}"
        assert ben.send(method, address).code == "not_the_host"
        assert zoe.send(method, address).code == "not_seated"
        assert zoe.send(method, address.replace(match, private(ada))).code == "not_found"
    ada.act(match, "host", {"seat": 1})
    assert ben.get(f"/matches/{match}/invites").ok()["results"] == [
        {name: value for name, value in made.items() if name not in ("code", "address")}
    ]
    zoe.sit(match)
    ben.act(match, "start")
    assert ben.send("POST", f"/matches/{match}/invites").code == "wrong_phase"
    assert inside("GET", f"/invites/{made['code']}").code == "not_found"


@pytest.mark.parametrize("body", [{"uses": 0}, {"uses": 101}, {"expires_in": 59}, {"seat": -1}, {"code": "mine"}])
def test_what_no_invite_can_be_is_refused(body: Json) -> None:
    ada = Player()
    assert ada.send("POST", f"/matches/{private(ada)}/invites", body).code == "invalid"


def test_a_match_has_only_so_many_good_invites_and_only_seats_that_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invites, "MAX_INVITES_PER_MATCH", 2)
    ada = Player()
    match = private(ada)
    assert ada.send("POST", f"/matches/{match}/invites", {"seat": 4}).code == "no_such_seat"
    first, _ = invite(ada, match), invite(ada, match)
    assert ada.send("POST", f"/matches/{match}/invites").code == "too_many_invites"
    sit(Player("Ben"), match, first["code"])
    invite(ada, match)


def test_codes_are_long_and_only_their_digests_are_kept() -> None:
    ada = Player()
    made = invite(ada, private(ada))
    assert len(made["code"].removeprefix("inv_")) == 32
    kept = Invite.objects.values().get()
    assert made["code"] not in str(kept)
    assert made["code"].removeprefix("inv_") not in str(kept)


def test_erasing_the_host_takes_the_invites_along_and_time_takes_the_others() -> None:
    ada, ben = Player("Ada"), Player("Ben")
    match = ada.open(ruleset="classic")
    ben.sit(match)
    made = invite(ada, match)
    ada.send("DELETE", "/me").ok()
    assert sit(Player("Cleo"), match, made["code"]).code == "not_found"
    invite(ben, match)
    assert forget_old_invites() == 0
    Invite.objects.update(expires_at=timezone.now())
    assert forget_old_invites() == 1


def test_control_were_uses_not_counted_many_would_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.matches.invites._record_use", lambda found: None)
    with pytest.raises(AssertionError):
        test_a_code_that_is_good_for_nothing_says_nothing_else_whatever_the_reason("private")
