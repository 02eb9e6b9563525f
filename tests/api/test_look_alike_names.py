# ruff: noqa: RUF001  (letters that look like others are what is tested)
"""Players whose names look alike are told apart wherever names are shown, and guests are shown as guests."""

from collections.abc import Sequence
from io import StringIO
from typing import Any

import pytest
from dixit_client.reducer import reduce
from django.core.management import call_command
from django.test import Client

from accounts.models import User
from examples.text_client.match_finder import match_summary
from examples.text_client.match_text import MatchText
from games.protocol import command_specs
from tests.api.account_helpers import create_account
from tests.api.api_client import Json, Player, call_in_process

pytestmark = pytest.mark.django_db

SIX_NAMES = ("Ann", "Ann", "Ann\u200d", "A\u034fnn", "Аnn", "ANN")
SIX_LABELS = ["Ann (1)", "Ann (2)", "Ann (3)", "Ann (4)", "Аnn (5)", "ANN (6)"]


def open_table(players: Sequence[Player]) -> str:
    match = players[0].open(seats=6)
    for player in players[1:]:
        player.sit(match)
    return match


def labels(seats: Sequence[Json]) -> list[str | None]:
    return [seat["label"] for seat in seats]


def story_of(match: str) -> str:
    out = StringIO()
    call_command("story", match, stdout=out)
    return out.getvalue()


def test_six_players_who_look_alike_are_told_apart_in_views_and_lists() -> None:
    players = [Player(name) for name in SIX_NAMES]
    match = open_table(players)
    assert labels(players[0].view(match)["seats"]) == SIX_LABELS
    assert labels(Player("Zoe").get("/matches").ok()["results"][0]["seats"]) == SIX_LABELS
    code = players[0].send("POST", f"/matches/{match}/invites", {}).ok(201)["code"]
    assert labels(call_in_process("GET", f"/invites/{code}").ok()["match"]["seats"]) == SIX_LABELS
    players[0].act(match, "start")
    for player in players:
        player.act(match, "resign")
    assert labels(players[3].view(match)["seats"]) == SIX_LABELS
    assert labels(players[3].get("/me/history").ok()["results"][0]["seats"]) == SIX_LABELS


def test_a_client_that_follows_events_has_the_same_labels() -> None:
    players = [Player(name) for name in SIX_NAMES]
    match = players[0].open(seats=6)
    view = players[0].view(match)
    assert labels(view["seats"]) == ["Ann"]
    for player in players[1:]:
        player.sit(match)
    players[4].act(match, "stand")
    players[5].act(match, "move", {"seat": 4})
    for event in players[0].events(match, after=view["version"]):
        view = reduce(view, event, players[0].id)
        assert labels(view["seats"]) == labels(players[0].view(match, at=event["version"])["seats"])
    assert labels(view["seats"]) == [*SIX_LABELS[:4], "ANN (5)"]


def test_a_label_loses_its_number_when_the_twin_has_left() -> None:
    ann, twin = Player("Ann"), Player("Аnn")
    match = open_table([ann, twin])
    assert labels(ann.view(match)["seats"]) == ["Ann (1)", "Аnn (2)"]
    twin.act(match, "stand")
    assert labels(ann.view(match)["seats"]) == ["Ann"]


def test_names_lose_what_is_invisible_and_does_nothing() -> None:
    for name, stored in (("Ann\u200d", "Ann"), ("A\u034fnn", "Ann"), ("می\u200cخواهم", "می\u200cخواهم")):
        guest = Player(name)
        assert guest.name == stored
        assert guest.send("PATCH", "/me", {"name": f"{name}\u3164"}).ok()["name"] == stored
        seat = guest.view(guest.open())["seats"][0]
        assert (seat["player"]["name"], seat["label"]) == (stored, stored)


def test_names_of_earlier_releases_are_shown_without_what_is_invisible(monkeypatch: pytest.MonkeyPatch) -> None:
    ann = Player("Ann")
    User.objects.filter(id=ann.id).update(name="A\u034fnn")
    new = ann.open()
    monkeypatch.setattr(command_specs, "strip_invisible", lambda name: name)
    old = ann.open()
    seats = [ann.view(match)["seats"][0] for match in (old, new)]
    assert [seat["player"]["name"] for seat in seats] == ["A\u034fnn", "Ann"], "what is sealed in the log stays"
    assert labels(seats) == ["Ann", "Ann"]
    assert "Ann (guest)" in story_of(old)


def test_a_reserved_seat_is_told_apart_from_a_taken_one() -> None:
    players = [Player(name) for name in ("Ann", "ann", "Bob")]
    match = open_table(players)
    players[0].act(match, "start")
    for player in players:
        player.act(match, "abandon")
    view = players[2].send("POST", f"/matches/{match}/rematch", {}).ok(201)
    assert (labels(view["seats"]), labels(view["reserved"])) == (["Bob"], ["Ann (1)", "ann (2)"])
    players[1].send("POST", f"/matches/{match}/rematch", {}).ok()
    view = players[2].view(view["id"])
    assert (labels(view["seats"]), labels(view["reserved"])) == (["ann (2)", "Bob"], ["Ann (1)"])


def test_stories_and_audits_and_the_staff_tell_players_apart(settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    players = [create_account("Anna"), Player("Anna"), Player("Аnna")]
    match = open_table(players)
    players[0].act(match, "start")
    for player in players:
        player.act(match, "abandon")
    assert "Anna (seat 0), Anna (seat 1) (guest), Аnna (seat 2) (guest)" in story_of(match)
    page = players[0].send("GET", f"/matches/{match}/audit", accept="text/html").content.decode()
    assert "<bdi>Anna (seat 0)</bdi>, <bdi>Anna (seat 1)</bdi> (guest), <bdi>Аnna (seat 2)</bdi> (guest)" in page
    User.objects.create_superuser("root", "a long password")
    staff = Client()
    staff.post("/admin/login/?next=/admin/", {"username": "root", "password": "a long password"})
    page = staff.get(f"/admin/staff/match/{match}/", follow=True).content.decode()
    assert all(f">{label}<" in page for label in ("Anna (1)", "Anna (2)", "Аnna (3)"))


def test_the_text_client_tells_players_apart_and_marks_guests() -> None:
    players = [Player("Ann"), Player("Аnn")]
    match = open_table(players)
    view: Any = Player("Zoe").view(match)
    (entry,) = Player("Zoe").get("/matches").ok()["results"]
    assert "1  Ann (1), host, guest" in MatchText(view, {}).seat_list()
    assert "2  Аnn (2), guest" in MatchText(view, {}).seat_list()
    assert match_summary(entry).endswith("2 of 6 seats taken: Ann (1) (guest), Аnn (2) (guest)")


def test_nothing_tells_whether_a_guest_has_the_name_of_an_account(settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    account = create_account()
    guests = [Player(account.name), Player(f"{account.name[:-1]}!")]
    matches = [open_table([guest]) for guest in guests]
    seats = [guest.view(match)["seats"][0] for guest, match in zip(guests, matches, strict=True)]
    assert labels(seats) == [guest.name for guest in guests]
    assert [seat["player"].pop("kind") for seat in seats] == ["guest", "guest"]
    assert seats[0] | {"player": None, "label": None} == seats[1] | {"player": None, "label": None}
    assert [f"{guest.name} (guest)" in story_of(match) for guest, match in zip(guests, matches, strict=True)] == [
        True,
        True,
    ]
