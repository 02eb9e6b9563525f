"""Records and audits are sent in portions, and only some at a time to an address."""

import asyncio

import pytest
from django.test import RequestFactory

from games.api import long_answers
from games.limits import connection_slots
from games.limits.connection_slots import ConnectionSlot, NoSlotAvailable, release_slot, reserve_slot
from tests.api.api_client import call_in_process
from tests.simulated_matches import simulate_match

pytestmark = pytest.mark.django_db
ADDRESS = "127.0.0.1"


@pytest.fixture(autouse=True)
def _two_answers_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(connection_slots.MAX_CONNECTIONS_BY_SCOPE, "answer", 2)


def reserve_answer(address: str = ADDRESS) -> ConnectionSlot:
    return reserve_slot([("answer", address)])


@pytest.mark.parametrize("path", ["record", "audit"])
def test_records_and_audits_take_a_slot_and_give_it_back(path: str):
    match = simulate_match("classic", 3).match_id
    assert [call_in_process("GET", f"/matches/{match}/{path}").status for _ in range(4)] == [200] * 4
    assert [call_in_process("GET", f"/matches/none/{path}").status for _ in range(4)] == [401] * 4
    slots = [reserve_answer(), reserve_answer()]
    refused = call_in_process("GET", f"/matches/{match}/{path}")
    assert (refused.status, refused.code, refused.headers["retry-after"]) == (429, "too_many_requests", "5")
    release_slot(slots[0])
    assert call_in_process("GET", f"/matches/{match}/{path}").status == 200


def test_an_answer_holds_its_slot_until_it_is_sent_or_given_up():
    async def send(address: str, wanted_portions: int) -> None:
        request = RequestFactory().get("/", REMOTE_ADDR=address)
        portions = long_answers.send_portions(request, iter(["one", "two"]), reserve_answer(address))
        for _ in range(wanted_portions):
            await anext(portions)
        reserve_answer(address)
        with pytest.raises(NoSlotAvailable):
            reserve_answer(address)
        await portions.aclose()
        await asyncio.sleep(0.2)
        reserve_answer(address)

    asyncio.run(send("there", 1))
    asyncio.run(send("elsewhere", 2))


def test_a_long_answer_is_cut_into_portions():
    content = bytes(range(256)) * 1000
    portions = list(long_answers.cut_into_portions(content))
    assert b"".join(portions) == content
    assert max(map(len, portions)) == long_answers.PORTION_BYTES
