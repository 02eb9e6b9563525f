"""A second, naive count of a match's statistics, from its record alone."""

import json
from dataclasses import dataclass, field
from typing import Any

from tests.conformance.reference_scorer import RULE_SHEETS, partner_seat, voting_seats

Json = dict[str, Any]
SEAT_COUNTERS = ("points", "told", "well_told", "found_by_all", "found_by_none", "guessed", "found", "gave", "fooled")
CARD_COUNTERS = ("told", "well_told", "found", "submitted", "votes")


@dataclass
class NaiveStatistics:
    """What is counted while the record is read."""

    ruleset: str = ""
    visibility: str = ""
    lobby: dict[int, Json] = field(default_factory=dict)
    players: list[Json] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    resigned: set[int] = field(default_factory=set)
    skipped: set[int] = field(default_factory=set)
    skipped_in_round: set[int] = field(default_factory=set)
    rounds: int = 0
    called_off_rounds: int = 0
    seat_counts: list[dict[str, int]] = field(default_factory=list)
    card_counts: dict[str, dict[str, int]] = field(default_factory=dict)
    storyteller: int = -1
    cards_by_seat: dict[int, list[str]] = field(default_factory=dict)
    tableau: list[str] = field(default_factory=list)
    votes: dict[int, list[int]] = field(default_factory=dict)
    automatic_moves: set[tuple[str, int]] = field(default_factory=set)
    match_ended_data: Json = field(default_factory=dict)

    @property
    def game(self) -> str:
        return RULE_SHEETS[self.ruleset].game

    @property
    def human_seats(self) -> list[int]:
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
        self.seat_counts = [dict.fromkeys(SEAT_COUNTERS, 0) for _ in self.players]

    def on_seat_resigned(self, data: Json) -> None:
        self.resigned.add(data["seat"])

        self.skipped.discard(data["seat"])

    def on_seat_skipped(self, data: Json) -> None:
        self.skipped.add(data["seat"])
        self.skipped_in_round.add(data["seat"])

    def on_seat_resumed(self, data: Json) -> None:
        self.skipped.remove(data["seat"])

    def on_round_begun(self, data: Json) -> None:
        self.rounds = data["round"]
        self.cards_by_seat, self.votes, self.automatic_moves = {}, {}, set()

    def on_clue_given(self, data: Json) -> None:
        self.storyteller = data["seat"]
        self.skipped_in_round = set(self.skipped)
        if data.get("card") is not None:
            self.cards_by_seat[self.storyteller] = [data["card"]]

    def on_cards_submitted(self, data: Json) -> None:
        self.cards_by_seat[data["seat"]] = data["cards"]
        if data["automatic"]:
            self.automatic_moves.add(("cards", data["seat"]))

    def on_tableau_laid(self, data: Json) -> None:
        self.tableau = data["tableau"]

    def on_vote_cast(self, data: Json) -> None:
        self.votes[data["seat"]] = data["slots"]
        if data["automatic"]:
            self.automatic_moves.add(("vote", data["seat"]))

    def on_round_called_off(self, data: Json) -> None:
        self.called_off_rounds += 1

    def on_round_scored(self, data: Json) -> None:
        for seat in range(len(self.players)):
            if seat not in self.resigned | self.skipped_in_round:
                self.seat_counts[seat]["points"] += data["scores"][seat] - self.scores[seat]
        self.scores = data["scores"]
        self.seat_counts[self.storyteller]["told"] += 1
        if self.game != "party":
            self._count_clue()
            self._count_guesses()
        for seat, cards in self.cards_by_seat.items():
            for card in cards:
                self._count_card(seat, card)

    def on_match_ended(self, data: Json) -> None:
        self.match_ended_data = data

    def _voters_for(self, card: str) -> list[int]:
        slot = self.tableau.index(card) + 1
        return [seat for seat, slots in self.votes.items() if slot in slots]

    def _count_clue(self) -> None:
        eligible_voters = voting_seats(
            RULE_SHEETS[self.ruleset], len(self.players), self.storyteller, set(self.cards_by_seat)
        )
        finders = self._voters_for(self.cards_by_seat[self.storyteller][0])
        if len(finders) == 0:
            self.seat_counts[self.storyteller]["found_by_none"] += 1
        elif len(finders) == len(eligible_voters):
            self.seat_counts[self.storyteller]["found_by_all"] += 1
        else:
            self.seat_counts[self.storyteller]["well_told"] += 1
            if self.players[self.storyteller]["kind"] != "bot":
                self._counts_of_card(self.cards_by_seat[self.storyteller][0])["well_told"] += 1

    def _count_guesses(self) -> None:
        for seat in self.votes:
            if ("vote", seat) not in self.automatic_moves:
                self.seat_counts[seat]["guessed"] += 1
                if seat in self._voters_for(self.cards_by_seat[self.storyteller][0]):
                    self.seat_counts[seat]["found"] += 1

    def _count_card(self, seat: int, card: str) -> None:
        if ("cards", seat) in self.automatic_moves:
            return
        votes = [
            voter for voter in self._voters_for(card) if voter != seat and ("vote", voter) not in self.automatic_moves
        ]
        is_storyteller_card = seat == self.storyteller and self.game != "party"
        if self.game != "party" and not is_storyteller_card:
            self.seat_counts[seat]["gave"] += 1
            self.seat_counts[seat]["fooled"] += len(votes)
        if self.players[seat]["kind"] != "bot":
            counts = self._counts_of_card(card)
            counts["told" if is_storyteller_card else "submitted"] += 1
            counts["found" if is_storyteller_card else "votes"] += len(
                [voter for voter in votes if voter in self.human_seats]
            )

    def _counts_of_card(self, card: str) -> dict[str, int]:
        return self.card_counts.setdefault(card, dict.fromkeys(CARD_COUNTERS, 0))

    def result_rows(self) -> list[Json]:
        """Return a row for each seat of a finished match."""
        return [self._result_row(seat) for seat in range(len(self.players))] if self.rounds else []

    def _result_row(self, seat: int) -> Json:
        return {
            "seat": seat,
            "player_id": self.players[seat]["id"],
            "score": self.scores[seat],
            "won": seat in self.match_ended_data["winners"],
            "status": self.match_ended_data["status"],
            "ruleset": self.ruleset,
            "visibility": self.visibility,
            "alone": len(self.human_seats) <= 1,
            "resigned": seat in self.resigned,
            "place": self._rank(seat),
            **self.seat_counts[seat],
        }

    def _rank(self, seat: int) -> int:
        ahead = [other for other, score in enumerate(self.scores) if score > self.scores[seat]]
        if self.game == "team":
            return 1 + len({min(other, partner_seat(other, len(self.players))) for other in ahead})
        return 1 + len(ahead)

    def public_card_rows(self) -> dict[str, Json]:
        """Return a row for each card that is publicly known."""
        return self.card_counts if self.visibility == "public" and len(self.human_seats) > 1 else {}


def count_from_record(record: bytes) -> NaiveStatistics:
    """Read a record from its first event to its last."""
    lines = [json.loads(line) for line in record.splitlines()]
    lines = [line for line in lines if "event" in line]
    sealed: dict[int, Json] = {}
    for line in lines:
        for part in line["opened"]:
            sealed.setdefault(part["version"], {})[part["part"]] = part["value"]
    result = NaiveStatistics()
    for line in lines:
        event = line["event"]
        handler = getattr(result, f"on_{event['type']}", None)
        if handler is not None:
            handler({**event["data"], **sealed.get(event["version"], {})})
    return result
