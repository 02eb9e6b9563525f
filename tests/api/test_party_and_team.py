"""What Party and Team have of their own, over HTTP."""

from typing import Any

import pytest

from tests.api.client import Json, Player
from tests.api.table import CLUE, Table

pytestmark = pytest.mark.django_db


def action(player: Player, match: str, name: str) -> Any:
    """What an action offers now; None when it isn't listed."""
    return next((one for one in player.view(match)["actions"] if one["type"] == name), None)


def party(ruleset: str = "party") -> Table:
    return Table(6, ruleset=ruleset, seats=6).start()


def team() -> Table:
    """Six players in three teams; seat 0 has told."""
    table = Table(6, ruleset="team", seats=6).start()
    table.host.act(table.id, "clue", {"card": table.host.view(table.id)["you"]["hand"][0], "clue": CLUE})
    return table


def test_partys_clue_comes_before_the_hand_and_names_no_card() -> None:
    table = party()
    assert [player.view(table.id)["you"]["hand"] for player in table.players] == [None] * 6
    assert action(table.host, table.id, "clue")["cards"] is None
    answer = table.host.command(table.id, "clue", {"card": "base-001", "clue": CLUE})
    assert (answer.status, answer.code) == (422, "not_in_these_rules")
    table.host.act(table.id, "clue", {"clue": CLUE})
    assert [len(player.view(table.id)["you"]["hand"]) for player in table.players] == [5] * 6
    assert table.host.view(table.id)["phase"]["waiting_for"] == [0, 1, 2, 3, 4, 5]


def test_from_the_second_round_on_partys_storyteller_alone_holds_a_blind_hand() -> None:
    table = party().until("storytelling", round=2)
    blind = [player.view(table.id)["you"]["hand"] is None for player in table.players]
    assert blind == [False, True, False, False, False, False]


def test_by_the_japanese_rules_nobody_looks_at_a_hand_before_the_clue() -> None:
    table = party("party-30").until("storytelling", round=2)
    assert [player.view(table.id)["you"]["hand"] for player in table.players] == [None] * 6


def test_elsewhere_a_clue_needs_its_card() -> None:
    table = Table(3, ruleset="classic").start()
    assert table.host.command(table.id, "clue", {"clue": CLUE}).code == "clue_without_card"


def test_the_trap_is_the_storytellers_alone_and_needed() -> None:
    table = party().until("voting")
    ada, ben = table.players[:2]
    assert action(ada, table.id, "vote")["trap"] == [1, 2, 3, 4, 5, 6]
    assert action(ben, table.id, "vote")["trap"] is None
    assert ada.command(table.id, "vote", {"slots": [1]}).code == "trap_missing"
    assert ben.command(table.id, "vote", {"slots": [1], "trap": 2}).code == "not_the_storyteller"
    assert ada.command(table.id, "vote", {"slots": [1], "trap": 9}).code == "not_on_the_table"
    ada.act(table.id, "vote", {"slots": [1], "trap": 1})
    assert [player.view(table.id)["you"]["trap"] for player in (ada, ben)] == [1, None]


def scored(table: Table, trap: int) -> Json:
    """The round's result when four vote for slot 3, two for slot 2."""
    for seat, player in enumerate(table.players):
        body = {"slots": [3 if seat < 4 else 2], **({"trap": trap} if seat == 0 else {})}
        player.act(table.id, "vote", body)
    result: Json = table.players[5].view(table.id)["last_round"]
    return result


@pytest.mark.parametrize(
    ("trap", "scores"), [(1, [4, 4, 4, 4, 2, 2]), (2, [4, 4, 4, 4, 0, 0]), (3, [0, 0, 0, 0, 2, 2])]
)
def test_party_pays_who_votes_with_the_crowd_and_out_of_the_trap(trap: int, scores: list[int]) -> None:
    result = scored(party().until("voting"), trap)
    assert (result["trap"], result["scores"]) == (trap, scores)
    assert {award["why"] for award in result["awards"]} == {"with_the_crowd"}


