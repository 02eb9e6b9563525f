"""Races on accounts and tokens."""

from collections import Counter
from functools import partial

from tests.api.account_helpers import PASSWORD, create_account, player_from, post_without_token, unique_name
from tests.api.api_client import ApiResponse, Player, Transport
from tests.concurrency.concurrent_clients import open_connections, run_simultaneously
from tests.services.deployment import Deployment


def count_outcomes(answers: list[ApiResponse]) -> Counter[str]:
    """Return how often each outcome occurred: `ok` or an error code."""
    return Counter("ok" if answer.status < 300 else answer.code for answer in answers)


def test_only_one_of_many_concurrent_claims_of_a_name_succeeds(deployment: Deployment) -> None:
    name = unique_name("Ann")

    def join(transport: Transport) -> ApiResponse:
        return post_without_token("/accounts", transport, name=name, password=PASSWORD)

    def upgrade(guest: Player) -> ApiResponse:
        return guest.send("POST", "/me/upgrade", {"name": name.upper(), "password": PASSWORD})

    guests = [Player("Ann", transport) for transport in open_connections(deployment, 2)]
    requests = [partial(join, transport) for transport in open_connections(deployment, 2)] + [
        partial(upgrade, guest) for guest in guests
    ]
    assert count_outcomes(run_simultaneously(*requests)) == {"ok": 1, "name_taken": 7}


def test_no_token_survives_the_concurrent_revocation_of_its_parent_token(deployment: Deployment) -> None:
    one, other = open_connections(deployment)
    owner = create_account(None, one)
    for _ in range(10):
        maker = player_from(owner.send("POST", "/tokens", {}).ok(201), other)
        parent_token_id = next(line["id"] for line in maker.get("/tokens").ok()["results"] if line["current"])
        make, revoke = (
            partial(maker.send, "POST", "/tokens", {}),
            partial(owner.send, "DELETE", f"/tokens/{parent_token_id}"),
        )
        made, revoked = run_simultaneously(make, revoke)
        assert revoked.status == 204
        assert made.status == 201 or made.code == "unauthenticated"
    assert [line["current"] for line in owner.get("/tokens").ok()["results"]] == [True]


def test_no_token_survives_the_concurrent_erasure_of_its_user(deployment: Deployment) -> None:
    one, other = open_connections(deployment)
    for _ in range(5):
        owner = create_account(None, one)
        made, erased = run_simultaneously(
            partial(owner.with_transport(other).send, "POST", "/tokens", {}),
            partial(owner.send, "DELETE", "/me", {"current_password": PASSWORD}),
        )
        assert erased.status == 200
        assert made.status == 201 or made.code == "unauthenticated"
        assert owner.get("/me").code == "unauthenticated"
