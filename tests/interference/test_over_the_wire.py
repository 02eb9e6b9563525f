"""Twins over the wire: in a house where it is always noon and luck is arranged, everything that one viewer gets by HTTP
and over a socket is the same for both, byte for byte: status, headers, lengths, errors, order."""

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
from tests.api.client import Answer, Player, hang_up, over
from tests.interference.arrangedhouse import ArrangedHouse
from tests.interference.eyes import masked
from tests.interference.spoken import spoken
from tests.interference.twins import Played, Twins, twins
from tests.rulebook.table import BOX, TABLES
from tests.services.plugin import SERVERS

PAIRS, NIGHTLY, PART = 20, 500, 25
CARDS = dict(zip(BOX, sorted(card.id for card in decks.get_deck("base").cards), strict=True))
PASSING = {"date", "server"}
TIME = re.compile(r'"server_time":"[^"]*"')


def house_of(request: pytest.FixtureRequest, leak: str = "") -> ArrangedHouse:
    database_url = request.config.stash[SERVERS].postgres.create_database(f"house_{secrets.token_hex(4)}")
    return ArrangedHouse(database_url, os.environ["REDIS_URL"], leak)


@pytest.fixture(scope="module")
def arranged(request: pytest.FixtureRequest) -> Iterator[ArrangedHouse]:
    with house_of(request) as house:
        yield house
    hang_up()


@dataclass(kw_only=True)
class Seen:
    """What the viewer got of one of the twins; ids that are another by chance are told apart from nothing."""

    side: str
    match: str = ""
    lines: list[str] = field(default_factory=list)

    def add(self, what: str, text: str) -> None:
        text = TIME.sub("", text.replace(self.match or "-", "<match>").replace(self.side, "<side>"))
        self.lines.append(f"{what} {text}")

    def answered(self, what: str, answer: Answer) -> Answer:
        headers = sorted((name, value) for name, value in answer.headers.items() if name not in PASSING)
        self.add(what, f"{answer.status} {headers} {answer.content.decode()}")
        return answer


