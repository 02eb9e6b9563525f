"""Calls arrive, are performed once, and say plainly what was refused."""

from collections.abc import Callable
from itertools import islice

import httpx
import pytest
from dixit_client import Client, Problem
from dixit_client.backoff import backoff_delays

from tests.client.cutter import Cutter
from tests.client.playing import Guests, log
from tests.timers.clockwork import ClockHouse


def scripted(answers: list[Callable[[httpx.Request], httpx.Response]], seen: list[httpx.Request]) -> Client:
    """A client whose requests are answered by the script, one after the other."""

    def answer(request: httpx.Request) -> httpx.Response:
        seen.append(request)
        return answers[len(seen) - 1](request)

    client = Client("http://nowhere", token="dxt_x")
    client.close()
    client._http = httpx.Client(base_url="http://nowhere/api/v1", transport=httpx.MockTransport(answer))
    return client


def busy(status: int, retry_after: str) -> Callable[[httpx.Request], httpx.Response]:
    content = {"code": "too_many_requests", "detail": "Too many.", "status": status}
    return lambda request: httpx.Response(status, json=content, headers={"Retry-After": retry_after})


def cut(request: httpx.Request) -> httpx.Response:
    raise httpx.ReadError("cut", request=request)


def fine(request: httpx.Request) -> httpx.Response:
    return httpx.Response(200, json={"version": 3})


@pytest.fixture
def waited(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long it was waited; nobody does."""
    times: list[float] = []
    monkeypatch.setattr("time.sleep", times.append)
    return times


def test_it_comes_back_when_it_was_told_to_under_the_same_key(waited: list[float]) -> None:
    seen: list[httpx.Request] = []
    with scripted([busy(429, "7"), cut, busy(503, "0"), fine], seen) as client:
        assert client.ready("m")["version"] == 3
    assert len({request.headers["Idempotency-Key"] for request in seen}) == 1
    assert [round(time, 3) >= least for time, least in zip(waited, (7, 0, 0), strict=True)] == [True] * 3
    assert waited[0] > 7.1, "and not all at the same time"


def test_what_has_no_key_is_not_sent_again_when_nobody_knows_what_became_of_it(waited: list[float]) -> None:
    seen: list[httpx.Request] = []
    with scripted([busy(503, "1"), cut, fine], seen) as client, pytest.raises(Problem, match="unreachable"):
        client.guest(name="Ann")
    assert len(seen) == 2


def test_it_says_once_that_nobody_answers(waited: list[float], caplog: pytest.LogCaptureFixture) -> None:
    with scripted([cut, cut, fine], []) as client:
        client.ready("m")
    (line,) = caplog.messages
    assert line.startswith("http://nowhere doesn't answer (cut); trying for 60 s more.")


def test_patience_has_an_end(waited: list[float]) -> None:
    with scripted([busy(429, "3600")], []) as client, pytest.raises(Problem) as told:
        client.me()
    assert (told.value.code, told.value.status, told.value.retry_after) == ("too_many_requests", 429, 3600)
    assert waited == []


def test_an_error_that_is_none_of_the_services_is_a_problem_too() -> None:
    gateway = scripted([lambda request: httpx.Response(502, text="<h1>Bad gateway</h1>")], [])
    with gateway as client, pytest.raises(Problem) as told:
        client.me()
    assert (told.value.code, told.value.status) == ("unexplained", 502)


def test_a_refusal_says_what_is_wrong(guest: Guests) -> None:
    ann = guest("Ann")
    with pytest.raises(Problem) as told:
        ann.open(ruleset="classic", seats=0)
    assert (told.value.code, told.value.status) == ("invalid", 400)
    assert [fault["pointer"] for fault in told.value.errors] == ["/seats"]
    assert "/seats" in str(told.value)
    match = ann.open(ruleset="classic")["id"]
    with pytest.raises(Problem, match="version_mismatch"):
        ann.bot(match, 1, bot="random", if_match=1)


def test_pauses_grow_and_are_nobody_elses() -> None:
    ours, others = (list(islice(backoff_delays(), 12)) for _ in range(2))
    assert all(
        bound / 2 <= pause <= bound for pause, bound in zip(ours, [0.25, 0.5, 1, 2, 4, 8, *[10] * 6], strict=True)
    )
    assert ours != others


@pytest.mark.parametrize("lost", ["request", "answer"])
def test_a_call_whose_line_is_cut_is_performed_once(clock_house: ClockHouse, guest: Guests, lost: str) -> None:
    ann = guest("Ann")
    match = ann.open(ruleset="classic")["id"]
    with Cutter(clock_house.ports[0]) as cutter, Client(cutter.address, token=ann.bearer) as there:
        cutter.lose(lost)
        answer = there.bot(match, 1, bot="random")
        assert cutter.cuts == 1
        assert answer["events"] == log(ann, match, after=2)
