"""A server that dies after the commit and before its answer: the same request gets the answer from another server."""

import secrets
from collections.abc import Iterator
from functools import partial

import httpx
import pytest

from tests.api.account_helpers import PASSWORD, unique_name
from tests.api.api_client import ApiResponse, Json, Player, http_transport
from tests.reliability.crash_deployment import CrashDeployment
from tests.reliability.fault_injection import SECRET_ANSWER_POINT


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.slow)])
def deployment(request: pytest.FixtureRequest) -> Iterator[CrashDeployment]:
    running: CrashDeployment = request.getfixturevalue(f"{request.param}_deployment")
    yield running
    running.start_web_server(1)
    running.wait_until_ready()


def send_to_dying_server(deployment: CrashDeployment, player: Player, path: str, body: Json) -> ApiResponse:
    """Send a request to the second server, which dies before it answers, and then the same to the first one."""
    key = secrets.token_hex(16)
    deployment.arm_fault(SECRET_ANSWER_POINT)
    dying, other = (player.with_transport(http_transport(f"http://127.0.0.1:{deployment.ports[n]}")) for n in (1, 0))
    with pytest.raises(httpx.TransportError):
        dying.send("POST", path, body, key=key)
    deployment.wait_for_exit(1)
    assert deployment.wait_until_reached(SECRET_ANSWER_POINT)
    deployment.release_point(SECRET_ANSWER_POINT)
    return other.send("POST", path, body, key=key)


def test_what_was_made_before_the_kill_is_in_the_answer_of_the_repetition(deployment: CrashDeployment) -> None:
    ann = Player("Ann", http_transport(f"http://127.0.0.1:{deployment.ports[0]}"))
    send = partial(send_to_dying_server, deployment, ann)
    name = unique_name()
    # Executed again it would be `name_taken`.
    account = send("/accounts", {"name": name, "password": PASSWORD}).ok(201)
    ann.token = account["token"]
    assert ann.get("/me").ok()["name"] == name
    deployment.start_web_server(1)
    deployment.wait_until_ready()
    made = send("/tokens", {"label": "bot"}).ok(201)
    assert sorted(each["id"] for each in ann.get("/tokens").ok()["results"] if not each["current"]) == [made["id"]]
