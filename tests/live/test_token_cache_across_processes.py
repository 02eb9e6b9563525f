"""A token that one process has revoked is refused by another one that remembers it, with no connection open there."""

import time

import pytest

from tests.api.account_helpers import player_from
from tests.api.api_client import Player, http_transport
from tests.live.test_token_revalidation import update_account
from tests.services.deployment import Deployment

HEARD_WITHIN_SECONDS = 0.5
"""A notification takes some milliseconds; without one it would be two seconds."""


def seconds_until_refused(player: Player, match: str) -> float:
    """Return after what time the player's token is refused; asks all the time, so that it stays in memory."""
    started_at = time.monotonic()
    while (response := player.get(f"/matches/{match}")).status == 200:
        assert time.monotonic() < started_at + 10
    assert response.code == "unauthenticated"
    return time.monotonic() - started_at


def test_other_processes_hear_of_a_revoked_token(deployment: Deployment) -> None:
    here, elsewhere = map(http_transport, deployment.base_urls)
    ada = Player("Ada", here)
    match = ada.open(seats=4)
    times = []
    for _ in range(3):
        derived = player_from(ada.send("POST", "/tokens", {}).ok(201), elsewhere)
        derived.view(match)
        tokens = derived.get("/tokens").ok()["results"]
        token_id = next(token["id"] for token in tokens if token["current"])
        assert ada.send("DELETE", f"/tokens/{token_id}").status == 204
        times.append(seconds_until_refused(derived, match))
        # The process that has revoked it knows at once.
        assert derived.with_transport(here).get(f"/matches/{match}").code == "unauthenticated"
    assert min(times) < HEARD_WITHIN_SECONDS, times


def test_other_processes_hear_of_an_erased_account(deployment: Deployment) -> None:
    here, elsewhere = map(http_transport, deployment.base_urls)
    ada, ben = Player("Ada", here), Player("Ben", here)
    match = ada.open(seats=4)
    remembered = ben.with_transport(elsewhere)
    remembered.view(match)
    ben.send("DELETE", "/me", {}).ok()
    assert seconds_until_refused(remembered, match) < 2.5


@pytest.mark.parametrize(
    "statement", ["DELETE FROM {tokens} WHERE {where}", "UPDATE {users} SET is_active = false WHERE {who}"]
)
def test_a_change_that_nobody_announces_is_noticed_within_two_seconds(deployment: Deployment, statement: str) -> None:
    ada, ben = (Player(name, http_transport(deployment.base_urls[1])) for name in ("Ada", "Ben"))
    match = ada.open(seats=4)
    ben.view(match)
    update_account(deployment, ben, statement)
    assert seconds_until_refused(ben, match) < 2.5
