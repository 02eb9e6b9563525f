"""Every command over HTTP, its answer, and its fences."""

import re

import pytest

from games.audit.receipt import has_valid_signature, parse_receipt
from games.protocol.command_specs import COMMAND_SPECS
from games.receipts import receipt_keys
from tests.api.chain import check_chain
from tests.api.client import Answer, Json, Player
from tests.api.table import CLUE, Table, vote_of

pytestmark = pytest.mark.django_db

BODIES: dict[str, Json] = {
    "bot": {"bot": "random"},
    "move": {"seat": 4},
    "host": {"seat": 1},
    "clue": {"card": "x", "clue": CLUE},
    "cards": {"cards": ["x"]},
    "entropy": {"entropy": "11" * 32},
    "signal": {"word": "give"},
    "vote": {"slots": [1]},
}
"""A well-formed body for each command that needs one."""


def checked(answer: Answer, player: Player, match: str, *types: str, status: int = 200) -> Json:
    """The content of a command's answer, which must be as documented, with events of these types."""
    content = answer.ok(status)
    assert set(content) == {"command_id", "version", "events", "head", "receipt"}
    assert has_valid_signature(parse_receipt(content["receipt"]), receipt_keys.published_keys()[-1]["public"])
    assert re.fullmatch("[A-Za-z0-9_-]{1,64}", content["command_id"])
    assert tuple(event["type"] for event in content["events"]) == types
    assert content["events"][-1]["version"] == content["version"]
    assert content["events"][-1]["hash"] == content["head"]
    log = player.events(match)
    check_chain(log)
    assert log[-len(types) :] == content["events"]
    assert answer.headers["cache-control"] == "private, no-store"
    assert answer.headers["content-type"] == "application/json"
    return content


def test_a_round_is_played_command_by_command() -> None:
    ada, ben, cleo = Player("Ada"), Player("Ben"), Player("Cleo")
    match = ada.open(ruleset="odyssey", seats=4)
    for player in (ben, cleo):
        checked(player.command(match, "sit", {}), player, match, "seat_taken", status=201)
    checked(ben.command(match, "stand"), ben, match, "seat_left")
    checked(ben.command(match, "sit", {"seat": 3}), ben, match, "seat_taken", status=201)
    dealt = ("match_started", "deck_shuffled", "hands_dealt", "round_begun")
    checked(ada.command(match, "start"), ada, match, *dealt)
    assert [seat["player"]["name"] for seat in ada.view(match)["seats"]] == ["Ada", "Cleo", "Ben"]
    checked(cleo.command(match, "claim", {}), cleo, match, "storyteller_claimed")
    hand = cleo.view(match)["you"]["hand"]
    checked(cleo.command(match, "clue", {"card": hand[0], "clue": CLUE}), cleo, match, "clue_given")
    hand = ada.view(match)["you"]["hand"]
    checked(ada.command(match, "cards", {"cards": hand[:2]}), ada, match, "cards_submitted")
    hand = ben.view(match)["you"]["hand"]
    checked(ben.command(match, "cards", {"cards": hand[:2]}), ben, match, "cards_submitted", "tableau_laid")
    checked(ada.command(match, "vote", vote_of(ada, match)), ada, match, "vote_cast")
    checked(ben.command(match, "vote", vote_of(ben, match)), ben, match, "vote_cast", "round_scored")
    for player in (ada, ben):
        checked(player.command(match, "ready"), player, match, "seat_ready")
    turned = ("seat_ready", "discarded", "hands_refilled", "round_begun")
    checked(cleo.command(match, "ready", {}), cleo, match, *turned)
    for player in (ada, ben):
        checked(player.command(match, "abandon"), player, match, "abandon_agreed")
    checked(cleo.command(match, "abandon"), cleo, match, "abandon_agreed", "match_ended")
    assert ada.view(match)["status"] == "abandoned"


def test_a_host_who_stands_up_passes_the_part_on() -> None:
    table = Table(2)
    checked(table.host.command(table.id, "stand"), table.host, table.id, "seat_left", "host_changed")
    assert table.players[1].view(table.id)["host"] == 1


def test_a_match_ends_when_the_last_player_stands_up() -> None:
    table = Table(1)
    checked(table.host.command(table.id, "stand"), table.host, table.id, "seat_left", "match_ended")


