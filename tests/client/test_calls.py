"""Client calls arrive, take effect once, and report clearly what was refused."""

import secrets
from collections.abc import Callable
from itertools import islice

import httpx
import pytest
from dixit_client import Client, Problem
from dixit_client.backoff import backoff_delays

from tests.client.client_matches import GuestFactory, fetch_events
from tests.client.flaky_proxy import FlakyProxy
from tests.timers.worker_deployment import WorkerDeployment


def scripted_client(answers: list[Callable[[httpx.Request], httpx.Response]], requests: list[httpx.Request]) -> Client:
    """Return a client whose requests get the scripted responses, one after the other."""

    def respond(request: httpx.Request) -> httpx.Response:
        requests.append(request)
        return answers[len(requests) - 1](request)

    client = Client("http://nowhere", token="dxt_x")
    client.close()
    client._http = httpx.Client(base_url="http://nowhere/api/v1", transport=httpx.MockTransport(respond))
    return client


def busy_response(status: int, retry_after: str) -> Callable[[httpx.Request], httpx.Response]:
    content = {"code": "too_many_requests", "detail": "Too many.", "status": status}
    return lambda request: httpx.Response(status, json=content, headers={"Retry-After": retry_after})


def fail_to_read(request: httpx.Request) -> httpx.Response:
    raise httpx.ReadError("cut", request=request)


def succeed(request: httpx.Request) -> httpx.Response:
    return httpx.Response(200, json={"version": 3})


@pytest.fixture
def sleep_times(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Record the sleep times without sleeping."""
    times: list[float] = []
    monkeypatch.setattr("time.sleep", times.append)
    return times


def test_a_retry_honours_retry_after_and_reuses_the_idempotency_key(sleep_times: list[float]) -> None:
    requests: list[httpx.Request] = []
    with scripted_client([busy_response(429, "7"), fail_to_read, busy_response(503, "0"), succeed], requests) as client:
        assert client.ready("m")["version"] == 3
    assert len({request.headers["Idempotency-Key"] for request in requests}) == 1
    assert [round(time, 3) >= least for time, least in zip(sleep_times, (7, 0, 0), strict=True)] == [True] * 3
    assert sleep_times[0] > 7.1, "the delay is randomized"


def test_a_request_without_an_idempotency_key_is_not_retried_after_a_lost_response(sleep_times: list[float]) -> None:
    requests: list[httpx.Request] = []
    with (
        scripted_client([busy_response(503, "1"), fail_to_read, succeed], requests) as client,
        pytest.raises(Problem, match="unreachable"),
    ):
        client.import_("")
    assert len(requests) == 2


def test_a_guest_is_made_once_after_a_lost_response(sleep_times: list[float]) -> None:
    requests: list[httpx.Request] = []
    with scripted_client([fail_to_read, proxy_page(502), succeed], requests) as client:
        client.guest(name="Ann")
    (key,) = {request.headers["Idempotency-Key"] for request in requests}
    assert len(key) >= 22


def test_an_unreachable_server_is_logged_once(sleep_times: list[float], caplog: pytest.LogCaptureFixture) -> None:
    with scripted_client([fail_to_read, fail_to_read, succeed], []) as client:
        client.ready("m")
    (line,) = caplog.messages
    assert line.startswith("http://nowhere does not respond (cut); retrying for 60 s.")


def test_a_retry_after_beyond_the_limit_is_raised_at_once(sleep_times: list[float]) -> None:
    with scripted_client([busy_response(429, "3600")], []) as client, pytest.raises(Problem) as error_info:
        client.me()
    assert (error_info.value.code, error_info.value.status, error_info.value.retry_after) == (
        "too_many_requests",
        429,
        3600,
    )
    assert sleep_times == []


def proxy_page(status: int) -> Callable[[httpx.Request], httpx.Response]:
    return lambda request: httpx.Response(status, text="<h1>Bad gateway</h1>")


def test_an_error_of_a_proxy_is_retried_where_that_is_safe(sleep_times: list[float]) -> None:
    requests: list[httpx.Request] = []
    with scripted_client([*map(proxy_page, (502, 504, 500)), succeed], requests) as client:
        assert client.ready("m")["version"] == 3
    assert len({request.headers["Idempotency-Key"] for request in requests}) == 1


def test_an_error_of_a_proxy_is_raised_where_the_request_may_have_taken_effect(sleep_times: list[float]) -> None:
    with scripted_client([proxy_page(502)], []) as client, pytest.raises(Problem) as error_info:
        client.import_("")
    assert (error_info.value.code, error_info.value.status) == ("unexplained", 502)
    assert sleep_times == []


def test_a_problem_names_the_invalid_field(connect_guest: GuestFactory) -> None:
    ann = connect_guest("Ann")
    with pytest.raises(Problem) as error_info:
        ann.open(ruleset="classic", seats=0)
    assert (error_info.value.code, error_info.value.status) == ("invalid", 400)
    assert [fault["pointer"] for fault in error_info.value.errors] == ["/seats"]
    assert "/seats" in str(error_info.value)
    match = ann.open(ruleset="classic")["id"]
    with pytest.raises(Problem, match="version_mismatch"):
        ann.bot(match, 1, bot="random", if_match=1)


def test_backoff_delays_grow_and_are_randomized() -> None:
    ours, others = (list(islice(backoff_delays(), 12)) for _ in range(2))
    assert all(
        bound / 2 <= pause <= bound for pause, bound in zip(ours, [0.25, 0.5, 1, 2, 4, 8, *[10] * 6], strict=True)
    )
    assert ours != others


@pytest.mark.parametrize("lost", ["request", "answer"])
def test_people_tokens_and_invites_are_made_once_when_connections_are_cut(
    worker_deployment: WorkerDeployment, lost: str
) -> None:
    with FlakyProxy(worker_deployment.ports[0]) as proxy, Client(proxy.address) as client:
        client.retry_seconds = 20
        proxy.drop_next(lost)
        client.bearer = client.guest(name="Ann")["token"]
        proxy.drop_next(lost)
        client.upgrade(name=f"Ann {secrets.token_hex(6)}", password="a long walk by the sea")
        proxy.drop_next(lost)
        client.token(label="bot")
        match = client.open(ruleset="classic", visibility="private")["id"]
        proxy.drop_next(lost)
        client.invite(match)
        assert proxy.cut_count == 4
        assert (len(client.tokens()["results"]), len(client.invites(match)["results"])) == (2, 1)


@pytest.mark.parametrize("lost", ["request", "answer"])
def test_a_call_is_executed_once_when_the_connection_is_cut(
    worker_deployment: WorkerDeployment, connect_guest: GuestFactory, lost: str
) -> None:
    ann = connect_guest("Ann")
    match = ann.open(ruleset="classic")["id"]
    with FlakyProxy(worker_deployment.ports[0]) as proxy, Client(proxy.address, token=ann.bearer) as proxied_client:
        proxy.drop_next(lost)
        answer = proxied_client.bot(match, 1, bot="random")
        assert proxy.cut_count == 1
        assert answer["events"] == fetch_events(ann, match, after=2)