class Evening:
    """A pair of twins, played one after the other by the same people, before the eyes of one of them."""

    def __init__(self, house: ArrangedHouse, rules: Ruleset, found: Twins, thrift: int) -> None:
        self.house, self.rules, self.thrift = house, rules, thrift
        people = {who for play in found.plays for who, _ in play.commands}
        self.cast = {who: Player(f"Ann {who[-5:]}", over(house.addresses[0])) for who in sorted(people)}
        match = found.first.folds[-1].match
        board = getattr(match, "board", None)
        seat = found.viewer
        onlooker = Player("Olga", over(house.addresses[0]))
        self.viewer = onlooker if seat is None else self.cast[board.players[seat].id]  # type: ignore[union-attr]

    def played(self, play: Played, side: str) -> list[str]:
        seen = Seen(side=side)
        address = self.house.addresses[0].replace("http", "ws", 1) + "/ws/v1"
        header = {"Authorization": f"Bearer {self.viewer.token}"}
        with connect(address, subprotocols=["dixit.v1"], additional_headers=header, compression=None) as socket:  # type: ignore[list-item]
            for number, (who, command) in enumerate(play.commands):
                key = f"{side}-{number}"
                if isinstance(command, Open):
                    seen.match = self._opened(play, command, who, key)
                    self._subscribe(seen, socket)
                    continue
                method, place, body = spoken(command, CARDS.__getitem__)
                path = f"/matches/{seen.match}/{place}"
                answer = self.cast[who].send(method, path, body, key=key)
                assert answer.status in (200, 201), answer
                if self.cast[who] is self.viewer:
                    seen.answered(place, answer)
                if number % 8 == 0:
                    self._glance(seen)
            self._stare(seen, socket)
        return masked(seen.lines)

    def _subscribe(self, seen: Seen, socket: ClientConnection) -> None:
        """Before anything else happens, which would be in the reply or not."""
        socket.send(json.dumps({"t": "subscribe", "id": "s", "match": seen.match, "since": 0}))
        kinds = []
        while "subscribed" not in kinds:
            text = socket.recv(timeout=10)
            assert isinstance(text, str)
            seen.add("socket", text)
            kinds.append(json.loads(text)["t"])

    def _opened(self, play: Played, command: Open, who: str, key: str) -> str:
        terms = command.terms
        body: dict[str, Any] = {"ruleset": self.rules.name, "seats": terms.seats, "first": terms.first}
        if command.entropy_digest:
            body["entropy_digest"] = command.entropy_digest
        match = str(self.cast[who].send("POST", "/matches", body, key=key).ok(201)["id"])
        said = {label: tuple(CARDS.get(item, item) for item in order) for label, (_, order) in play.said.items()}
        self.house.arrange(match, said)
        return match

    def _glance(self, seen: Seen) -> None:
        path = f"/matches/{seen.match}"
        seen.answered("the match", self.viewer.get(path))
        seen.answered("for all", self.viewer.get(path, as_="public"))

    def _stare(self, seen: Seen, socket: ClientConnection) -> None:
        """Everything there is to ask."""
        self._glance(seen)
        path = f"/matches/{seen.match}"
        head = int(self.viewer.view(seen.match)["version"])
        for version in (*range(1, head, 2 * self.thrift), head, head + 1):
            seen.answered(f"at {version}", self.viewer.get(path, at=version))
        for seat in range(0, 13, 4):
            seen.answered(f"as {seat}", self.viewer.get(path, as_=f"seat:{seat}"))
        seen.answered("events", self.viewer.get(f"{path}/events", limit=1000))
        seen.answered("moments", self.viewer.get(f"{path}/moments"))
        seen.answered("record", self.viewer.get(f"{path}/record"))
        seen.answered("audit", self.viewer.get(f"{path}/audit"))
        seen.answered("page", self.viewer.send("GET", f"{path}/audit", accept="text/html"))
        seen.answered("HEAD", self.viewer.send("HEAD", path))
        seen.answered("OPTIONS", self.viewer.send("OPTIONS", path))
        seen.add("listed", json.dumps(self._listed(seen.match)))
        self._probe(seen, path)
        while True:
            text = socket.recv(timeout=10)
            assert isinstance(text, str)
            if json.loads(text)["t"] == "presence":
                continue
            seen.add("socket", text)
            if json.loads(text).get("version") == head:
                break

    def _listed(self, match: str) -> list[Any]:
        """Its line in the lobby, on whatever page: all matches of a night have been opened at the same noon."""
        page: dict[str, Any] = {"next": ""}
        while page["next"] is not None:
            page = self.viewer.get("/matches", **({"cursor": page["next"]} if page["next"] else {})).ok()
            if found := [row for row in page["results"] if row["id"] == match]:
                return found
        return []

    def _probe(self, seen: Seen, path: str) -> None:
        """Commands that can't be right: how they are refused must not tell where a card is."""
        you = self.viewer.view(seen.match)["you"]
        mine = {*(you["hand"] or ()), *you["submitted"]} if you else set()
        blind = you is not None and you["hand"] is None
        for card in [card for card in CARDS.values() if card not in mine][:: self.thrift]:
            clue = {"card": card, "clue": {"kind": "text", "text": "words"}}
            if not blind:
                seen.answered(f"cards {card}", self.viewer.send("POST", f"{path}/cards", {"cards": [card]}))
                seen.answered(f"clue {card}", self.viewer.send("POST", f"{path}/clue", clue))
            fenced = {"cards": [card], "phase": "0.gathering"}
            seen.answered(f"fenced {card}", self.viewer.send("POST", f"{path}/cards", fenced))
        for slot in (0, 13, 14):
            seen.answered(f"vote {slot}", self.viewer.send("POST", f"{path}/vote", {"slots": [slot]}))


def evening(house: ArrangedHouse, seed: int, *, most: int, thrift: int) -> bool:
    """Whether there were twins to compare; `thrift` asks less of what there is to ask."""
    rules, players = TABLES[seed * 7 % len(TABLES)]
    found = twins(rules, players, seed, most=most)
    if found is None:
        return False
    night = Evening(house, rules, found, thrift)
    first, second = night.played(found.plays[0], "twin1"), night.played(found.plays[1], "twin2")
    hang_up()
    for one, other in zip(first, second, strict=True):
        assert one == other, f"{rules.name}, {players}, seed {seed}, seat {found.viewer}"
    return found.hidden > 0


def evenings(house: ArrangedHouse, pairs: int, first: int = 0, long: int = 0) -> None:
    """So many, the first of them long, which takes ten times as long as the others."""
    found = 0
    for seed in itertools.count(first):
        look = {"most": 25, "thrift": 4} if found < long else {"most": 4, "thrift": 20}
        found += evening(house, seed, **look)
        if found == pairs:
            return


def test_a_viewer_can_not_tell_twins_apart_over_the_wire(arranged: ArrangedHouse) -> None:
    evenings(arranged, PAIRS)


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(NIGHTLY // PART))
def test_nor_in_a_whole_night(arranged: ArrangedHouse, part: int) -> None:
    evenings(arranged, PART, first=1000 * (part + 1), long=2)


@pytest.mark.nightly
@pytest.mark.parametrize("leak", ["slots opens at once", "a hand shows the next hand's first card",
                                  "a card that another holds is refused in other words"])  # fmt: skip
def test_controls_a_leak_in_the_server_is_found(request: pytest.FixtureRequest, leak: str) -> None:
    with house_of(request, leak) as leaky, pytest.raises(AssertionError, match="seed"):
        evenings(leaky, 40)
    hang_up()
