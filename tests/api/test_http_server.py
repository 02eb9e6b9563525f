"""What only a real server shows: how request bodies are transferred."""

import gzip
from collections.abc import Iterator

import httpx
import psutil
import pytest

from tests.api.api_client import BASE_PATH, Player, http_transport
from tests.services.deployment import Deployment


def chunks(content: bytes, size: int = 1000) -> Iterator[bytes]:
    """Yield a body in chunks: httpx sends it without a Content-Length."""
    for start in range(0, len(content), size):
        yield content[start : start + size]


def post_authenticated(
    deployment: Deployment, path: str, content: bytes | Iterator[bytes], **headers: str
) -> httpx.Response:
    ada = Player("Ada", http_transport(deployment.base_urls[0]))
    required_headers = {"Content-Type": "application/json", "Authorization": f"Bearer {ada.token}"}
    extra_headers = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.post(
        f"{deployment.base_urls[0]}{BASE_PATH}{path}",
        content=content,
        headers=required_headers | extra_headers,
        timeout=30,
    )


@pytest.mark.parametrize(
    ("path", "content"), [("/guests", b'{"name": "Ben"}'), ("/matches", b'{"ruleset": "odyssey"}')]
)
def test_a_chunked_request_body_is_accepted(deployment: Deployment, path: str, content: bytes) -> None:
    assert post_authenticated(deployment, path, chunks(content, 4)).status_code == 201


@pytest.mark.parametrize("path", ["/guests", "/matches", "/matches/nowhere/start"])
@pytest.mark.parametrize("chunked", [False, True])
def test_a_huge_body_is_refused_and_not_buffered(deployment: Deployment, path: str, *, chunked: bool) -> None:
    content = b'{"name": "' + b"a" * 5_000_000 + b'"}'
    server = psutil.Process(deployment.servers[0].pid)
    post_authenticated(deployment, path, content)
    memory_before = server.memory_info().rss
    for _ in range(3):
        response = post_authenticated(deployment, path, chunks(content, 60_000) if chunked else content)
        assert (response.status_code, response.json()["code"]) == (413, "too_large")
        assert response.headers["content-type"] == "application/problem+json"
    assert server.memory_info().rss < memory_before + 16_000_000


@pytest.mark.parametrize("path", ["/guests", "/matches/nowhere/start"])
def test_a_gzip_body_is_not_decompressed(deployment: Deployment, path: str) -> None:
    response = post_authenticated(deployment, path, gzip.compress(b'{"name": "Ada"}'), Content_Encoding="gzip")
    assert response.json()["code"] in ("malformed", "unsupported_media_type")


def test_an_undecodable_path_is_not_found(deployment: Deployment) -> None:
    ada = Player("Ada", http_transport(deployment.base_urls[0]))
    for name in ("%00", "%FF%FE", "%ED%A0%80", "%2e%2e%2f", "%F0%9F%98%80"):
        for path in (f"/matches/{name}", f"/decks/{name}", f"/decks/base/pictures/{name}.svg"):
            assert ada.send("GET", path).code == "not_found"


def test_an_undecodable_header_is_refused(deployment: Deployment) -> None:
    headers = [(b"Authorization", b"Bearer \xff\xfe"), (b"Idempotency-Key", b"\xff")]
    response = httpx.get(f"{deployment.base_urls[0]}{BASE_PATH}/me", headers=headers)
    assert (response.status_code, response.json()["code"]) == (401, "unauthenticated")


def test_the_docs_page_can_load_its_static_files(deployment: Deployment) -> None:
    page = httpx.get(f"{deployment.base_urls[0]}{BASE_PATH}/docs").text
    for path in page.split('"')[1::2]:
        if path.startswith("/static/"):
            assert httpx.get(f"{deployment.base_urls[0]}{path}").status_code == 200
    assert page.count("/static/") == 2
