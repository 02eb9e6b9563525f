"""Twins over the network: one viewer gets the same bytes for both twins by HTTP and over a socket.

The deployment has a fixed time and arranged randomness. Status, headers, lengths, errors and order are compared, too.
"""

import itertools
import json
import os
import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from games import decks
from games.rulebook.commands import Open
from games.rulebook.rulesets import Ruleset
from tests.api.api_client import ApiResponse, Player, close_connections, http_transport
from tests.interference.command_requests import command_request
from tests.interference.deterministic_deployment import DeterministicDeployment
from tests.interference.twin_matches import MatchScript, Twins, generate_twins
from tests.interference.viewer_observations import mask_digests
from tests.rulebook.match_scenarios import ALL_CARDS, RULESETS_AND_PLAYER_COUNTS
from tests.services.plugin import SERVERS_KEY

PAIR_COUNT, NIGHTLY_PAIR_COUNT, PAIRS_PER_NIGHTLY_PART = 20, 500, 25
DECK_CARD_BY_TEST_CARD = dict(zip(ALL_CARDS, sorted(card.id for card in decks.get_deck("base").cards), strict=True))
VOLATILE_HEADERS = {"date", "server"}
SERVER_TIME_PATTERN = re.compile(r'"server_time":"[^"]*"')


def create_deployment(request: pytest.FixtureRequest, leak: str = "") -> DeterministicDeployment:
    database_url = request.config.stash[SERVERS_KEY].postgres.create_database(f"house_{secrets.token_hex(4)}")
    return DeterministicDeployment(database_url, os.environ["REDIS_URL"], leak)


@pytest.fixture(scope="module")
def deterministic_deployment(request: pytest.FixtureRequest) -> Iterator[DeterministicDeployment]:
    with create_deployment(request) as deployment:
        yield deployment
    close_connections()


@dataclass(kw_only=True)
class RecordedResponses:
    """The responses that the viewer got for one of the twins; ids that differ by chance are masked."""

    twin_name: str
    match_id: str = ""
    lines: list[str] = field(default_factory=list)

    def add(self, label: str, text: str) -> None:
        text = SERVER_TIME_PATTERN.sub(
            "", text.replace(self.match_id or "-", "<match>").replace(self.twin_name, "<side>")
        )
        self.lines.append(f"{label} {text}")

    def add_answer(self, label: str, answer: ApiResponse) -> ApiResponse:
        headers = sorted((name, value) for name, value in answer.headers.items() if name not in VOLATILE_HEADERS)
        self.add(label, f"{answer.status} {headers} {answer.content.decode()}")
        return answer


