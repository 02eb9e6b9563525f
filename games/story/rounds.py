"""The log cut into rounds, and what a round's events say together."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.story.cast import Cast
from games.story.seen import Happened


@dataclass(kw_only=True, slots=True)
class Round:
    """A round's events, from its beginning to the last one before the next round or the end."""

    number: int
    events: list[Happened] = field(default_factory=list)

    def all(self, type_name: str) -> Iterator[dict[str, Any]]:
        return (event.data for event in self.events if event.type == type_name)

    def one(self, type_name: str) -> dict[str, Any] | None:
        return next(self.all(type_name), None)

    @property
    def storyteller(self) -> int | None:
        for type_name in ("clue_given", "storyteller_claimed"):
            if (found := self.one(type_name)) is not None:
                return int(found["seat"])
        begun: int | None = self.events[0].data["storyteller"]
        return begun

    @property
    def given(self) -> dict[int, list[str]]:
        """Each seat's cards, as far as they may be seen: an empty list where only that something was given."""
        cards = {data["seat"]: list(data.get("cards", ())) for data in self.all("cards_submitted")}
        for data in self.all("clue_given"):
            if "card" in (data.get("sealed") or {}):
                cards[data["seat"]] = [data["card"]] if "card" in data else []
        return cards

    @property
    def owners(self) -> dict[str, int]:
        return {card: seat for seat, cards in self.given.items() for card in cards}

    @property
    def votes(self) -> dict[int, list[int]]:
        """Each voter's slots, as far as they may be seen."""
        return {data["seat"]: list(data.get("slots", ())) for data in self.all("vote_cast")}

    @property
    def trap(self) -> int | None:
        return next((data["trap"] for data in self.all("vote_cast") if data.get("trap") is not None), None)

    @property
    def tableau(self) -> list[str]:
        laid = self.one("tableau_laid")
        return list(laid["tableau"]) if laid else []

    def by_luck(self, type_name: str) -> set[int]:
        """The seats for which luck gave a card or voted."""
        return {data["seat"] for data in self.all(type_name) if data["automatic"]}

    def voters(self, cast: Cast) -> list[int]:
        """Who may vote: in Party everyone, in Team whose partner gave the card, else all but the storyteller."""
        if cast.rules["crowd"]:
            return list(cast.people)
        partners = {seat: cast.partner(seat) for seat in cast.people}
        others = [seat for seat, partner in partners.items() if self.storyteller not in (seat, partner)]
        return [seat for seat in others if (partner := partners[seat]) is None or partner in self.given]

    def owing(self, cast: Cast) -> list[tuple[int, ...]]:
        """Who has given no card; of partners who give one together both."""
        teller, crowd, given = self.storyteller, cast.rules["crowd"], self.given
        found: list[tuple[int, ...]] = []
        for side in cast.sides:
            if teller in side and not crowd:
                found += [(seat,) for seat in side if seat != teller and seat not in given]
            elif not any(seat in given for seat in side):
                found.append(side)
        return found


def rounds(events: Sequence[Happened]) -> list[Round]:
    found: list[Round] = []
    for event in events:
        if event.type == "round_begun":
            found.append(Round(number=event.data["round"]))
        if found and event.type != "match_ended":
            found[-1].events.append(event)
    return found
