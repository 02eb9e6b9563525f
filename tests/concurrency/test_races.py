"""Races: whoever is at the table at the same moment, everyone gets what is theirs, once."""

from tests.api.chain import check_chain
from tests.api.client import Answer, Player
from tests.api.table import Table, codes, vote_of
from tests.concurrency.crowd import at_once, doors, table
from tests.services.house import House


def one_event_each(table: Table, answers: list[Answer], kind: str) -> None:
    """Every answer is a success for an event of its own; versions have no gap; the chain holds for all."""
    assert codes(answers) == ["ok"] * len(answers)
    firsts = [answer.json["events"][0] for answer in answers]
    assert {event["type"] for event in firsts} == {kind}
    assert len({event["data"]["seat"] for event in firsts}) == len(answers)
    log = table.host.events(table.id)
    check_chain(log)
    since = min(event["version"] for event in firsts)
    ours = [event["version"] for event in log if event["type"] == kind and event["version"] >= since]
    assert ours == sorted(event["version"] for event in firsts)
    assert ours == list(range(ours[0], ours[0] + len(answers)))


def race_of_votes(table: Table) -> list[Answer]:
    voters = [(player, vote_of(player, table.id)) for player in table.guessers]
    return at_once(*(lambda p=p, v=v: p.command(table.id, "vote", v) for p, v in voters))


def test_a_whole_odyssey_table_votes_and_is_ready_at_once(house: House) -> None:
    odyssey = table(house, 12, ruleset="odyssey").start().until("voting")
    one_event_each(odyssey, race_of_votes(odyssey), "vote_cast")
    assert odyssey.host.view(odyssey.id)["phase"]["id"] == "1.reveal"
    answers = at_once(*(lambda p=p: p.command(odyssey.id, "ready") for p in odyssey.players))
    one_event_each(odyssey, answers, "seat_ready")
    assert odyssey.host.view(odyssey.id)["phase"]["id"] == "2.storytelling"


def test_two_matches_race_without_meeting(house: House) -> None:
    pair = [table(house, 7, ruleset="odyssey").start().until("submitting") for _ in range(2)]
    given = [(one, player, one.move(player)) for one in pair for player in one.guessers]
    answers = at_once(*(lambda o=o, p=p, m=m: p.command(o.id, *m) for o, p, m in given))
    for one in pair:
        one_event_each(
            one, [answer for answer, entry in zip(answers, given, strict=True) if entry[0] is one], "cards_submitted"
        )


def test_twenty_want_the_last_seat_and_one_gets_it(house: House) -> None:
    ada = Player("Ada", doors(house)[0])
    match = ada.open(ruleset="classic", seats=4)
    for door in doors(house):
        Player("Ben", door).sit(match)
    crowd = [Player(f"Late {number}", door) for number, door in enumerate(doors(house, 10))]
    answers = at_once(*(lambda p=p: p.command(match, "sit", {}) for p in crowd))
    assert sorted(codes(answers)) == ["match_full"] * 19 + ["ok"]
    assert sorted(answer.status for answer in answers) == [201] + [409] * 19
    assert [seat["seat"] for seat in ada.view(match)["seats"]] == [0, 1, 2, 3]
    assert {line["version"] for line in ada.events(match)} == set(range(1, 6))


def test_one_key_twenty_times_at_once_is_one_vote(house: House) -> None:
    match = table(house, 4, ruleset="classic").start().until("voting")
    voter = match.guessers[0]
    vote, before = vote_of(voter, match.id), match.host.view(match.id)["version"]
    selves = [voter.through(door) for door in doors(house, 10)]
    answers = at_once(*(lambda p=p: p.command(match.id, "vote", vote, key="once") for p in selves))
    assert {answer.status for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1
    assert match.host.view(match.id)["version"] == before + 1


def test_one_key_twenty_times_at_once_opens_one_match(house: House) -> None:
    ada = Player("Ada", doors(house)[0])
    selves = [ada.through(door) for door in doors(house, 10)]
    answers = at_once(*(lambda p=p: p.send("POST", "/matches", {"ruleset": "odyssey"}, key="once") for p in selves))
    assert {answer.status for answer in answers} == {201}
    assert len({answer.content for answer in answers}) == 1
    assert len(ada.get("/matches", mine="true").ok()["results"]) == 1


def test_one_key_for_two_matches_at_once_is_good_for_one(house: House) -> None:
    ada = Player("Ada", doors(house)[0])
    matches = [ada.open() for _ in range(2)]
    selves = [ada.through(door) for door in doors(house)]
    answers = at_once(
        *(lambda p=p, m=m: p.command(m, "abandon", key="once") for p, m in zip(selves, matches, strict=True))
    )
    assert sorted(codes(answers)) == ["idempotency_mismatch", "ok"]
    assert sorted(ada.view(match)["status"] for match in matches) == ["abandoned", "gathering"]


def own_writes_are_read(house: House) -> None:
    """What one server has acknowledged, the other one shows."""
    here, there = doors(house)
    ada = Player("Ada", here)
    ben = Player("Ben", there)
    match = ada.open(ruleset="classic")
    for _ in range(10):
        for one, other in ((ben, ada), (ada, ben)):
            answer = ben.through(one.door).sit(match) if one is ben else ben.through(one.door).act(match, "stand")
            assert other.view(match)["version"] == answer["version"]
            assert other.events(match)[-1]["hash"] == answer["head"]


def test_whoever_has_an_answer_finds_it_at_the_other_server(house: House) -> None:
    own_writes_are_read(house)


def test_of_twenty_who_want_to_play_again_one_opens_the_match_and_all_come_to_it(house: House) -> None:
    odyssey = table(house, 10, ruleset="odyssey").start().abandon()
    elsewhere = [player.through(door) for player, door in zip(odyssey.players, doors(house, 5), strict=True)]
    crowd = [*odyssey.players, *elsewhere]
    answers = at_once(
        *(lambda p=p, n=n: p.command(odyssey.id, "rematch", key=f"again-{n % 10}") for n, p in enumerate(crowd))
    )
    assert {answer.json["id"] for answer in answers} == {answers[0].json["id"]}, codes(answers)
    assert sorted(answer.status for answer in answers) == [200] * 18 + [201] * 2
    for first, second in zip(answers[:10], answers[10:], strict=True):
        assert (first.status, first.content) == (second.status, second.content)
    view = odyssey.host.view(answers[0].json["id"])
    assert [seat["seat"] for seat in view["seats"]] == list(range(10))
