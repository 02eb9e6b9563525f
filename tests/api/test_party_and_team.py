"""What only Party and Team have, over HTTP."""

from typing import Any

import pytest

from tests.api.api_client import Json, Player
from tests.api.game_table import SAMPLE_CLUE, GameTable

pytestmark = pytest.mark.django_db


def find_action(player: Player, match: str, name: str) -> Any:
    """Return what an action offers now, or None when it is not listed."""
    return next((one for one in player.view(match)["actions"] if one["type"] == name), None)


def start_party(ruleset: str = "party") -> GameTable:
    return GameTable(6, ruleset=ruleset, seats=6).start()


def start_team_after_clue() -> GameTable:
    """Return a match of six players in three teams after the clue of seat 0."""
    table = GameTable(6, ruleset="team", seats=6).start()
    table.host.act(table.id, "clue", {"card": table.host.view(table.id)["you"]["hand"][0], "clue": SAMPLE_CLUE})
    return table


def test_in_party_the_clue_precedes_the_hands_and_names_no_card() -> None:
    table = start_party()
    assert [player.view(table.id)["you"]["hand"] for player in table.players] == [None] * 6
    assert find_action(table.host, table.id, "clue")["cards"] is None
    response = table.host.command(table.id, "clue", {"card": "base-001", "clue": SAMPLE_CLUE})
    assert (response.status, response.code) == (422, "not_in_these_rules")
    table.host.act(table.id, "clue", {"clue": SAMPLE_CLUE})
    assert [len(player.view(table.id)["you"]["hand"]) for player in table.players] == [5] * 6
    assert table.host.view(table.id)["phase"]["waiting_for"] == [0, 1, 2, 3, 4, 5]


def test_in_party_only_the_storyteller_has_a_blind_hand_from_round_two() -> None:
    table = start_party().play_until("storytelling", round=2)
    blind = [player.view(table.id)["you"]["hand"] is None for player in table.players]
    assert blind == [False, True, False, False, False, False]


def test_by_the_japanese_rules_all_hands_are_blind_before_the_clue() -> None:
    table = start_party("party-30").play_until("storytelling", round=2)
    assert [player.view(table.id)["you"]["hand"] for player in table.players] == [None] * 6


def test_in_other_rulesets_a_clue_needs_a_card() -> None:
    table = GameTable(3, ruleset="classic").start()
    assert table.host.command(table.id, "clue", {"clue": SAMPLE_CLUE}).code == "clue_without_card"


def test_only_the_storyteller_sets_a_trap_and_must() -> None:
    table = start_party().play_until("voting")
    ada, ben = table.players[:2]
    assert find_action(ada, table.id, "vote")["trap"] == [1, 2, 3, 4, 5, 6]
    assert find_action(ben, table.id, "vote")["trap"] is None
    assert ada.command(table.id, "vote", {"slots": [1]}).code == "trap_missing"
    assert ben.command(table.id, "vote", {"slots": [1], "trap": 2}).code == "not_the_storyteller"
    assert ada.command(table.id, "vote", {"slots": [1], "trap": 9}).code == "not_on_the_table"
    ada.act(table.id, "vote", {"slots": [1], "trap": 1})
    assert [player.view(table.id)["you"]["trap"] for player in (ada, ben)] == [1, None]


def vote_and_score(table: GameTable, trap: int) -> Json:
    """Return the round's result when four players vote for slot 3 and two for slot 2."""
    for seat, player in enumerate(table.players):
        body = {"slots": [3 if seat < 4 else 2], **({"trap": trap} if seat == 0 else {})}
        player.act(table.id, "vote", body)
    result: Json = table.players[5].view(table.id)["last_round"]
    return result


@pytest.mark.parametrize(
    ("trap", "scores"), [(1, [4, 4, 4, 4, 2, 2]), (2, [4, 4, 4, 4, 0, 0]), (3, [0, 0, 0, 0, 2, 2])]
)
def test_party_scores_votes_with_the_crowd_that_avoid_the_trap(trap: int, scores: list[int]) -> None:
    result = vote_and_score(start_party().play_until("voting"), trap)
    assert (result["trap"], result["scores"]) == (trap, scores)
    assert {award["why"] for award in result["awards"]} == {"with_the_crowd"}


