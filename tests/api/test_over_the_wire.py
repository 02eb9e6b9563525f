"""What only a real server sees: how bodies travel."""

import gzip
from collections.abc import Iterator

import httpx
import psutil
import pytest

from tests.api.client import BASE, Player, over
from tests.services.house import House


def pieces(content: bytes, size: int = 1000) -> Iterator[bytes]:
    """A body without a Content-Length: httpx sends it in chunks."""
    for start in range(0, len(content), size):
        yield content[start : start + size]


def post(house: House, path: str, content: bytes | Iterator[bytes], **headers: str) -> httpx.Response:
    ada = Player("Ada", over(house.addresses[0]))
    named = {"Content-Type": "application/json", "Authorization": f"Bearer {ada.token}"}
    more = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.post(f"{house.addresses[0]}{BASE}{path}", content=content, headers=named | more, timeout=30)


@pytest.mark.parametrize(
    ("path", "content"), [("/guests", b'{"name": "Ben"}'), ("/matches", b'{"ruleset": "odyssey"}')]
)
def test_a_body_may_come_in_chunks(house: House, path: str, content: bytes) -> None:
    assert post(house, path, pieces(content, 4)).status_code == 201


@pytest.mark.parametrize("path", ["/guests", "/matches", "/matches/nowhere/start"])
@pytest.mark.parametrize("chunked", [False, True])
def test_a_huge_body_is_refused_and_not_kept(house: House, path: str, *, chunked: bool) -> None:
    content = b'{"name": "' + b"a" * 5_000_000 + b'"}'
    server = psutil.Process(house.servers[0].pid)
    post(house, path, content)
    before = server.memory_info().rss
    for _ in range(3):
        response = post(house, path, pieces(content, 60_000) if chunked else content)
        assert (response.status_code, response.json()["code"]) == (413, "too_large")
        assert response.headers["content-type"] == "application/problem+json"
    assert server.memory_info().rss < before + 16_000_000


@pytest.mark.parametrize("path", ["/guests", "/matches/nowhere/start"])
def test_a_zipped_body_is_not_unpacked(house: House, path: str) -> None:
    response = post(house, path, gzip.compress(b'{"name": "Ada"}'), Content_Encoding="gzip")
    assert response.json()["code"] in ("malformed", "unsupported_media_type")


def test_an_address_with_bytes_that_are_no_text_is_not_found(house: House) -> None:
    ada = Player("Ada", over(house.addresses[0]))
    for name in ("%00", "%FF%FE", "%ED%A0%80", "%2e%2e%2f", "%F0%9F%98%80"):
        for path in (f"/matches/{name}", f"/decks/{name}", f"/decks/base/pictures/{name}.svg"):
            assert ada.send("GET", path).code == "not_found"


def test_a_header_that_is_no_text_is_refused(house: House) -> None:
    headers = [(b"Authorization", b"Bearer \xff\xfe"), (b"Idempotency-Key", b"\xff")]
    response = httpx.get(f"{house.addresses[0]}{BASE}/me", headers=headers)
    assert (response.status_code, response.json()["code"]) == (401, "unauthenticated")


def test_the_page_finds_what_it_loads(house: House) -> None:
    page = httpx.get(f"{house.addresses[0]}{BASE}/docs").text
    for path in page.split('"')[1::2]:
        if path.startswith("/static/"):
            assert httpx.get(f"{house.addresses[0]}{path}").status_code == 200
    assert page.count("/static/") == 2
