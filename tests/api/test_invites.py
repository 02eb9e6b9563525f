"""Invites: codes for a public or private lobby, with a limited number of uses and a limited lifetime."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.matches import invites
from games.matches.models import Invite
from games.timers.tasks import forget_old_invites
from tests.api.api_client import ApiResponse, Json, Player, call_in_process

pytestmark = pytest.mark.django_db


def open_private_match(ada: Player) -> str:
    return ada.open(ruleset="classic", seats=4, visibility="private")


def create_invite(ada: Player, match: str, **body: Any) -> Json:
    return ada.send("POST", f"/matches/{match}/invites", body).ok(201)


def sit_with_invite(player: Player, match: str, code: str, **more: Any) -> ApiResponse:
    return player.command(match, "sit", {"invite": code, **more})


def occupied_seats(player: Player, match: str) -> list[int]:
    return [seat["seat"] for seat in player.view(match)["seats"]]


def test_an_invite_shows_its_match_and_admits_to_a_private_one() -> None:
    ada, ben = Player("Ada"), Player("Ben")
    match = open_private_match(ada)
    made = create_invite(ada, match)
    assert made["address"] == f"/api/v1/invites/{made['code']}"
    assert (made["match"], made["seat"], made["uses"], made["uses_left"]) == (match, None, 1, 1)
    assert ben.get(f"/matches/{match}").code == "not_found"
    invite_response = call_in_process("GET", f"/invites/{made['code']}")
    assert invite_response.headers["cache-control"] == "private, no-store"
    assert invite_response.json["invite"] == {"seat": None, "uses_left": 1, "expires_at": made["expires_at"]}
    assert (invite_response.json["match"]["id"], invite_response.json["match"]["visibility"]) == (match, "private")
    assert [seat["player"]["name"] for seat in invite_response.json["match"]["seats"]] == ["Ada"]
    assert sit_with_invite(ben, match, made["code"]).status == 201
    assert ben.view(match)["you"]["seat"] == 1


def unusable_codes(ada: Player, match: str) -> dict[str, str]:
    """Return unusable codes, each for a different reason."""
    used, expired, revoked, of_ended_lobby = (create_invite(ada, match) for _ in range(4))
    sit_with_invite(Player("Cleo"), match, used["code"])
    Invite.objects.filter(id=expired["id"]).update(expires_at=timezone.now() - timedelta(seconds=1))
    ada.send("DELETE", f"/matches/{match}/invites/{revoked['id']}").ok()
    ended_lobby = open_private_match(ada)
    of_ended_lobby = create_invite(ada, ended_lobby)
    ada.act(ended_lobby, "abandon")
    codes = {"used": used, "expired": expired, "revoked": revoked, "of a lobby that has ended": of_ended_lobby}
    return {"unknown": "inv_nobody-knows-it", **{why: one["code"] for why, one in codes.items()}}


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_all_unusable_codes_get_the_same_response(visibility: str) -> None:
    ada, zoe = Player("Ada"), Player("Zoe")
    match = ada.open(ruleset="classic", seats=4, visibility=visibility)
    not_found_content = zoe.get("/matches/nowhere").content
    for why, code in unusable_codes(ada, match).items():
        for response in (
            call_in_process("GET", f"/invites/{code}"),
            sit_with_invite(zoe, match, code),
            sit_with_invite(zoe, "nowhere", code),
        ):
            assert (response.status, response.content) == (404, not_found_content), why
    usable_code = create_invite(ada, match)["code"]
    assert sit_with_invite(zoe, open_private_match(ada), usable_code).content == not_found_content
    assert sit_with_invite(zoe, match, usable_code, phase="1.voting").code == "wrong_phase"
    assert zoe.command(match, "sit", {"invite": "inv_x"}, if_match='"1"').content == not_found_content


def test_a_repeated_use_counts_once_and_a_refused_use_does_not_count() -> None:
    ada, ben, cleo = Player("Ada"), Player("Ben"), Player("Cleo")
    match = open_private_match(ada)
    code = create_invite(ada, match, seat=2, uses=2)["code"]
    first = ben.command(match, "sit", {"invite": code}, key="once")
    assert ben.command(match, "sit", {"invite": code}, key="once").content == first.content
    assert occupied_seats(ada, match) == [0, 2]
    assert sit_with_invite(ben, match, code).code == "already_seated"
    assert sit_with_invite(cleo, match, code).code == "seat_taken"
    assert call_in_process("GET", f"/invites/{code}").json["invite"]["uses_left"] == 1
    assert sit_with_invite(cleo, match, code, seat=3).status == 201
    assert occupied_seats(ada, match) == [0, 2, 3]
    assert ben.command(match, "sit", {"invite": code}, key="once").content == first.content


def test_only_the_host_of_a_lobby_manages_invites() -> None:
    ada, ben, zoe = Player("Ada"), Player("Ben"), Player("Zoe")
    match = ada.open(ruleset="classic", seats=3)
    ben.sit(match)
    made = create_invite(ada, match)
    for method, path in (("POST", ""), ("GET", ""), ("DELETE", f"/{made['id']}")):
        address = f"/matches/{match}/invites{path}"
        assert ben.send(method, address).code == "not_the_host"
        assert zoe.send(method, address).code == "not_seated"
        assert zoe.send(method, address.replace(match, open_private_match(ada))).code == "not_found"
    ada.act(match, "host", {"seat": 1})
    assert ben.get(f"/matches/{match}/invites").ok()["results"] == [
        {name: value for name, value in made.items() if name not in ("code", "address")}
    ]
    zoe.sit(match)
    ben.act(match, "start")
    assert ben.send("POST", f"/matches/{match}/invites").code == "wrong_phase"
    assert call_in_process("GET", f"/invites/{made['code']}").code == "not_found"


@pytest.mark.parametrize("body", [{"uses": 0}, {"uses": 101}, {"expires_in": 59}, {"seat": -1}, {"code": "mine"}])
def test_invalid_invite_options_are_refused(body: Json) -> None:
    ada = Player()
    assert ada.send("POST", f"/matches/{open_private_match(ada)}/invites", body).code == "invalid"


def test_invites_are_limited_per_match_and_to_existing_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invites, "MAX_INVITES_PER_MATCH", 2)
    ada = Player()
    match = open_private_match(ada)
    assert ada.send("POST", f"/matches/{match}/invites", {"seat": 4}).code == "no_such_seat"
    first, _ = create_invite(ada, match), create_invite(ada, match)
    assert ada.send("POST", f"/matches/{match}/invites").code == "too_many_invites"
    sit_with_invite(Player("Ben"), match, first["code"])
    create_invite(ada, match)


def test_codes_are_long_and_stored_as_digests() -> None:
    ada = Player()
    made = create_invite(ada, open_private_match(ada))
    assert len(made["code"].removeprefix("inv_")) == 32
    stored_row = Invite.objects.values().get()
    assert made["code"] not in str(stored_row)
    assert made["code"].removeprefix("inv_") not in str(stored_row)


def test_invites_are_deleted_with_their_host_or_after_expiry() -> None:
    ada, ben = Player("Ada"), Player("Ben")
    match = ada.open(ruleset="classic")
    ben.sit(match)
    made = create_invite(ada, match)
    ada.send("DELETE", "/me").ok()
    assert sit_with_invite(Player("Cleo"), match, made["code"]).code == "not_found"
    create_invite(ben, match)
    assert forget_old_invites() == 0
    Invite.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert forget_old_invites() == 1


def test_the_invite_check_detects_uncounted_uses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.matches.slow_lane.use_invite", lambda sit, invite: replace(sit, is_invited=True))
    with pytest.raises(AssertionError):
        test_all_unusable_codes_get_the_same_response("private")