class TwinPlayback:
    """A pair of twins, played one after the other by the same players while one of them observes."""

    def __init__(self, deployment: DeterministicDeployment, rules: Ruleset, pair: Twins, sampling_stride: int) -> None:
        self.deployment, self.rules, self.sampling_stride = deployment, rules, sampling_stride
        player_ids = {player_id for script in pair.scripts for player_id, _ in script.commands}
        self.players = {
            player_id: Player(f"Ann {player_id[-5:]}", http_transport(deployment.base_urls[0]))
            for player_id in sorted(player_ids)
        }
        match = pair.first.states[-1].match
        board = getattr(match, "board", None)
        seat = pair.viewer
        onlooker = Player("Olga", http_transport(deployment.base_urls[0]))
        self.viewer = onlooker if seat is None else self.players[board.players[seat].id]  # type: ignore[union-attr]

    def play_script(self, script: MatchScript, twin_name: str) -> list[str]:
        responses = RecordedResponses(twin_name=twin_name)
        address = self.deployment.base_urls[0].replace("http", "ws", 1) + "/ws/v1"
        header = {"Authorization": f"Bearer {self.viewer.token}"}
        with connect(address, subprotocols=["dixit.v1"], additional_headers=header, compression=None) as socket:  # type: ignore[list-item]
            for number, (player_id, command) in enumerate(script.commands):
                key = f"{twin_name}-{number}"
                if isinstance(command, Open):
                    responses.match_id = self._open_match(script, command, player_id, key)
                    self._subscribe(responses, socket)
                    continue
                method, place, body = command_request(command, DECK_CARD_BY_TEST_CARD.__getitem__)
                path = f"/matches/{responses.match_id}/{place}"
                answer = self.players[player_id].send(method, path, body, key=key)
                assert answer.status in (200, 201), answer
                if self.players[player_id] is self.viewer:
                    responses.add_answer(place, answer)
                if number % 8 == 0:
                    self._observe_match(responses)
            self._observe_everything(responses, socket)
        return mask_digests(responses.lines)

    def _subscribe(self, responses: RecordedResponses, socket: ClientConnection) -> None:
        """Subscribe before anything else happens, because it might or might not be part of the reply."""
        socket.send(json.dumps({"t": "subscribe", "id": "s", "match": responses.match_id, "since": 0}))
        frame_types = []
        while "subscribed" not in frame_types:
            text = socket.recv(timeout=10)
            assert isinstance(text, str)
            responses.add("socket", text)
            frame_types.append(json.loads(text)["t"])

    def _open_match(self, script: MatchScript, command: Open, player_id: str, key: str) -> str:
        terms = command.terms
        body: dict[str, Any] = {"ruleset": self.rules.name, "seats": terms.seats, "first": terms.first}
        if command.entropy_digest:
            body["entropy_digest"] = command.entropy_digest
        match = str(self.players[player_id].send("POST", "/matches", body, key=key).ok(201)["id"])
        draws = {
            label: tuple(DECK_CARD_BY_TEST_CARD.get(item, item) for item in order)
            for label, (_, order) in script.draws.items()
        }
        self.deployment.predefine_draws(match, draws)
        return match

    def _observe_match(self, responses: RecordedResponses) -> None:
        path = f"/matches/{responses.match_id}"
        responses.add_answer("the match", self.viewer.get(path))
        responses.add_answer("for all", self.viewer.get(path, as_="public"))

    def _observe_everything(self, responses: RecordedResponses, socket: ClientConnection) -> None:
        """Request everything that can be requested."""
        self._observe_match(responses)
        path = f"/matches/{responses.match_id}"
        head = int(self.viewer.view(responses.match_id)["version"])
        for version in (*range(1, head, 2 * self.sampling_stride), head, head + 1):
            responses.add_answer(f"at {version}", self.viewer.get(path, at=version))
        for seat in range(0, 13, 4):
            responses.add_answer(f"as {seat}", self.viewer.get(path, as_=f"seat:{seat}"))
        responses.add_answer("events", self.viewer.get(f"{path}/events", limit=1000))
        responses.add_answer("moments", self.viewer.get(f"{path}/moments"))
        responses.add_answer("record", self.viewer.get(f"{path}/record"))
        responses.add_answer("audit", self.viewer.get(f"{path}/audit"))
        responses.add_answer("page", self.viewer.send("GET", f"{path}/audit", accept="text/html"))
        responses.add_answer("HEAD", self.viewer.send("HEAD", path))
        responses.add_answer("OPTIONS", self.viewer.send("OPTIONS", path))
        responses.add("listed", json.dumps(self._lobby_rows(responses.match_id)))
        self._probe_refusals(responses, path)
        while True:
            text = socket.recv(timeout=10)
            assert isinstance(text, str)
            if json.loads(text)["t"] == "presence":
                continue
            responses.add("socket", text)
            if json.loads(text).get("version") == head:
                break

    def _lobby_rows(self, match: str) -> list[Any]:
        """Return the match's row in the lobby, from whichever page it is on: all matches have the same opening time."""
        page: dict[str, Any] = {"next": ""}
        while page["next"] is not None:
            page = self.viewer.get("/matches", **({"cursor": page["next"]} if page["next"] else {})).ok()
            if found := [row for row in page["results"] if row["id"] == match]:
                return found
        return []

    def _probe_refusals(self, responses: RecordedResponses, path: str) -> None:
        """Send commands that can't be legal: their refusals must not reveal where a card is."""
        you = self.viewer.view(responses.match_id)["you"]
        own_cards = {*(you["hand"] or ()), *you["submitted"]} if you else set()
        hand_is_face_down = you is not None and you["hand"] is None
        for card in [card for card in DECK_CARD_BY_TEST_CARD.values() if card not in own_cards][
            :: self.sampling_stride
        ]:
            clue = {"card": card, "clue": {"kind": "text", "text": "words"}}
            if not hand_is_face_down:
                responses.add_answer(f"cards {card}", self.viewer.send("POST", f"{path}/cards", {"cards": [card]}))
                responses.add_answer(f"clue {card}", self.viewer.send("POST", f"{path}/clue", clue))
            stale_body = {"cards": [card], "phase": "0.gathering"}
            responses.add_answer(f"fenced {card}", self.viewer.send("POST", f"{path}/cards", stale_body))
        for slot in (0, 13, 14):
            responses.add_answer(f"vote {slot}", self.viewer.send("POST", f"{path}/vote", {"slots": [slot]}))


