"""Races at the table: when players act at the same moment, each command takes effect exactly once."""

from tests.api.api_client import ApiResponse, Player
from tests.api.chain_checks import check_chain
from tests.api.game_table import GameTable, legal_vote, result_codes
from tests.concurrency.concurrent_clients import create_match, open_connections, run_simultaneously
from tests.services.deployment import Deployment


def assert_one_event_each(match: GameTable, answers: list[ApiResponse], event_type: str) -> None:
    """Assert that each response is a success with its own event, versions have no gap and everyone's chain is valid."""
    assert result_codes(answers) == ["ok"] * len(answers)
    firsts = [answer.json["events"][0] for answer in answers]
    assert {event["type"] for event in firsts} == {event_type}
    assert len({event["data"]["seat"] for event in firsts}) == len(answers)
    log = match.host.events(match.id)
    check_chain(log)
    since = min(event["version"] for event in firsts)
    versions = [event["version"] for event in log if event["type"] == event_type and event["version"] >= since]
    assert versions == sorted(event["version"] for event in firsts)
    assert versions == list(range(versions[0], versions[0] + len(answers)))


def vote_simultaneously(match: GameTable) -> list[ApiResponse]:
    voters = [(player, legal_vote(player, match.id)) for player in match.guessers]
    return run_simultaneously(*(lambda p=p, v=v: p.command(match.id, "vote", v) for p, v in voters))


def test_twelve_players_vote_and_get_ready_simultaneously(deployment: Deployment) -> None:
    odyssey = create_match(deployment, 12, ruleset="odyssey").start().play_until("voting")
    assert_one_event_each(odyssey, vote_simultaneously(odyssey), "vote_cast")
    assert odyssey.host.view(odyssey.id)["phase"]["id"] == "1.reveal"
    answers = run_simultaneously(*(lambda p=p: p.command(odyssey.id, "ready") for p in odyssey.players))
    assert_one_event_each(odyssey, answers, "seat_ready")
    assert odyssey.host.view(odyssey.id)["phase"]["id"] == "2.storytelling"


def test_two_simultaneous_matches_do_not_interfere(deployment: Deployment) -> None:
    pair = [create_match(deployment, 7, ruleset="odyssey").start().play_until("submitting") for _ in range(2)]
    moves = [(one, player, one.next_move(player)) for one in pair for player in one.guessers]
    answers = run_simultaneously(*(lambda o=o, p=p, m=m: p.command(o.id, *m) for o, p, m in moves))
    for one in pair:
        assert_one_event_each(
            one, [answer for answer, entry in zip(answers, moves, strict=True) if entry[0] is one], "cards_submitted"
        )


def test_one_of_twenty_players_gets_the_last_seat(deployment: Deployment) -> None:
    ada = Player("Ada", open_connections(deployment)[0])
    match = ada.open(ruleset="classic", seats=4)
    for transport in open_connections(deployment):
        Player("Ben", transport).sit(match)
    players = [Player(f"Late {number}", transport) for number, transport in enumerate(open_connections(deployment, 10))]
    answers = run_simultaneously(*(lambda p=p: p.command(match, "sit", {}) for p in players))
    assert sorted(result_codes(answers)) == ["match_full"] * 19 + ["ok"]
    assert sorted(answer.status for answer in answers) == [201] + [409] * 19
    assert [seat["seat"] for seat in ada.view(match)["seats"]] == [0, 1, 2, 3]
    assert {line["version"] for line in ada.events(match)} == set(range(1, 6))


def test_twenty_simultaneous_requests_with_one_key_cast_one_vote(deployment: Deployment) -> None:
    match = create_match(deployment, 4, ruleset="classic").start().play_until("voting")
    voter = match.guessers[0]
    vote, before = legal_vote(voter, match.id), match.host.view(match.id)["version"]
    clients = [voter.with_transport(transport) for transport in open_connections(deployment, 10)]
    answers = run_simultaneously(*(lambda p=p: p.command(match.id, "vote", vote, key="once") for p in clients))
    assert {answer.status for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1
    assert match.host.view(match.id)["version"] == before + 1


def test_twenty_simultaneous_requests_with_one_key_open_one_match(deployment: Deployment) -> None:
    ada = Player("Ada", open_connections(deployment)[0])
    clients = [ada.with_transport(transport) for transport in open_connections(deployment, 10)]
    answers = run_simultaneously(
        *(lambda p=p: p.send("POST", "/matches", {"ruleset": "odyssey"}, key="once") for p in clients)
    )
    assert {answer.status for answer in answers} == {201}
    assert len({answer.content for answer in answers}) == 1
    assert len(ada.get("/matches", mine="true").ok()["results"]) == 1


def test_one_key_used_for_two_matches_at_once_is_accepted_for_one(deployment: Deployment) -> None:
    ada = Player("Ada", open_connections(deployment)[0])
    matches = [ada.open() for _ in range(2)]
    clients = [ada.with_transport(transport) for transport in open_connections(deployment)]
    answers = run_simultaneously(
        *(lambda p=p, m=m: p.command(m, "abandon", key="once") for p, m in zip(clients, matches, strict=True))
    )
    assert sorted(result_codes(answers)) == ["idempotency_mismatch", "ok"]
    assert sorted(ada.view(match)["status"] for match in matches) == ["abandoned", "gathering"]


def assert_writes_are_visible_at_the_other_server(deployment: Deployment) -> None:
    """Assert that one server shows what the other one has acknowledged."""
    here, there = open_connections(deployment)
    ada = Player("Ada", here)
    ben = Player("Ben", there)
    match = ada.open(ruleset="classic")
    for _ in range(10):
        for one, other in ((ben, ada), (ada, ben)):
            answer = (
                ben.with_transport(one.transport).sit(match)
                if one is ben
                else ben.with_transport(one.transport).act(match, "stand")
            )
            assert other.view(match)["version"] == answer["version"]
            assert other.events(match)[-1]["hash"] == answer["head"]


def test_an_acknowledged_write_is_visible_at_the_other_server(deployment: Deployment) -> None:
    assert_writes_are_visible_at_the_other_server(deployment)


def test_twenty_simultaneous_rematch_requests_lead_to_one_match(deployment: Deployment) -> None:
    odyssey = create_match(deployment, 10, ruleset="odyssey").start().abandon()
    clients_at_the_other_server = [
        player.with_transport(transport)
        for player, transport in zip(odyssey.players, open_connections(deployment, 5), strict=True)
    ]
    clients = [*odyssey.players, *clients_at_the_other_server]
    answers = run_simultaneously(
        *(lambda p=p, n=n: p.command(odyssey.id, "rematch", key=f"again-{n % 10}") for n, p in enumerate(clients))
    )
    assert {answer.json["id"] for answer in answers} == {answers[0].json["id"]}, result_codes(answers)
    assert sorted(answer.status for answer in answers) == [200] * 18 + [201] * 2
    for first, second in zip(answers[:10], answers[10:], strict=True):
        assert (first.status, first.content) == (second.status, second.content)
    view = odyssey.host.view(answers[0].json["id"])
    assert [seat["seat"] for seat in view["seats"]] == list(range(10))
