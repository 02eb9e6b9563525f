"""The front door: a page for people, links for programs, and no secret in either."""

import pytest
from django.test import Client

from tests.api.client import Json
from tests.api.table import Table

pytestmark = pytest.mark.django_db


def links() -> Json:
    answer = Client().get("/", headers={"accept": "application/json"})
    assert answer["Content-Type"] == "application/json"
    content: Json = answer.json()
    return content


def test_people_get_a_page_without_a_script_that_may_load_nothing_from_elsewhere() -> None:
    answer = Client().get("/", headers={"accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
    assert answer["Content-Type"].startswith("text/html")
    assert answer["Content-Security-Policy"].startswith("default-src 'none'; script-src 'self';")
    assert "<script" not in answer.text
    assert 'href="/play/"' in answer.text


def test_programs_get_links_that_lead_somewhere() -> None:
    found = links()["links"]
    assert found.pop("play") == "/play/"
    assert {Client().get(address).status_code for address in found.values()} == {200}


def test_it_tells_how_many_public_matches_there_are() -> None:
    before = links()["lobby"]
    Table(3, ruleset="classic").start()
    Table(3, ruleset="classic")
    Table(3, ruleset="classic", visibility="unlisted")
    now = links()["lobby"]
    assert {status: now[status] - before[status] for status in now} == {"gathering": 1, "playing": 1}


def test_it_is_as_strict_as_everything_else() -> None:
    assert Client().get("/?token=x").json()["code"] == "invalid"
    assert Client().post("/").json()["code"] == "method_not_allowed"
