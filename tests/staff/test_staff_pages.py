"""The staff's pages: access, what they show and never show, and that every action is recorded."""

import html
import re
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from django.contrib.admin.utils import quote
from django.core.management import CommandError, call_command
from django.db import DatabaseError, transaction
from django.test import Client
from django.urls import URLResolver, get_resolver, reverse
from pytest_django import Settings

from accounts.models import User
from games.eventlog import match_state
from games.eventlog.models import Event
from games.staff.models import StaffAct
from tests.api.api_client import Player
from tests.api.game_table import GameTable
from tests.audit.test_database_tampering import triggers_disabled

pytestmark = pytest.mark.django_db

ADMIN_URL = "/admin/"
REASON_FORM = {"reason": "they asked for it"}


@pytest.fixture(autouse=True)
def _use_fast_password_hasher(settings: Settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def superuser_client() -> Client:
    User.objects.create_superuser("root", "a long password")
    client = Client()
    answer = client.post(f"{ADMIN_URL}login/?next={ADMIN_URL}", {"username": "root", "password": "a long password"})
    assert answer.status_code == 302
    return client


def match_admin_url(table: GameTable) -> str:
    return f"{ADMIN_URL}staff/match/{table.id}/"


def crawl(client: Client, start: str) -> Iterator[tuple[str, str]]:
    """Return every page that can be reached by links; none of them has side effects."""
    seen_paths, pending = {start}, [start]
    while pending:
        address = pending.pop()
        answer = client.get(address)
        assert answer.status_code in (200, 302), address
        text = answer.content.decode()
        yield address, text
        for link in map(html.unescape, re.findall(r'href="([^"#]+)"', text)):
            if "?" in address and link.startswith("?"):
                continue  # Combinations of filters would lead on without end.
            path = address.partition("?")[0] + link if link.startswith("?") else link
            if path.startswith(ADMIN_URL) and path not in seen_paths and "logout" not in path and len(seen_paths) < 300:
                seen_paths.add(path)
                pending.append(path)


def test_tokens_do_not_open_admin_pages_and_admin_cookies_do_not_open_the_api(superuser_client: Client):
    boss = Player("Boss")
    User.objects.filter(id=boss.id).update(is_staff=True, is_superuser=True)
    answer = Client().get(ADMIN_URL, headers={"Authorization": f"Bearer {boss.token}"})
    assert (answer.status_code, answer["Location"]) == (302, f"{ADMIN_URL}login/?next={ADMIN_URL}")
    assert superuser_client.get(ADMIN_URL).status_code == 200
    assert superuser_client.get("/api/v1/me").status_code == 401


def admin_routes(resolver: Any, prefix: str) -> Iterator[str]:
    for each in resolver.url_patterns:
        route = prefix + re.sub(r"<[^>]+>|\(\?P<\w+>\w+\)", "staff", str(each.pattern)).strip("^$")
        yield from admin_routes(each, route) if isinstance(each, URLResolver) else [route]


def test_every_admin_page_requires_a_login():
    admin_resolver = next(each for each in get_resolver().url_patterns if str(each.pattern) == "admin/")
    pages = [page for page in admin_routes(admin_resolver, ADMIN_URL) if not page.endswith(("login/", "logout/"))]
    assert len(pages) > 20
    player = Player("Ada")
    for page in pages:
        answer = Client().get(page, headers={"Authorization": f"Bearer {player.token}"})
        assert answer.status_code == 302, page
        assert answer["Location"].startswith(f"{ADMIN_URL}login/"), page


def test_only_staff_can_log_in():
    user = User(login="ada", name="Ada", kind="human")
    user.set_password("a long password")
    user.save()
    answer = Client().post(f"{ADMIN_URL}login/", {"username": "ada", "password": "a long password"})
    assert answer.status_code == 200
    assert "staff" not in answer.cookies


def test_cookies_are_limited_to_the_admin_pages_and_https(superuser_client: Client):
    superuser_client.get(f"{ADMIN_URL}password_change/")
    for name in ("staff", "staff_csrf"):
        cookie = superuser_client.cookies[name]
        assert (cookie["path"], cookie["samesite"]) == (ADMIN_URL, "Strict")
        assert cookie["secure"] and cookie["httponly"]
    assert not Client().get("/api/v1/rulesets").cookies


def test_password_guessing_is_rate_limited(settings: Settings):
    settings.RATE_LIMITS = 1
    User.objects.create_superuser("root", "a long password")
    client = Client(REMOTE_ADDR="203.0.113.9")
    for _ in range(10):
        client.post(f"{ADMIN_URL}login/", {"username": "root", "password": "guess"})
    # Whatever the spelling of the name, and by every entry point.
    for name in ("Root", "ro\N{ZERO WIDTH SPACE}ot"):
        answer = client.post(f"{ADMIN_URL}login/", {"username": name, "password": "a long password"})
        assert answer.status_code == 200
        assert "try again in" in answer.content.decode()
    body = {"name": "root", "password": "a long password"}
    assert client.post("/api/v1/tokens", body, content_type="application/json").status_code == 429


def test_a_form_without_a_csrf_token_is_rejected(superuser_client: Client):
    table = GameTable().start()
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = superuser_client.cookies
    assert strict.post(f"{match_admin_url(table)}end_match/", REASON_FORM).status_code == 403
    assert table.host.view(table.id)["status"] == "playing"


def test_no_page_shows_hidden_cards_or_tokens_of_a_running_match(superuser_client: Client):
    table = GameTable(visibility="private", password="sesame").start().play_until("voting")
    hands = {card for player in table.players for card in player.view(table.id)["you"]["hand"]}
    submitted = {card for player in table.players for card in player.view(table.id)["you"]["submitted"]}
    tokens = [player.token for player in table.players]
    pages = dict(crawl(superuser_client, ADMIN_URL))
    assert match_admin_url(table).removesuffix("/") + "/change/" in pages
    assert any(address.endswith("/audit/") for address in pages)
    assert any(address.endswith("/story/") for address in pages)
    for address, text in pages.items():
        assert not [card for card in hands if card in text], address
        assert not [token for token in tokens if token in text], address
        if "/audit/" not in address:
            assert not [card for card in submitted if f"{card} (" in text], address
    digests = User.objects.filter(id=table.host.id).values_list("tokens__digest", flat=True)
    assert not [address for address, text in pages.items() for digest in digests if digest and digest in text]


def test_staff_cannot_view_or_act_on_matches_they_play_in_and_views_are_logged(
    superuser_client: Client, caplog: pytest.LogCaptureFixture
):
    table, other = GameTable().start(), GameTable().start()
    User.objects.filter(id=table.host.id).update(is_staff=True, is_superuser=True)
    superuser_client.force_login(User.objects.get(id=table.host.id))
    for name in ("change", "audit", "story", "end_phase", "end_match"):
        answer = (
            superuser_client.post(f"{match_admin_url(table)}{name}/", REASON_FORM)
            if "end" in name
            else superuser_client.get(f"{match_admin_url(table)}{name}/")
        )
        assert answer.status_code == 403
        assert "You play in this match" in answer.content.decode()
        assert superuser_client.get(f"{match_admin_url(other)}{name}/").status_code == 200
        assert caplog.messages[-2:] == [
            f"Staff member {table.host.id} requests {match_admin_url(table)}{name}/ as a player",
            f"Staff member {table.host.id} requests {match_admin_url(other)}{name}/",
        ]
    assert table.host.view(table.id)["status"] == "playing"
    assert not StaffAct.objects.exists()


def test_admin_pages_refuse_cross_origin_requests_and_framing(superuser_client: Client):
    preflight_headers = {"Origin": "https://elsewhere.example", "Access-Control-Request-Method": "POST"}
    for answer in (
        superuser_client.get(ADMIN_URL, headers=preflight_headers),
        superuser_client.options(ADMIN_URL, headers=preflight_headers),
    ):
        assert not [name for name in answer.headers if name.startswith("Access-Control")]
        assert answer.headers["X-Frame-Options"] == "DENY"
    assert (
        superuser_client.get("/api/v1/rulesets", headers=preflight_headers).headers["Access-Control-Allow-Origin"]
        == "*"
    )


def test_a_missing_match_gives_a_readable_404_page(superuser_client: Client):
    answer = superuser_client.get(f"{ADMIN_URL}staff/match/nowhere/change/")
    assert (answer.status_code, answer["Content-Type"]) == (404, "text/html; charset=utf-8")
    assert "This page does not exist" in answer.content.decode()


@pytest.mark.parametrize("page", ["change", "story", "audit", "end_phase"])
def test_a_corrupted_event_stream_is_reported_with_its_first_faulty_version(
    superuser_client: Client, page: str, caplog: pytest.LogCaptureFixture
):
    table = GameTable().start().play_until("submitting")
    with triggers_disabled():
        Event.objects.filter(match_id=table.id, version=9).update(body="{}")
        match_state.cache_clear()
        answer = superuser_client.get(f"{match_admin_url(table)}{page}/")
    match_state.cache_clear()
    # Where it is, and nothing that the verifier has read there: it knows the cards of running matches.
    sentence = f"The first fault of this match is in version 9. `manage.py verify_match {table.id}` says what it is."
    assert (answer.status_code, sentence in html.unescape(answer.content.decode())) == (409, True)
    assert "Traceback" not in caplog.text
    assert "version 9" in caplog.text


def test_ending_a_phase_or_match_is_confirmed_executed_and_logged(superuser_client: Client):
    table = GameTable().start().play_until("submitting")
    page = f"{match_admin_url(table)}end_phase/?phase=1.submitting"
    assert superuser_client.get(page).status_code == 200
    assert superuser_client.post(page, {"reason": ""}).status_code == 200
    assert table.host.view(table.id)["phase"]["id"] == "1.submitting"
    superuser_client.post(page, REASON_FORM)
    assert table.host.view(table.id)["phase"]["id"] == "1.voting"
    superuser_client.post(page, REASON_FORM)
    assert table.host.view(table.id)["phase"]["id"] == "1.voting"
    superuser_client.post(f"{match_admin_url(table)}end_match/", REASON_FORM)
    assert table.host.view(table.id)["status"] == "abandoned"
    assert [act.act for act in StaffAct.objects.order_by("id")] == ["end_phase", "end_match"]
    assert "they asked for it" in superuser_client.get(f"{match_admin_url(table)}change/").content.decode()


def test_a_banned_player_loses_access_at_once_and_resigns_from_matches(superuser_client: Client):
    table = GameTable(4).start()
    ben = table.players[1]
    page = f"{ADMIN_URL}staff/person/{ben.id}/"
    superuser_client.post(f"{page}ban/", REASON_FORM)
    assert ben.get("/me").status == 401
    assert table.host.view(table.id)["seats"][1]["resigned"]
    superuser_client.post(f"{page}unban/", REASON_FORM)
    assert ben.get("/me").status == 200
    token = User.objects.get(id=ben.id).tokens.get()
    superuser_client.post(f"{page}tokens/{token.id}/revoke/", REASON_FORM)
    assert ben.get("/me").status == 401
    assert [act.act for act in StaffAct.objects.order_by("id")] == ["ban", "unban", "revoke_token"]


def test_staff_cannot_act_on_people_they_play_with(superuser_client: Client):
    table, other = GameTable(4).start(), Player("Zoe")
    host, ben = table.players[:2]
    User.objects.filter(id=host.id).update(is_staff=True, is_superuser=True)
    superuser_client.force_login(User.objects.get(id=host.id))
    page, sentence = f"{ADMIN_URL}staff/person/{ben.id}/", "You play in a match with this person"
    token = User.objects.get(id=ben.id).tokens.get()
    assert sentence in superuser_client.get(f"{page}change/", follow=True).content.decode()
    for action in ("ban", "unban", f"tokens/{token.id}/revoke"):
        answer = superuser_client.post(f"{page}{action}/", REASON_FORM)
        assert (answer.status_code, sentence in answer.content.decode()) == (403, True)
    assert (ben.get("/me").status, StaffAct.objects.count()) == (200, 0)
    assert superuser_client.get(f"{ADMIN_URL}staff/person/{other.id}/ban/").status_code == 200
    table.players[2].act(table.id, "resign")
    assert superuser_client.get(f"{ADMIN_URL}staff/person/{table.players[2].id}/ban/").status_code == 200
    for player in (*table.players[:2], table.players[3]):
        player.act(table.id, "abandon")
    assert superuser_client.post(f"{page}ban/", REASON_FORM).status_code == 302


def run_staff_command(*arguments: str) -> str:
    output = StringIO()
    call_command("staff", "Clerk", *arguments, stdout=output)
    return output.getvalue()


def test_staff_may_only_do_what_their_permissions_allow(superuser_client: Client):
    table = GameTable().start()
    clerk = User.objects.create(login="clerk", name="Clerk", kind="human", is_staff=True)
    superuser_client.force_login(clerk)
    # Django's admin takes "_22" for a quoted quotation mark, and ids are random.
    person = User.objects.create(id="u_2230c6be7e3aa0469ee67f5a", login="ann", name="Ann", kind="human")
    match_url, person_url = match_admin_url(table), f"{ADMIN_URL}staff/person/{person.id}/"
    action_urls = (f"{match_url}end_phase/", f"{person_url}tokens/t_1/revoke/")

    def status_codes(*pages: str) -> list[int]:
        return [superuser_client.get(page).status_code for page in pages]

    view_urls = (
        f"{match_url}change/",
        f"{match_url}audit/",
        f"{match_url}story/",
        reverse("admin:staff_person_change", args=[quote(person.id)]),
        f"{ADMIN_URL}staff/staffact/",
    )
    assert status_codes(*view_urls, *action_urls) == [403] * 7
    assert run_staff_command() == "Clerk can view the staff pages.\n"
    assert status_codes(*view_urls, *action_urls) == [200] * 5 + [403] * 2
    assert run_staff_command("--may", "matches") == "Clerk can view the staff pages and act on matches.\n"
    assert status_codes(*action_urls) == [200, 403]
    run_staff_command("--may", "people")
    assert status_codes(*action_urls) == [403, 200]
    # Not on themselves, nor on superusers.
    superuser = User.objects.get(login="root")
    assert status_codes(*(f"{ADMIN_URL}staff/person/{account.id}/ban/" for account in (clerk, superuser))) == [403, 403]
    assert run_staff_command("--no-longer") == "Clerk is no longer a staff member.\n"
    assert status_codes(ADMIN_URL) == [302]


def test_only_accounts_can_become_staff():
    Player("Clerk")
    for arguments in ([], ["--may", "people", "--no-longer"]):
        with pytest.raises(CommandError, match="combined with --may" if arguments else "no account Clerk"):
            run_staff_command(*arguments)


@pytest.mark.parametrize("change", ["UPDATE staff_staffact SET reason = 'none'", "DELETE FROM staff_staffact"])
def test_the_audit_log_is_append_only(change: str):
    from django.db import connection

    StaffAct.objects.create(by="u_1", act="ban", about="u_2", reason="why")
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(change)


def test_matches_and_people_can_be_searched_by_id_and_name(superuser_client: Client):
    table = GameTable()
    for term in (table.id, table.host.id, "Ada"):
        assert table.id in superuser_client.get(f"{ADMIN_URL}staff/match/", {"q": term}).content.decode()
    assert (
        table.host.id
        in superuser_client.get(f"{ADMIN_URL}staff/person/", {"q": "ada", "kind__exact": "guest"}).content.decode()
    )
