"""A canary in every text field that a person can fill: after the erasure it is nowhere."""

import asyncio
import json
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import redis
from pytest_django import Settings

from tests.api.api_client import Transport, call_in_process
from tests.api.test_erasure import dump_deployment_database, dump_test_database
from tests.concurrency.concurrent_clients import open_connections
from tests.erasure.canary_person import CanaryPerson
from tests.erasure.text_fields import api_fields, frame_fields, staff_fields
from tests.live.websocket_client import open_websocket
from tests.services.deployment import Deployment
from tests.services.postgres import PostgreSQL

QUERIES = [
    ("/matches", "ruleset"),
    ("/matches", "cursor"),
    ("/me/history", "ruleset"),
    ("/me/history", "cursor"),
    ("/me/matches", "after"),
]
STORED_FIELDS = (
    "PATCH /me name",
    "PATCH /me email",
    "POST /tokens label",
    "POST /matches ruleset.name",
    "POST /matches/{match_id}/claim text",
    "POST /matches/{match_id}/clue clue.text",
    "command_id",
    "header Idempotency-Key",
)
"""Fields whose texts are stored as they are until the erasure: the control that the search finds them."""
STAFF_FIELDS = {
    "staff reason reason",  # stays in the audit log for good, as the form says
    "staff login username",
    "staff login password",
    "staff password old_password",
    "staff password new_password1",
    "staff password new_password2",
    "staff search",
}
"""Fields of the staff's forms. Only the reason is stored as it is; staff are told that it can't be erased."""


async def send_frames(person: CanaryPerson, address: str) -> None:
    """Send canaries in every member of a socket's frames."""
    texts = {name: person.canary(f"frame {name}") for name in ("id", "token", "match", "type", "cursor")}
    match = person.matches[0]
    frames: list[dict[str, Any]] = [
        {"t": "subscribe", "match": match},
        {"t": "command", "match": match, "type": texts["type"]},
        {"t": "command", "match": match, "type": "clue", "data": {"clue": texts["type"]}},
        {"t": "unsubscribe", "match": texts["match"]},
        {"t": "subscribe", "me": True, "cursor": texts["cursor"]},
    ]
    async with open_websocket(address, person.player.token) as client:
        for frame in frames:
            await client.connection.send(json.dumps({"id": texts["id"], **frame}))
            await client.receive()
    async with open_websocket(address) as stranger:
        await stranger.receive()
        await stranger.connection.send(json.dumps({"t": "auth", "id": texts["id"], "token": texts["token"]}))
        assert await stranger.wait_for_close_code() >= 4500


def sign_in_as_staff(person: CanaryPerson, address: str) -> None:
    """Try to log in to the staff pages with canaries."""
    with httpx.Client(base_url=address) as browser:
        form = {name: person.canary(f"staff login {name}") for name in ("username", "password")}
        token = browser.get("/admin/login/").text.partition('csrfmiddlewaretoken" value="')[2].partition('"')[0]
        # By hand: the cookies are for HTTPS only.
        cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
        headers = {"Cookie": cookies, "Referer": address}
        browser.post("/admin/login/", data={**form, "csrfmiddlewaretoken": token}, headers=headers)


def redis_dump(url: str) -> str:
    """Return all keys of Redis with their values, as Redis serializes them."""
    with redis.Redis.from_url(url) as client:
        return "\n".join(f"{key!r} {client.dump(key)!r}" for key in client.scan_iter(count=1000))


@contextmanager
def idle_connection(deployment: Deployment) -> Iterator[None]:
    """Keep a connection to SQLite open, as the worker does: when the last one is closed, SQLite deletes its log."""
    url = deployment.environment["DATABASE_URL"]
    file = url.removeprefix("sqlite:///") if url.startswith("sqlite") else ":memory:"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("SELECT count(*) FROM sqlite_master").fetchall()
        yield


