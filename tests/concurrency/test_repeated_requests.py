"""Requests with one idempotency key that arrive at the same moment, at two servers, have one effect and one answer."""

import json
import secrets
from functools import partial
from hashlib import sha256
from typing import Any

import psycopg

from tests.api.account_helpers import PASSWORD, create_account, unique_name
from tests.api.api_client import ApiResponse, Json, Player, Transport
from tests.api.test_erasure import dump_deployment_database
from tests.concurrency.concurrent_clients import open_connections, run_simultaneously
from tests.services.deployment import Deployment

ROUNDS = 2


def send(transport: Transport, path: str, body: Json, key: str, token: str = "") -> ApiResponse:
    headers = {"Idempotency-Key": key, **({"Authorization": f"Bearer {token}"} if token else {})}
    return transport("POST", path, json.dumps(body).encode(), headers)


def send_twins(deployment: Deployment, path: str, body: Json, token: str = "") -> Any:
    """Send a request four times at once, until each of the four has its answer; return the answer that all got."""
    key, contents = secrets.token_hex(16), set()
    for transport_set in (open_connections(deployment, 2),) * 2:
        answers = run_simultaneously(*(partial(send, each, path, body, key, token) for each in transport_set))
        for answer in answers:
            # One that has waited too long is told to come back.
            assert answer.status < 300 or (answer.status, answer.headers["retry-after"]) == (503, "1"), answer
        contents |= {answer.content for answer in answers if answer.status < 300}
    assert len(contents) == 1
    return json.loads(contents.pop())


def test_twins_make_one_guest_and_one_account(deployment: Deployment) -> None:
    for _ in range(ROUNDS):
        guest, account = unique_name("Guest"), unique_name("Account")
        send_twins(deployment, "/guests", {"name": guest})
        send_twins(deployment, "/accounts", {"name": account, "password": PASSWORD})
        # The account's name is stored twice in its row, as its login in lower case.
        dump = dump_deployment_database(deployment)
        assert (dump.count(guest), dump.count(account)) == (1, 1)


def test_twins_upgrade_a_guest_and_make_one_token_and_one_invite(deployment: Deployment) -> None:
    (transport, _) = open_connections(deployment)
    for _ in range(ROUNDS):
        ann = Player("Ann", transport)
        send_twins(deployment, "/me/upgrade", {"name": unique_name(), "password": PASSWORD}, ann.token)
        match = ann.open()
        token = send_twins(deployment, "/tokens", {"label": "bot"}, ann.token)
        invite = send_twins(deployment, f"/matches/{match}/invites", {}, ann.token)
        made = [each["id"] for each in ann.get("/tokens").ok()["results"] if not each["current"]]
        assert made == [token["id"]]
        assert [each["id"] for each in ann.get(f"/matches/{match}/invites").ok()["results"]] == [invite["id"]]


def test_twins_of_a_login_make_one_token(deployment: Deployment) -> None:
    owner = create_account(None, open_connections(deployment)[0])
    token = send_twins(deployment, "/tokens", {"name": owner.name, "password": PASSWORD})
    assert sorted(not each["current"] for each in owner.get("/tokens").ok()["results"]) == [False, True]
    assert token["user"]["id"] == owner.id


def test_a_twin_of_a_request_that_takes_too_long_is_told_to_come_back(shared_postgres_deployment: Deployment) -> None:
    transport, _ = open_connections(shared_postgres_deployment)
    key, name = secrets.token_hex(16), unique_name()
    lock_name = f"answer/{sha256(f'/{key}'.encode()).hexdigest()}"
    with psycopg.connect(shared_postgres_deployment.environment["DATABASE_URL"]) as other:
        other.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [lock_name])
        refused = send(transport, "/guests", {"name": name}, key)
        assert (refused.status, refused.code, refused.headers["retry-after"]) == (503, "unavailable", "1")
        # Others are served meanwhile.
        send(transport, "/guests", {"name": "Ben"}, secrets.token_hex(16)).ok(201)
    assert name not in dump_deployment_database(shared_postgres_deployment)
