"""Every command over HTTP, its response and its preconditions."""

import re

import pytest

from games.audit.receipt import has_valid_signature, parse_receipt
from games.protocol.command_specs import COMMAND_SPECS
from games.receipts import receipt_keys
from tests.api.api_client import ApiResponse, Json, Player
from tests.api.chain_checks import check_chain
from tests.api.game_table import SAMPLE_CLUE, GameTable, legal_vote

pytestmark = pytest.mark.django_db

SAMPLE_BODIES: dict[str, Json] = {
    "bot": {"bot": "random"},
    "move": {"seat": 4},
    "host": {"seat": 1},
    "clue": {"card": "x", "clue": SAMPLE_CLUE},
    "cards": {"cards": ["x"]},
    "entropy": {"entropy": "11" * 32},
    "signal": {"word": "give"},
    "vote": {"slots": [1]},
}
"""A well-formed body for each command that needs one."""


def check_command_response(response: ApiResponse, player: Player, match: str, *types: str, status: int = 200) -> Json:
    """Return a command's response content; asserts that it is as documented, with events of these types."""
    content = response.ok(status)
    assert set(content) == {"command_id", "version", "events", "head", "receipt"}
    assert has_valid_signature(parse_receipt(content["receipt"]), receipt_keys.published_keys()[-1]["public"])
    assert re.fullmatch("[A-Za-z0-9_-]{1,64}", content["command_id"])
    assert tuple(event["type"] for event in content["events"]) == types
    assert content["events"][-1]["version"] == content["version"]
    assert content["events"][-1]["hash"] == content["head"]
    log = player.events(match)
    check_chain(log)
    assert log[-len(types) :] == content["events"]
    assert response.headers["cache-control"] == "private, no-store"
    assert response.headers["content-type"] == "application/json"
    return content


def test_a_round_is_played_command_by_command() -> None:
    ada, ben, cleo = Player("Ada"), Player("Ben"), Player("Cleo")
    match = ada.open(ruleset="odyssey", seats=4)
    for player in (ben, cleo):
        check_command_response(player.command(match, "sit", {}), player, match, "seat_taken", status=201)
    check_command_response(ben.command(match, "stand"), ben, match, "seat_left")
    check_command_response(ben.command(match, "sit", {"seat": 3}), ben, match, "seat_taken", status=201)
    dealt = ("match_started", "deck_shuffled", "hands_dealt", "round_begun")
    check_command_response(ada.command(match, "start"), ada, match, *dealt)
    assert [seat["player"]["name"] for seat in ada.view(match)["seats"]] == ["Ada", "Cleo", "Ben"]
    check_command_response(cleo.command(match, "claim", {}), cleo, match, "storyteller_claimed")
    hand = cleo.view(match)["you"]["hand"]
    check_command_response(
        cleo.command(match, "clue", {"card": hand[0], "clue": SAMPLE_CLUE}), cleo, match, "clue_given"
    )
    hand = ada.view(match)["you"]["hand"]
    check_command_response(ada.command(match, "cards", {"cards": hand[:2]}), ada, match, "cards_submitted")
    hand = ben.view(match)["you"]["hand"]
    check_command_response(
        ben.command(match, "cards", {"cards": hand[:2]}), ben, match, "cards_submitted", "tableau_laid"
    )
    check_command_response(ada.command(match, "vote", legal_vote(ada, match)), ada, match, "vote_cast")
    check_command_response(ben.command(match, "vote", legal_vote(ben, match)), ben, match, "vote_cast", "round_scored")
    for player in (ada, ben):
        check_command_response(player.command(match, "ready"), player, match, "seat_ready")
    turned = ("seat_ready", "discarded", "hands_refilled", "round_begun")
    check_command_response(cleo.command(match, "ready", {}), cleo, match, *turned)
    for player in (ada, ben):
        check_command_response(player.command(match, "abandon"), player, match, "abandon_agreed")
    check_command_response(cleo.command(match, "abandon"), cleo, match, "abandon_agreed", "match_ended")
    assert ada.view(match)["status"] == "abandoned"


def test_a_host_who_leaves_the_seat_is_replaced() -> None:
    table = GameTable(2)
    check_command_response(table.host.command(table.id, "stand"), table.host, table.id, "seat_left", "host_changed")
    assert table.players[1].view(table.id)["host"] == 1


def test_a_match_ends_when_the_last_player_leaves() -> None:
    table = GameTable(1)
    check_command_response(table.host.command(table.id, "stand"), table.host, table.id, "seat_left", "match_ended")


