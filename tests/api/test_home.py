"""The home page: HTML for people, links for programs, and no secret in either."""

from types import SimpleNamespace

import pytest
from django.test import Client

from games.projections.counters import fold_changes
from tests.api.api_client import Json
from tests.api.game_table import GameTable

pytestmark = pytest.mark.django_db


def get_links() -> Json:
    response = Client().get("/", headers={"accept": "application/json"})
    assert response["Content-Type"] == "application/json"
    content: Json = response.json()
    return content


def test_browsers_get_a_page_without_scripts_or_foreign_content() -> None:
    response = Client().get("/", headers={"accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
    assert response["Content-Type"].startswith("text/html")
    assert response["Content-Security-Policy"].startswith("default-src 'none'; script-src 'self';")
    assert "<script" not in response.text
    assert 'href="/play/"' in response.text


def test_the_home_page_escapes_the_titles_of_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    picture = SimpleNamespace(url="/card.webp", title='<script>"&')
    monkeypatch.setattr("games.api.home_views.thumbnails", lambda: {"card": picture})
    page = Client().get("/", headers={"accept": "text/html"}).text
    assert 'alt="&lt;script&gt;&quot;&amp;"' in page
    assert "<script" not in page


def test_clients_get_working_links() -> None:
    link_targets = get_links()["links"]
    assert link_targets.pop("play") == "/play/"
    assert {Client().get(address).status_code for address in link_targets.values()} == {200}


def test_the_home_page_counts_public_matches() -> None:
    fold_changes()
    before = get_links()["lobby"]
    GameTable(3, ruleset="classic").start()
    GameTable(3, ruleset="classic")
    GameTable(3, ruleset="classic", visibility="unlisted")
    fold_changes()
    now = get_links()["lobby"]
    assert {status: now[status] - before[status] for status in now} == {"gathering": 1, "playing": 1}


def test_the_home_page_refuses_unknown_parameters_and_methods() -> None:
    assert Client().get("/?token=x").json()["code"] == "invalid"
    assert Client().post("/").json()["code"] == "method_not_allowed"