def answers_to_others(person: CanaryPerson) -> str:
    """Return what the person's fellow players get about the matches, and every list they can ask for."""
    ben = person.others[0]
    subpaths = ("", "/events?limit=1000", "/record", "/audit", "/moments", "?at=3")
    paths = [f"/matches/{match}{subpath}" for match in person.matches for subpath in subpaths]
    lists = ["/matches", "/matches?mine=true", "/me/history", "/me/matches", "/me/export", f"/users/{person.player.id}"]
    return "\n".join(ben.send("GET", path).content.decode() for path in (*paths, *lists))


def files_of(folder: Path) -> bytes:
    """Return the content of all files of a data folder: SQLite's database and write-ahead log, keys and logs."""
    return b"\n".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


def backup_dump(deployment: Deployment, postgres: PostgreSQL, folder: Path) -> bytes:
    """Return the content of a backup that is taken now."""
    folder.mkdir(mode=0o700)
    deployment.run_management_command("backup", str(folder))
    (backup,) = folder.iterdir()
    if backup.suffix == ".sqlite3":
        return backup.read_bytes()
    restore = [str(postgres.bin_folder / "pg_restore"), "--file", "-", str(backup)]
    return subprocess.run(restore, capture_output=True, check=True).stdout


def fill_everything(transport: Transport, other_transport: Transport) -> CanaryPerson:
    """Return a person who has filled every field of the REST API, and whose match has a rematch that another opened."""
    person = CanaryPerson(transport, other_transport)
    person.become_an_account()
    person.send_refused_identities()
    person.play()
    person.send_refused_commands()
    person.ask(QUERIES)
    document = json.loads(transport("GET", "/openapi.json", b"", {}).content)
    # A field that is added to a schema gets a canary here.
    assert api_fields(document) <= person.canaries.keys()
    for player in (person.player, *person.others):
        player.act(person.matches[0], "abandon")
    rematch = person.others[0].send("POST", f"/matches/{person.matches[0]}/rematch", {}).ok(201)
    person.matches.append(rematch["id"])
    return person


def test_the_forms_and_frames_have_no_other_fields():
    assert staff_fields() == STAFF_FIELDS
    assert frame_fields() == {f"frame {name}" for name in ("id", "token", "match", "type", "cursor")}


@pytest.mark.slow
@pytest.mark.django_db
def test_after_an_erasure_no_canary_is_in_a_table_or_an_answer(settings: Settings):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    person = fill_everything(call_in_process, call_in_process)
    before = dump_test_database()
    assert [field for field in STORED_FIELDS if person.canaries[field] not in before] == []
    assert person.erase().ok() == {"matches": 3}
    content = dump_test_database() + answers_to_others(person)
    assert [field for field, text in person.canaries.items() if text in content] == []


@pytest.mark.slow
def test_after_an_erasure_no_canary_is_anywhere(
    deployment: Deployment, postgres: PostgreSQL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("PATH", str(postgres.bin_folder), prepend=":")
    with idle_connection(deployment):
        fill_and_search_everywhere(deployment, postgres, tmp_path)


def fill_and_search_everywhere(deployment: Deployment, postgres: PostgreSQL, tmp_path: Path) -> None:
    person = fill_everything(*open_connections(deployment))
    asyncio.run(send_frames(person, deployment.base_urls[0]))
    sign_in_as_staff(person, deployment.base_urls[0])
    before = dump_deployment_database(deployment)
    assert [field for field in STORED_FIELDS if person.canaries[field] not in before] == []
    assert person.erase().ok() == {"matches": 3}
    places = {
        "a table": dump_deployment_database(deployment).encode(),
        "a file": files_of(deployment.folder),
        "Redis": redis_dump(deployment.environment["REDIS_URL"]).encode(),
        "an answer": answers_to_others(person).encode(),
        "a backup": backup_dump(deployment, postgres, tmp_path / "backups"),
    }
    found = [
        f"{field} in {place}"
        for place, content in places.items()
        for field, text in person.canaries.items()
        if text.encode() in content
    ]
    assert found == []
    # The random id is part of keys in Redis, such as those of rate limits, which expire within the hour.
    assert [place for place, content in places.items() if person.player.id.encode() in content] in ([], ["Redis"])