def test_the_airship_gets_its_name_where_there_is_one() -> None:
    table = party("party-30")
    assert action(table.host, table.id, "claim")["text"] is True
    assert table.host.command(table.id, "claim", {"text": " \u200b"}).code == "invalid"
    event = table.host.act(table.id, "claim", {"text": "Slow Cloud"})["events"][0]
    (opened,) = (part for part in event["opened"] if part["part"] == "text")
    assert opened["value"] == "Slow Cloud"
    elsewhere = party()
    assert action(elsewhere.host, elsewhere.id, "claim")["text"] is False
    assert elsewhere.host.command(elsewhere.id, "claim", {"text": "Slow Cloud"}).code == "not_in_these_rules"


def test_a_signal_is_seen_by_everybody_and_said_once() -> None:
    table = team()
    ben, zoe = table.players[1], Player("Zoe")
    assert action(ben, table.id, "signal")["words"] == ["give", "pass"]
    told = ben.act(table.id, "signal", {"word": "pass"})["events"]
    assert [(event["type"], event["data"]) for event in told] == [("signalled", {"seat": 1, "word": "pass"})]
    assert [event["data"] for event in zoe.events(table.id) if event["type"] == "signalled"] == [told[0]["data"]]
    assert [seat["signal"] for seat in zoe.view(table.id)["seats"]] == [None, "pass", None, None, None, None]
    assert action(ben, table.id, "signal")["words"] == ["give"]
    assert ben.command(table.id, "signal", {"word": "pass"}).code == "already_done"
    assert ben.command(table.id, "signal", {"word": "please"}).code == "invalid"
    assert ben.command(table.id, "signal", {}).code == "invalid"


def test_only_partners_who_have_a_choice_signal() -> None:
    table = team()
    for seat in (0, 3):
        assert action(table.players[seat], table.id, "signal") is None
        assert table.players[seat].command(table.id, "signal", {"word": "give"}).code == "not_in_these_rules"
    classic = Table(3, ruleset="classic").start().until("submitting")
    assert classic.guessers[0].command(classic.id, "signal", {"word": "give"}).code == "not_in_these_rules"


def give(table: Table, *seats: int) -> None:
    for seat in seats:
        table.players[seat].act(table.id, "cards", {"cards": table.players[seat].view(table.id)["you"]["hand"][:1]})


def test_the_partner_who_gave_no_card_votes_and_nobody_else() -> None:
    table = team()
    give(table, 3, 1)
    answer = table.players[4].command(table.id, "cards", {"cards": table.players[4].view(table.id)["you"]["hand"][:1]})
    assert answer.code == "already_done"
    give(table, 5)
    view = table.host.view(table.id)
    assert (len(view["tableau"]), view["phase"]["waiting_for"]) == (4, [2, 4])
    for seat, code in ((0, "you_are_the_storyteller"), (3, "not_a_voter"), (1, "not_a_voter"), (5, "not_a_voter")):
        assert table.players[seat].command(table.id, "vote", {"slots": [1]}).code == code
    assert action(table.players[4], table.id, "vote")["slots"] == [1, 2, 3, 4]


def test_partners_share_their_score() -> None:
    table = team()
    told = table.host.view(table.id)["you"]["submitted"][0]
    give(table, 3, 1, 2)
    found = next(laid["slot"] for laid in table.host.view(table.id)["tableau"] if laid["card"] == told)
    table.players[4].act(table.id, "vote", {"slots": [found]})
    ada_sees = table.players[3].view(table.id)["you"]
    assert (ada_sees["votes"], ada_sees["trap"]) == ([], None)
    table.players[5].act(table.id, "vote", {"slots": [found]})
    view = table.host.view(table.id)
    assert view["last_round"]["scores"] == [0, 2, 2, 0, 2, 2]
    assert [seat["score"] for seat in view["seats"]] == [0, 2, 2, 0, 2, 2]
    assert [seat["team"] for seat in view["seats"]] == [0, 1, 2, 0, 1, 2]
