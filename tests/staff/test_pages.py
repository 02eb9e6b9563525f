"""The staff's pages: who gets in, what they show and what they never show, and that every act leaves a record."""

import re
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, transaction
from django.test import Client
from django.urls import URLResolver, get_resolver
from pytest_django import Settings

from accounts.models import User
from games.eventlog import match_state
from games.eventlog.models import Event
from games.staff.models import StaffAct
from tests.api.client import Player
from tests.api.table import Table
from tests.audit.test_database import triggers_off

pytestmark = pytest.mark.django_db

HOME = "/admin/"
WHY = {"reason": "they asked for it"}


@pytest.fixture(autouse=True)
def _quickly(settings: Settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def root() -> Client:
    User.objects.create_superuser("root", "a long password")
    client = Client()
    answer = client.post(f"{HOME}login/?next={HOME}", {"username": "root", "password": "a long password"})
    assert answer.status_code == 302
    return client


def of(table: Table) -> str:
    return f"{HOME}staff/match/{table.id}/"


def crawl(client: Client, start: str) -> Iterator[tuple[str, str]]:
    """Every page that can be reached by links; none of them does anything."""
    known, waiting = {start}, [start]
    while waiting:
        address = waiting.pop()
        answer = client.get(address)
        assert answer.status_code in (200, 302), address
        text = answer.content.decode()
        yield address, text
        for link in re.findall(r'href="([^"#]+)"', text):
            path = address.partition("?")[0] + link if link.startswith("?") else link
            if path.startswith(HOME) and path not in known and "logout" not in path and len(known) < 300:
                known.add(path)
                waiting.append(path)


def test_a_token_opens_no_page_and_the_cookie_nothing_of_the_api(root: Client):
    boss = Player("Boss")
    User.objects.filter(id=boss.id).update(is_staff=True, is_superuser=True)
    shown = Client().get(HOME, headers={"Authorization": f"Bearer {boss.token}"})
    assert (shown.status_code, shown["Location"]) == (302, f"{HOME}login/?next={HOME}")
    assert root.get(HOME).status_code == 200
    assert root.get("/api/v1/me").status_code == 401


def routes(resolver: Any, before: str) -> Iterator[str]:
    for each in resolver.url_patterns:
        route = before + re.sub(r"<[^>]+>|\(\?P<\w+>\w+\)", "staff", str(each.pattern)).strip("^$")
        yield from routes(each, route) if isinstance(each, URLResolver) else [route]


def test_every_page_asks_who_comes():
    found = next(each for each in get_resolver().url_patterns if str(each.pattern) == "admin/")
    pages = [page for page in routes(found, HOME) if not page.endswith(("login/", "logout/"))]
    assert len(pages) > 20
    player = Player("Ada")
    for page in pages:
        answer = Client().get(page, headers={"Authorization": f"Bearer {player.token}"})
        assert answer.status_code == 302, page
        assert answer["Location"].startswith(f"{HOME}login/"), page


def test_only_the_staff_gets_in():
    user = User(login="ada", name="Ada", kind="human")
    user.set_password("a long password")
    user.save()
    answer = Client().post(f"{HOME}login/", {"username": "ada", "password": "a long password"})
    assert answer.status_code == 200
    assert "staff" not in answer.cookies


def test_cookies_are_for_the_staffs_pages_and_https_alone(root: Client):
    root.get(f"{HOME}password_change/")
    for name in ("staff", "staff_csrf"):
        cookie = root.cookies[name]
        assert (cookie["path"], cookie["samesite"]) == (HOME, "Strict")
        assert cookie["secure"] and cookie["httponly"]
    assert not Client().get("/api/v1/rulesets").cookies


def test_guessing_is_soon_over(settings: Settings):
    settings.RATE_LIMITS = 1
    User.objects.create_superuser("root", "a long password")
    client = Client(REMOTE_ADDR="203.0.113.9")
    for _ in range(10):
        client.post(f"{HOME}login/", {"username": "root", "password": "guess"})
    # However the name is written, and by whatever door.
    for name in ("Root", "ro\N{ZERO WIDTH SPACE}ot"):
        answer = client.post(f"{HOME}login/", {"username": name, "password": "a long password"})
        assert answer.status_code == 200
        assert "come back in" in answer.content.decode()
    body = {"name": "root", "password": "a long password"}
    assert client.post("/api/v1/tokens", body, content_type="application/json").status_code == 429


def test_a_form_that_another_site_made_does_nothing(root: Client):
    table = Table().start()
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = root.cookies
    assert strict.post(f"{of(table)}end_match/", WHY).status_code == 403
    assert table.host.view(table.id)["status"] == "playing"


def test_no_page_shows_what_is_hidden_in_a_live_match(root: Client):
    table = Table(visibility="private", password="sesame").start().until("voting")
    hands = {card for player in table.players for card in player.view(table.id)["you"]["hand"]}
    own = {card for player in table.players for card in player.view(table.id)["you"]["submitted"]}
    tokens = [player.token for player in table.players]
    pages = dict(crawl(root, HOME))
    assert of(table).removesuffix("/") + "/change/" in pages
    assert any(address.endswith("/audit/") for address in pages)
    assert any(address.endswith("/story/") for address in pages)
    for address, text in pages.items():
        assert not [card for card in hands if card in text], address
        assert not [token for token in tokens if token in text], address
        if "/audit/" not in address:
            assert not [card for card in own if f"{card} (" in text], address
    digests = User.objects.filter(id=table.host.id).values_list("tokens__digest", flat=True)
    assert not [address for address, text in pages.items() for digest in digests if digest and digest in text]


def test_nobody_looks_into_a_match_in_which_they_sit_or_decides_about_it_and_looks_are_told(
    root: Client, caplog: pytest.LogCaptureFixture
):
    table, other = Table().start(), Table().start()
    User.objects.filter(id=table.host.id).update(is_staff=True, is_superuser=True)
    root.force_login(User.objects.get(id=table.host.id))
    for name in ("change", "audit", "story", "end_phase", "end_match"):
        answer = root.post(f"{of(table)}{name}/", WHY) if "end" in name else root.get(f"{of(table)}{name}/")
        assert answer.status_code == 403
        assert "You play in this match" in answer.content.decode()
        assert root.get(f"{of(other)}{name}/").status_code == 200
        assert caplog.messages[-2:] == [
            f"{table.host.id} of the staff asks for {of(table)}{name}/ and plays",
            f"{table.host.id} of the staff asks for {of(other)}{name}/",
        ]
    assert table.host.view(table.id)["status"] == "playing"
    assert not StaffAct.objects.exists()


def test_no_other_page_may_call_these(root: Client):
    asks = {"Origin": "https://elsewhere.example", "Access-Control-Request-Method": "POST"}
    for answer in (root.get(HOME, headers=asks), root.options(HOME, headers=asks)):
        assert not [name for name in answer.headers if name.startswith("Access-Control")]
        assert answer.headers["X-Frame-Options"] == "DENY"
    assert root.get("/api/v1/rulesets", headers=asks).headers["Access-Control-Allow-Origin"] == "*"


def test_what_is_not_there_is_told_in_words(root: Client):
    answer = root.get(f"{HOME}staff/match/nowhere/change/")
    assert (answer.status_code, answer["Content-Type"]) == (404, "text/html; charset=utf-8")
    assert "There is nothing at this address" in answer.content.decode()


@pytest.mark.parametrize("page", ["change", "story", "audit", "end_phase"])
def test_of_a_broken_log_it_is_told_where(root: Client, page: str):
    table = Table().start().until("submitting")
    with triggers_off():
        Event.objects.filter(match_id=table.id, version=9).update(body="{}")
        match_state.cache_clear()
        answer = root.get(f"{of(table)}{page}/")
    match_state.cache_clear()
    assert (answer.status_code, "The first fault of this match is in version 9" in answer.content.decode()) == (
        409,
        True,
    )


def test_ending_a_phase_and_a_match_is_asked_about_done_and_written_down(root: Client):
    table = Table().start().until("submitting")
    page = f"{of(table)}end_phase/?phase=1.submitting"
    assert root.get(page).status_code == 200
    assert root.post(page, {"reason": ""}).status_code == 200
    assert table.host.view(table.id)["phase"]["id"] == "1.submitting"
    root.post(page, WHY)
    assert table.host.view(table.id)["phase"]["id"] == "1.voting"
    root.post(page, WHY)
    assert table.host.view(table.id)["phase"]["id"] == "1.voting"
    root.post(f"{of(table)}end_match/", WHY)
    assert table.host.view(table.id)["status"] == "abandoned"
    assert [act.act for act in StaffAct.objects.order_by("id")] == ["end_phase", "end_match"]
    assert "they asked for it" in root.get(f"{of(table)}change/").content.decode()


def test_who_is_banned_is_out_at_once_and_leaves_the_seats(root: Client):
    table = Table(4).start()
    ben = table.players[1]
    page = f"{HOME}staff/person/{ben.id}/"
    root.post(f"{page}ban/", WHY)
    assert ben.get("/me").status == 401
    assert table.host.view(table.id)["seats"][1]["resigned"]
    root.post(f"{page}unban/", WHY)
    assert ben.get("/me").status == 200
    token = User.objects.get(id=ben.id).tokens.get()
    root.post(f"{page}tokens/{token.id}/revoke/", WHY)
    assert ben.get("/me").status == 401
    assert [act.act for act in StaffAct.objects.order_by("id")] == ["ban", "unban", "revoke_token"]


def made_staff(*rights: str) -> str:
    told = StringIO()
    call_command("staff", "Clerk", *rights, stdout=told)
    return told.getvalue()


def test_the_staff_may_do_what_it_has_the_right_for(root: Client):
    table = Table().start()
    clerk = User.objects.create(login="clerk", name="Clerk", kind="human", is_staff=True)
    root.force_login(clerk)
    match, person = of(table), f"{HOME}staff/person/{table.host.id}/"
    acts = (f"{match}end_phase/", f"{person}tokens/t_1/revoke/")

    def codes(*pages: str) -> list[int]:
        return [root.get(page).status_code for page in pages]

    looks = (f"{match}change/", f"{match}audit/", f"{match}story/", f"{person}change/", f"{HOME}staff/staffact/")
    assert codes(*looks, *acts) == [403] * 7
    assert made_staff() == "Clerk looks.\n"
    assert codes(*looks, *acts) == [200] * 5 + [403] * 2
    assert made_staff("--may", "matches") == "Clerk looks, and acts on matches.\n"
    assert codes(*acts) == [200, 403]
    made_staff("--may", "people")
    assert codes(*acts) == [403, 200]
    # Not on oneself, nor on those who may do everything.
    above = User.objects.get(login="root")
    assert codes(*(f"{HOME}staff/person/{who.id}/ban/" for who in (clerk, above))) == [403, 403]
    assert made_staff("--no-longer") == "Clerk is of the staff no longer.\n"
    assert codes(HOME) == [302]


def test_only_accounts_are_of_the_staff():
    Player("Clerk")
    for wrong in ([], ["--may", "people", "--no-longer"]):
        with pytest.raises(CommandError, match="no account Clerk" if not wrong else "nothing"):
            made_staff(*wrong)


@pytest.mark.parametrize("change", ["UPDATE staff_staffact SET reason = 'none'", "DELETE FROM staff_staffact"])
def test_the_book_can_not_be_rewritten(change: str):
    from django.db import connection

    StaffAct.objects.create(by="u_1", act="ban", about="u_2", reason="why")
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(change)


def test_matches_and_people_are_found_by_who_they_are(root: Client):
    table = Table()
    for term in (table.id, table.host.id, "Ada"):
        assert table.id in root.get(f"{HOME}staff/match/", {"q": term}).content.decode()
    assert table.host.id in root.get(f"{HOME}staff/person/", {"q": "ada", "kind__exact": "guest"}).content.decode()