def test_commands_not_listed_as_actions_are_refused() -> None:
    table = GameTable(ruleset="odyssey").start()
    for phase in ("storytelling", "submitting", "voting", "reveal", "over"):
        table.abandon() if phase == "over" else table.play_until(phase)
        for player in (*table.players, Player("Zoe")):
            offered = {action["type"] for action in player.view(table.id)["actions"]}
            for name in set(COMMAND_SPECS) - offered:
                response = player.command(table.id, name, SAMPLE_BODIES.get(name, {}))
                assert response.status in (403, 409, 422), (phase, name, response)


@pytest.mark.parametrize("name", sorted(set(COMMAND_SPECS) - {"sit"}))
def test_an_unseated_user_cannot_issue_commands(name: str) -> None:
    table = GameTable().start()
    response = Player("Zoe").command(table.id, name, SAMPLE_BODIES.get(name, {}))
    assert (response.status, response.code) == (403, "not_seated")


def test_all_cards_outside_the_hand_are_refused_identically() -> None:
    table = GameTable(4, ruleset="classic").start().play_until("submitting")
    ben, cleo = table.guessers[:2]
    storyteller_card = table.storyteller.view(table.id)["you"]["submitted"][0]
    submitted_card = ben.view(table.id)["you"]["hand"][0]
    ben.act(table.id, "cards", {"cards": [submitted_card]})
    card_of_another_hand = table.guessers[2].view(table.id)["you"]["hand"][0]
    deck = ben.get("/decks/base").ok()["cards"]
    hands = {card for player in table.players for card in player.view(table.id)["you"]["hand"]}
    undealt_card = next(card["id"] for card in deck if card["id"] not in hands | {storyteller_card, submitted_card})
    responses = {
        cleo.command(table.id, "cards", {"cards": [card]}).content
        for card in (storyteller_card, submitted_card, card_of_another_hand, undealt_card, "nothing")
    }
    assert len(responses) == 1
    assert b"card_not_in_hand" in responses.pop()


def test_if_match_refuses_a_command_after_the_version_has_changed() -> None:
    table = GameTable(ruleset="classic")
    version = table.host.view(table.id)["version"]
    table.players[2].act(table.id, "stand")
    table.players[2].sit(table.id)
    response = table.host.command(table.id, "start", if_match=f'"{version}"')
    assert (response.status, response.code, response.json["version"]) == (412, "version_mismatch", version + 2)
    assert table.host.command(table.id, "start", if_match=f'"{version + 2}"').status == 200
    assert table.host.command(table.id, "abandon", if_match="*").status == 200


@pytest.mark.parametrize("header", ["x", '"-1"', "1.0", 'W/"2"', '"2", "3"', "", '"٣"'])
def test_a_malformed_if_match_header_is_refused(header: str) -> None:
    table = GameTable(ruleset="classic")
    response = table.host.command(table.id, "start", if_match=header)
    assert (response.status, response.code) == (400, "malformed")


def test_commands_for_a_past_or_future_phase_are_refused() -> None:
    table = GameTable(ruleset="classic").start().play_until("voting")
    voter = table.guessers[0]
    vote = legal_vote(voter, table.id)
    for phase, code in (
        ("0.gathering", "phase_over"),
        ("1.submitting", "phase_over"),
        ("1.reveal", "wrong_phase"),
        ("2.voting", "wrong_phase"),
        ("999999.over", "wrong_phase"),
    ):
        response = voter.command(table.id, "vote", {**vote, "phase": phase})
        assert (response.status, response.code) == (409, code)
    voter.act(table.id, "vote", {**vote, "phase": "1.voting"})
    table.play_until("reveal")
    assert voter.command(table.id, "vote", {**vote, "phase": "1.voting"}).code == "phase_over"


@pytest.mark.parametrize("phase", ["1.chatting", "voting", "1.voting\n", "-1.voting", "1.5", "1234567.voting"])
def test_an_invalid_phase_id_is_refused(phase: str) -> None:
    table = GameTable(ruleset="classic")
    assert table.host.command(table.id, "start", {"phase": phase}).code == "invalid"


def test_a_refused_command_appends_no_events() -> None:
    table = GameTable(ruleset="classic").start().play_until("voting")
    before = table.host.events(table.id)
    voter = table.guessers[0]
    bodies: list[Json] = [*({"slots": slots} for slots in ([], [99], [1, 1], [1, 2])), {"slots": [1], "trap": 1}]
    for body in bodies:
        assert voter.command(table.id, "vote", body).status in (400, 422)
    assert table.host.events(table.id) == before