def test_every_listed_action_is_accepted_and_no_other() -> None:
    table = Table(ruleset="odyssey").start()
    for phase in ("storytelling", "submitting", "voting", "reveal", "over"):
        table.abandon() if phase == "over" else table.until(phase)
        for player in (*table.players, Player("Zoe")):
            offered = {action["type"] for action in player.view(table.id)["actions"]}
            for name in set(COMMAND_SPECS) - offered:
                answer = player.command(table.id, name, BODIES.get(name, {}))
                assert answer.status in (403, 409, 422), (phase, name, answer)


@pytest.mark.parametrize("name", sorted(set(COMMAND_SPECS) - {"sit"}))
def test_who_has_no_seat_commands_nothing(name: str) -> None:
    table = Table().start()
    answer = Player("Zoe").command(table.id, name, BODIES.get(name, {}))
    assert (answer.status, answer.code) == (403, "not_seated")


def test_a_card_that_is_not_in_the_hand_gets_one_answer_wherever_it_is() -> None:
    table = Table(4, ruleset="classic").start().until("submitting")
    ben, cleo = table.guessers[:2]
    told = table.storyteller.view(table.id)["you"]["submitted"][0]
    given = ben.view(table.id)["you"]["hand"][0]
    ben.act(table.id, "cards", {"cards": [given]})
    held = table.guessers[2].view(table.id)["you"]["hand"][0]
    deck = ben.get("/decks/base").ok()["cards"]
    hands = {card for player in table.players for card in player.view(table.id)["you"]["hand"]}
    undealt = next(card["id"] for card in deck if card["id"] not in hands | {told, given})
    answers = {
        cleo.command(table.id, "cards", {"cards": [card]}).content for card in (told, given, held, undealt, "nothing")
    }
    assert len(answers) == 1
    assert b"card_not_in_hand" in answers.pop()


def test_if_match_holds_a_command_back_once_the_match_has_moved_on() -> None:
    table = Table(ruleset="classic")
    version = table.host.view(table.id)["version"]
    table.players[2].act(table.id, "stand")
    table.players[2].sit(table.id)
    answer = table.host.command(table.id, "start", if_match=f'"{version}"')
    assert (answer.status, answer.code, answer.json["version"]) == (412, "version_mismatch", version + 2)
    assert table.host.command(table.id, "start", if_match=f'"{version + 2}"').status == 200
    assert table.host.command(table.id, "abandon", if_match="*").status == 200


@pytest.mark.parametrize("header", ["x", '"-1"', "1.0", 'W/"2"', '"2", "3"', "", '"٣"'])
def test_if_match_names_one_version(header: str) -> None:
    table = Table(ruleset="classic")
    answer = table.host.command(table.id, "start", if_match=header)
    assert (answer.status, answer.code) == (400, "malformed")


def test_the_phase_is_over_or_yet_to_come() -> None:
    table = Table(ruleset="classic").start().until("voting")
    voter = table.guessers[0]
    vote = vote_of(voter, table.id)
    for phase, code in (
        ("0.gathering", "phase_over"),
        ("1.submitting", "phase_over"),
        ("1.reveal", "wrong_phase"),
        ("2.voting", "wrong_phase"),
        ("999999.over", "wrong_phase"),
    ):
        answer = voter.command(table.id, "vote", {**vote, "phase": phase})
        assert (answer.status, answer.code) == (409, code)
    voter.act(table.id, "vote", {**vote, "phase": "1.voting"})
    table.until("reveal")
    assert voter.command(table.id, "vote", {**vote, "phase": "1.voting"}).code == "phase_over"


@pytest.mark.parametrize("phase", ["1.chatting", "voting", "1.voting\n", "-1.voting", "1.5", "1234567.voting"])
def test_a_phase_that_is_none_is_refused(phase: str) -> None:
    table = Table(ruleset="classic")
    assert table.host.command(table.id, "start", {"phase": phase}).code == "invalid"


def test_a_refusal_changes_nothing() -> None:
    table = Table(ruleset="classic").start().until("voting")
    before = table.host.events(table.id)
    voter = table.guessers[0]
    bodies: list[Json] = [*({"slots": slots} for slots in ([], [99], [1, 1], [1, 2])), {"slots": [1], "trap": 1}]
    for body in bodies:
        assert voter.command(table.id, "vote", body).status in (400, 422)
    assert table.host.events(table.id) == before
