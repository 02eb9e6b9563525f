"""An independent fold of the events that one seat received, to compare with its views."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]


@dataclass
class SeatKnowledge:
    """What a seat can know from its events so far."""

    seat: int
    hand: list[str] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    deck: int = 0
    discard: int = 0
    round: int = 0
    storyteller: int | None = None
    phase: str = "0.gathering"
    clue: Json | None = None
    tableau: list[str] = field(default_factory=list)
    voted: set[int] = field(default_factory=set)
    submitted: list[str] = field(default_factory=list)

    def apply_event(self, event: Json) -> None:
        mine = {part["part"]: part["value"] for part in event["opened"] if part["version"] == event["version"]}
        getattr(self, f"on_{event['type']}", lambda data, mine: None)(event["data"], mine)

    def on_match_started(self, data: Json, mine: Json) -> None:
        self.counts, self.scores = [0] * len(data["seats"]), [0] * len(data["seats"])
        self.phase = "0.drawing"

    def on_deck_shuffled(self, data: Json, mine: Json) -> None:
        self.deck = data["count"]

    def on_deck_reshuffled(self, data: Json, mine: Json) -> None:
        self.deck, self.discard = data["count"], 0

    def on_hands_dealt(self, data: Json, mine: Json) -> None:
        self.counts = [held + got for held, got in zip(self.counts, data["counts"], strict=True)]
        self.deck -= sum(data["counts"])
        self.hand += mine[f"hands/{self.seat}"]

    on_hands_refilled = on_hands_dealt

    def on_round_begun(self, data: Json, mine: Json) -> None:
        self.round, self.storyteller, self.phase = data["round"], data["storyteller"], data["phase"]
        self.clue, self.voted, self.tableau, self.submitted = None, set(), [], []

    def on_storyteller_claimed(self, data: Json, mine: Json) -> None:
        self.storyteller = data["seat"]

    def on_clue_given(self, data: Json, mine: Json) -> None:
        self.storyteller, self.phase = data["seat"], data["phase"]
        self.clue = {"kind": data["kind"], "text": mine["text"]}
        self._remove_submitted_cards(data["seat"], [mine["card"]] if "card" in mine else [""])

    def on_cards_submitted(self, data: Json, mine: Json) -> None:
        # The rule set gives the number of cards that each other player submitted: two each with three players.
        self._remove_submitted_cards(data["seat"], mine.get("cards", [""] * (2 if len(self.counts) == 3 else 1)))

    def on_tableau_laid(self, data: Json, mine: Json) -> None:
        self.tableau, self.phase = data["tableau"], data["phase"]

    def on_vote_cast(self, data: Json, mine: Json) -> None:
        self.voted.add(data["seat"])

    def on_round_scored(self, data: Json, mine: Json) -> None:
        self.scores, self.phase = data["scores"], data["phase"] or f"{self.round}.reveal"

    def on_discarded(self, data: Json, mine: Json) -> None:
        self.discard += data["count"]
        self.tableau, self.submitted = [], []

    def on_match_ended(self, data: Json, mine: Json) -> None:
        self.phase = f"{self.round}.over"

    def _remove_submitted_cards(self, seat: int, cards: list[str]) -> None:
        self.counts[seat] -= len(cards)
        if seat == self.seat:
            self.submitted = cards
            self.hand = [card for card in self.hand if card not in cards]

    def differences(self, view: Json) -> Iterator[str]:
        """Yield where this seat's view differs."""
        started = bool(self.counts)
        shown: dict[str, Any] = {
            "hand": sorted(view["you"]["hand"]),
            "counts": [seat["hand_count"] for seat in view["seats"]] if started else [],
            "scores": [seat["score"] for seat in view["seats"]] if started else [],
            "deck": view["deck_count"],
            "discard": view["discard_count"],
            "round": view["round"],
            "storyteller": view["storyteller"],
            "phase": view["phase"]["id"],
            "tableau": [laid["card"] for laid in view["tableau"]],
        }
        known = {**{name: getattr(self, name) for name in shown}, "hand": sorted(self.hand)}
        if view["phase"]["name"] in ("submitting", "voting"):
            shown |= {"clue": view["clue"], "submitted": sorted(view["you"]["submitted"])}
            known |= {"clue": self.clue, "submitted": sorted(self.submitted)}
        if view["phase"]["name"] == "voting":
            everyone = set(range(len(self.counts))) - {self.storyteller}
            shown["voted"], known["voted"] = everyone - set(view["phase"]["waiting_for"]), self.voted
        differing = [name for name in shown if shown[name] != known[name]]
        yield from (f"{name}: view has {shown[name]}, events gave {known[name]}" for name in differing)


def knowledge_by_version(events: Sequence[Json], seat: int) -> Iterator[tuple[int, SeatKnowledge]]:
    """Yield the seat's knowledge at each version."""
    knowledge = SeatKnowledge(seat)
    for event in events:
        knowledge.apply_event(event)
        yield event["version"], knowledge
