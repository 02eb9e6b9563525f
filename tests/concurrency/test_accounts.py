"""Accounts and tokens when much is asked of them at the same moment."""

from collections import Counter
from functools import partial

from tests.api.client import Answer, Door, Player
from tests.api.people import PASSWORD, fresh, joined, of, post
from tests.concurrency.crowd import at_once, doors
from tests.services.house import House


def told(answers: list[Answer]) -> Counter[str]:
    """How often each answer came: `ok`, or the code of the problem."""
    return Counter("ok" if answer.status < 300 else answer.code for answer in answers)


def test_of_many_who_want_a_name_at_once_one_gets_it(house: House) -> None:
    name = fresh("Ann")

    def join(door: Door) -> Answer:
        return post("/accounts", door, name=name, password=PASSWORD)

    def upgrade(guest: Player) -> Answer:
        return guest.send("POST", "/me/upgrade", {"name": name.upper(), "password": PASSWORD})

    guests = [Player("Ann", door) for door in doors(house, 2)]
    works = [partial(join, door) for door in doors(house, 2)] + [partial(upgrade, guest) for guest in guests]
    assert told(at_once(*works)) == {"ok": 1, "name_taken": 7}


def test_no_token_outlives_the_one_that_was_making_it(house: House) -> None:
    one, other = doors(house)
    owner = joined(None, one)
    for _ in range(10):
        maker = of(owner.send("POST", "/tokens", {}).ok(201), other)
        which = next(line["id"] for line in maker.get("/tokens").ok()["results"] if line["current"])
        make, revoke = partial(maker.send, "POST", "/tokens", {}), partial(owner.send, "DELETE", f"/tokens/{which}")
        made, revoked = at_once(make, revoke)
        assert revoked.status == 204
        assert made.status == 201 or made.code == "unauthenticated"
    assert [line["current"] for line in owner.get("/tokens").ok()["results"]] == [True]


def test_no_token_outlives_a_user_who_is_erased_meanwhile(house: House) -> None:
    one, other = doors(house)
    for _ in range(5):
        owner = joined(None, one)
        made, gone = at_once(
            partial(owner.through(other).send, "POST", "/tokens", {}), partial(owner.send, "DELETE", "/me")
        )
        assert gone.status == 200
        assert made.status == 201 or made.code == "unauthenticated"
        assert owner.get("/me").code == "unauthenticated"
