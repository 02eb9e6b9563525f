"""A second count of what a match has come to, from its record alone, as anybody would do it with pencil and paper."""

import json
from dataclasses import dataclass, field
from typing import Any

from tests.rulebook.naive import SHEETS, opposite, who_votes

Json = dict[str, Any]
DEEDS = ("points", "told", "well_told", "found_by_all", "found_by_none", "guessed", "found", "gave", "fooled")
FATES = ("told", "well_told", "found", "submitted", "votes")


@dataclass
class Count:
    """What is noted down while the record is read."""

    ruleset: str = ""
    visibility: str = ""
    lobby: dict[int, Json] = field(default_factory=dict)
    players: list[Json] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    resigned: set[int] = field(default_factory=set)
    rounds: int = 0
    called_off: int = 0
    seats: list[dict[str, int]] = field(default_factory=list)
    cards: dict[str, dict[str, int]] = field(default_factory=dict)
    teller: int = -1
    given: dict[int, list[str]] = field(default_factory=dict)
    tableau: list[str] = field(default_factory=list)
    votes: dict[int, list[int]] = field(default_factory=dict)
    luck: set[tuple[str, int]] = field(default_factory=set)
    ended: Json = field(default_factory=dict)

    @property
    def game(self) -> str:
        return SHEETS[self.ruleset].game

    @property
    def humans(self) -> list[int]:
        return [seat for seat, player in enumerate(self.players) if player["kind"] != "bot"]

    def on_match_opened(self, data: Json) -> None:
        self.ruleset, self.visibility = data["ruleset"]["name"], data["visibility"]

    def on_seat_taken(self, data: Json) -> None:
        self.lobby[data["seat"]] = {"kind": data["kind"], "id": data["player"]["id"]}

    def on_seat_left(self, data: Json) -> None:
        del self.lobby[data["seat"]]

    def on_match_started(self, data: Json) -> None:
        self.players = [self.lobby[old] for old in data["seats"]]
        self.scores = [0] * len(self.players)
        self.seats = [dict.fromkeys(DEEDS, 0) for _ in self.players]

    def on_seat_resigned(self, data: Json) -> None:
        self.resigned.add(data["seat"])

    def on_round_begun(self, data: Json) -> None:
        self.rounds = data["round"]
        self.given, self.votes, self.luck = {}, {}, set()

    def on_clue_given(self, data: Json) -> None:
        self.teller = data["seat"]
        if data.get("card") is not None:
            self.given[self.teller] = [data["card"]]

    def on_cards_submitted(self, data: Json) -> None:
        self.given[data["seat"]] = data["cards"]
        if data["automatic"]:
            self.luck.add(("cards", data["seat"]))

    def on_tableau_laid(self, data: Json) -> None:
        self.tableau = data["tableau"]

    def on_vote_cast(self, data: Json) -> None:
        self.votes[data["seat"]] = data["slots"]
        if data["automatic"]:
            self.luck.add(("vote", data["seat"]))

    def on_round_called_off(self, data: Json) -> None:
        self.called_off += 1

    def on_round_scored(self, data: Json) -> None:
        self.scores = data["scores"]
        for seat in range(len(self.players)):
            if seat not in self.resigned:
                self.seats[seat]["points"] = data["scores"][seat]
        self.seats[self.teller]["told"] += 1
        if self.game != "party":
            self._clue()
            self._guesses()
        for seat, cards in self.given.items():
            for card in cards:
                self._card(seat, card)

    def on_match_ended(self, data: Json) -> None:
        self.ended = data

    def _voters_for(self, card: str) -> list[int]:
        slot = self.tableau.index(card) + 1
        return [seat for seat, slots in self.votes.items() if slot in slots]

    def _clue(self) -> None:
        entitled = who_votes(SHEETS[self.ruleset], len(self.players), self.teller, set(self.given))
        finders = self._voters_for(self.given[self.teller][0])
        if len(finders) == 0:
            self.seats[self.teller]["found_by_none"] += 1
        elif len(finders) == len(entitled):
            self.seats[self.teller]["found_by_all"] += 1
        else:
            self.seats[self.teller]["well_told"] += 1
            if self.players[self.teller]["kind"] != "bot":
                self._of_card(self.given[self.teller][0])["well_told"] += 1

    def _guesses(self) -> None:
        for seat in self.votes:
            if ("vote", seat) not in self.luck:
                self.seats[seat]["guessed"] += 1
                if seat in self._voters_for(self.given[self.teller][0]):
                    self.seats[seat]["found"] += 1

    def _card(self, seat: int, card: str) -> None:
        if ("cards", seat) in self.luck:
            return
        votes = [voter for voter in self._voters_for(card) if voter != seat and ("vote", voter) not in self.luck]
        is_the_told_one = seat == self.teller and self.game != "party"
        if self.game != "party" and not is_the_told_one:
            self.seats[seat]["gave"] += 1
            self.seats[seat]["fooled"] += len(votes)
        if self.players[seat]["kind"] != "bot":
            note = self._of_card(card)
            note["told" if is_the_told_one else "submitted"] += 1
            note["found" if is_the_told_one else "votes"] += len([voter for voter in votes if voter in self.humans])

    def _of_card(self, card: str) -> dict[str, int]:
        return self.cards.setdefault(card, dict.fromkeys(FATES, 0))

    def results(self) -> list[Json]:
        """A row for each seat of a match that was played."""
        return [self._result(seat) for seat in range(len(self.players))] if self.rounds else []

    def _result(self, seat: int) -> Json:
        return {
            "seat": seat,
            "player_id": self.players[seat]["id"],
            "score": self.scores[seat],
            "won": seat in self.ended["winners"],
            "status": self.ended["status"],
            "ruleset": self.ruleset,
            "visibility": self.visibility,
            "alone": len(self.humans) <= 1,
            "resigned": seat in self.resigned,
            "place": self._place(seat),
            **self.seats[seat],
        }

    def _place(self, seat: int) -> int:
        ahead = [other for other, score in enumerate(self.scores) if score > self.scores[seat]]
        if self.game == "team":
            return 1 + len({min(other, opposite(other, len(self.players))) for other in ahead})
        return 1 + len(ahead)

    def cards_for_all(self) -> dict[str, Json]:
        """A row for each card that everybody may know of."""
        return self.cards if self.visibility == "public" and len(self.humans) > 1 else {}


def count(record: bytes) -> Count:
    """Read a record from its first event to its last."""
    lines = [json.loads(line) for line in record.splitlines()]
    lines = [line for line in lines if "event" in line]
    sealed: dict[int, Json] = {}
    for line in lines:
        for part in line["opened"]:
            sealed.setdefault(part["version"], {})[part["part"]] = part["value"]
    counted = Count()
    for line in lines:
        event = line["event"]
        look = getattr(counted, f"on_{event['type']}", None)
        if look is not None:
            look({**event["data"], **sealed.get(event["version"], {})})
    return counted