def compare_pair(
    deployment: DeterministicDeployment, seed: int, *, max_commands_per_player: int, sampling_stride: int
) -> bool:
    """Return whether there were twins to compare; a larger `sampling_stride` makes fewer requests."""
    rules, players = RULESETS_AND_PLAYER_COUNTS[seed * 7 % len(RULESETS_AND_PLAYER_COUNTS)]
    pair = generate_twins(rules, players, seed, max_commands_per_player=max_commands_per_player)
    if pair is None:
        return False
    playback = TwinPlayback(deployment, rules, pair, sampling_stride)
    first, second = playback.play_script(pair.scripts[0], "twin1"), playback.play_script(pair.scripts[1], "twin2")
    close_connections()
    for one, other in zip(first, second, strict=True):
        assert one == other, f"{rules.name}, {players}, seed {seed}, seat {pair.viewer}"
    return pair.hidden_count > 0


def compare_pairs(
    deployment: DeterministicDeployment, pair_count: int, first_seed: int = 0, long_pair_count: int = 0
) -> None:
    """Compare this number of pairs; the first of them are long, which takes ten times as long."""
    compared_count = 0
    for seed in itertools.count(first_seed):
        is_long = compared_count < long_pair_count
        options = {"max_commands_per_player": 25 if is_long else 4, "sampling_stride": 4 if is_long else 20}
        compared_count += compare_pair(deployment, seed, **options)
        if compared_count == pair_count:
            return


def test_a_viewer_cannot_distinguish_twin_matches_over_the_network(
    deterministic_deployment: DeterministicDeployment,
) -> None:
    compare_pairs(deterministic_deployment, PAIR_COUNT)


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(NIGHTLY_PAIR_COUNT // PAIRS_PER_NIGHTLY_PART))
def test_a_viewer_cannot_distinguish_many_twin_matches_over_the_network(
    deterministic_deployment: DeterministicDeployment, part: int
) -> None:
    compare_pairs(deterministic_deployment, PAIRS_PER_NIGHTLY_PART, first_seed=1000 * (part + 1), long_pair_count=2)


@pytest.mark.nightly
@pytest.mark.parametrize("leak", ["slots opens at once", "a view includes the first card of the next hand",
                                  "a refusal reveals that another hand has the card"])  # fmt: skip
def test_a_leak_injected_into_the_server_is_detected(request: pytest.FixtureRequest, leak: str) -> None:
    with create_deployment(request, leak) as leaky, pytest.raises(AssertionError, match="seed"):
        compare_pairs(leaky, 40)
    close_connections()