def test_the_airship_is_named_only_in_rulesets_with_one() -> None:
    table = start_party("party-30")
    assert find_action(table.host, table.id, "claim")["text"] is True
    assert table.host.command(table.id, "claim", {"text": " \u200b"}).code == "invalid"
    event = table.host.act(table.id, "claim", {"text": "Slow Cloud"})["events"][0]
    (opened,) = (part for part in event["opened"] if part["part"] == "text")
    assert opened["value"] == "Slow Cloud"
    other_table = start_party()
    assert find_action(other_table.host, other_table.id, "claim")["text"] is False
    assert other_table.host.command(other_table.id, "claim", {"text": "Slow Cloud"}).code == "not_in_these_rules"


def test_a_signal_is_public_and_given_once() -> None:
    table = start_team_after_clue()
    ben, zoe = table.players[1], Player("Zoe")
    assert find_action(ben, table.id, "signal")["words"] == ["give", "pass"]
    events = ben.act(table.id, "signal", {"word": "pass"})["events"]
    assert [(event["type"], event["data"]) for event in events] == [("signalled", {"seat": 1, "word": "pass"})]
    assert [event["data"] for event in zoe.events(table.id) if event["type"] == "signalled"] == [events[0]["data"]]
    assert [seat["signal"] for seat in zoe.view(table.id)["seats"]] == [None, "pass", None, None, None, None]
    assert find_action(ben, table.id, "signal")["words"] == ["give"]
    assert ben.command(table.id, "signal", {"word": "pass"}).code == "already_done"
    assert ben.command(table.id, "signal", {"word": "please"}).code == "invalid"
    assert ben.command(table.id, "signal", {}).code == "invalid"


def test_only_partners_with_a_choice_can_signal() -> None:
    table = start_team_after_clue()
    for seat in (0, 3):
        assert find_action(table.players[seat], table.id, "signal") is None
        assert table.players[seat].command(table.id, "signal", {"word": "give"}).code == "not_in_these_rules"
    classic = GameTable(3, ruleset="classic").start().play_until("submitting")
    assert classic.guessers[0].command(classic.id, "signal", {"word": "give"}).code == "not_in_these_rules"


def submit_cards(table: GameTable, *seats: int) -> None:
    for seat in seats:
        table.players[seat].act(table.id, "cards", {"cards": table.players[seat].view(table.id)["you"]["hand"][:1]})


def test_only_the_partner_who_submitted_no_card_votes() -> None:
    table = start_team_after_clue()
    submit_cards(table, 3, 1)
    response = table.players[4].command(
        table.id, "cards", {"cards": table.players[4].view(table.id)["you"]["hand"][:1]}
    )
    assert response.code == "already_done"
    submit_cards(table, 5)
    view = table.host.view(table.id)
    assert (len(view["tableau"]), view["phase"]["waiting_for"]) == (4, [2, 4])
    for seat, code in ((0, "you_are_the_storyteller"), (3, "not_a_voter"), (1, "not_a_voter"), (5, "not_a_voter")):
        assert table.players[seat].command(table.id, "vote", {"slots": [1]}).code == code
    assert find_action(table.players[4], table.id, "vote")["slots"] == [1, 2, 3, 4]


def test_partners_share_a_score() -> None:
    table = start_team_after_clue()
    storyteller_card = table.host.view(table.id)["you"]["submitted"][0]
    submit_cards(table, 3, 1, 2)
    storyteller_slot = next(
        laid["slot"] for laid in table.host.view(table.id)["tableau"] if laid["card"] == storyteller_card
    )
    table.players[4].act(table.id, "vote", {"slots": [storyteller_slot]})
    view_of_partner = table.players[3].view(table.id)["you"]
    assert (view_of_partner["votes"], view_of_partner["trap"]) == ([], None)
    table.players[5].act(table.id, "vote", {"slots": [storyteller_slot]})
    view = table.host.view(table.id)
    assert view["last_round"]["scores"] == [0, 2, 2, 0, 2, 2]
    assert [seat["score"] for seat in view["seats"]] == [0, 2, 2, 0, 2, 2]
    assert [seat["team"] for seat in view["seats"]] == [0, 1, 2, 0, 1, 2]
