"""Headers that a client sends are obeyed or refused, and those that it needs are shown to pages of other origins."""

import pytest
from django.test import RequestFactory

from games.api.media_types import prefers_ndjson
from games.protocol.problems import PROBLEM_CODES
from tests.api.api_client import Player, call_in_process

pytestmark = pytest.mark.django_db
NDJSON, JSON, PROBLEM = "application/x-ndjson", "application/json", "application/problem+json"


def test_pages_of_other_origins_can_read_the_headers_that_they_need() -> None:
    exposed = call_in_process("GET", "/rulesets").headers["access-control-expose-headers"].split(", ")
    assert {"Location", "Allow", "WWW-Authenticate", "ETag", "Retry-After"} <= set(exposed)


@pytest.mark.parametrize(
    ("accept", "media_type"),
    [
        (NDJSON, NDJSON),
        (f"{NDJSON}, {JSON}", NDJSON),
        (f"{JSON};q=0.5, {NDJSON}", NDJSON),
        (f"{NDJSON}, */*;q=0.1", NDJSON),
        (f"{NDJSON};q=0, {JSON}", JSON),
        (f"{NDJSON};q=0", JSON),
        (f"{NDJSON};q=0.5, {JSON}", JSON),
        (f"{NDJSON};q=0, */*", JSON),
        ("*/*", JSON),
        ("application/*", JSON),
    ],
)
def test_a_stream_is_for_those_who_prefer_it(accept: str, media_type: str) -> None:
    request = RequestFactory().get("/", headers={"Accept": accept})
    assert prefers_ndjson(request) == (media_type == NDJSON)


@pytest.mark.parametrize(
    ("accept", "status"),
    [
        (JSON, 200),
        ("text/html, */*;q=0.1", 200),
        ("text/html", 406),
        (f"{JSON};q=0", 406),
        (f"{JSON};q=0, */*", 406),
        (f"{JSON};q=0.0, text/html", 406),
    ],
)
def test_what_a_client_excludes_it_does_not_get(accept: str, status: int) -> None:
    response = Player("Ann").send("GET", "/me", accept=accept)
    assert response.status == status
    assert status == 200 or response.code == "not_acceptable"


@pytest.mark.parametrize(
    ("accept", "media_type"),
    [("text/html", "text/html; charset=utf-8"), (f"text/html;q=0.1, {JSON}", JSON), ("text/html;q=0, */*", JSON)],
)
def test_an_audit_has_the_form_with_the_most_weight(accept: str, media_type: str) -> None:
    ann = Player("Ann")
    response = ann.send("GET", f"/matches/{ann.open()}/audit", accept=accept)
    assert response.headers["content-type"] == media_type


def test_every_401_and_405_has_its_header() -> None:
    assert call_in_process("GET", "/me").headers["www-authenticate"] == "Bearer"
    assert call_in_process("DELETE", "/guests").headers["allow"] == "POST"
    assert PROBLEM_CODES["not_acceptable"][0] == 406
