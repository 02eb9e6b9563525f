"""Nobody is told how often somebody else has tried something, not even by what is left of a shared limit."""

import re

import pytest

from games.limits import policies
from tests.api.api_client import ApiResponse, Player, call_in_process
from tests.api.game_table import GameTable
from tests.limits.conftest import set_rates

pytestmark = pytest.mark.django_db


def try_in_vain(player: Player, match: str, times: int) -> None:
    """Send commands that are refused, and requests without a valid token from the same address."""
    for _ in range(times):
        assert player.command(match, "vote", {"slots": [1]}).status == 409
        assert call_in_process("GET", "/me", b"", {"Authorization": "Bearer dxt_bad"}).status == 401
        assert call_in_process("POST", "/guests", b"{}").status == 400


def answers_beside(tries: int) -> list[tuple[int, dict[str, str], bytes]]:
    """Return what a player, and somebody without a token, are answered while another one tries in vain this often."""
    table = GameTable(3)
    ada, bea = table.players[:2]
    try_in_vain(bea, table.id, tries)
    answers = [
        ada.command(table.id, "vote", {"slots": [1]}),
        ada.get("/matches/none"),
        ada.send("POST", "/matches", {"ruleset": "none"}),
        call_in_process("GET", "/rulesets"),
        call_in_process("POST", "/guests", b"{}"),
    ]
    return [told(answer) for answer in answers]


def told(answer: ApiResponse) -> tuple[int, dict[str, str], bytes]:
    # How many seconds it is until more is available depends on when the player's own first request was.
    headers = {name: re.sub(r";t=\d+", "", value) for name, value in answer.headers.items()}
    return answer.status, headers, answer.content


def test_what_others_try_in_vain_changes_no_byte_of_ones_answers():
    assert answers_beside(0) == answers_beside(5)


def test_the_check_detects_a_shared_limit_that_is_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(policies, "_shared", lambda limit: limit)
    with pytest.raises(AssertionError):
        test_what_others_try_in_vain_changes_no_byte_of_ones_answers()


def test_a_refusal_by_ones_own_limit_tells_nothing_of_the_shared_ones(monkeypatch: pytest.MonkeyPatch):
    set_rates(monkeypatch, play=(1, 600))
    table = GameTable(2)
    table.players[1].command(table.id, "ready")
    refused = table.players[1].command(table.id, "ready")
    assert (refused.status, refused.json["limit"]) == (429, "play")
    assert re.fullmatch(r'"play";r=0;t=\d+', refused.headers["ratelimit"])


def test_a_shared_limit_is_told_to_whom_it_refuses(monkeypatch: pytest.MonkeyPatch):
    set_rates(monkeypatch, match=(2, 600))
    table = GameTable(2)
    table.host.command(table.id, "ready"), table.host.command(table.id, "ready")
    refused = table.host.command(table.id, "ready")
    assert (refused.status, refused.json["limit"]) == (429, "match")
    assert re.fullmatch(r'"play";r=\d+;t=\d+, "match";r=0;t=\d+', refused.headers["ratelimit"])
