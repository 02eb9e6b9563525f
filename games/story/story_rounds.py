"""The events of a match grouped by round, and facts derived from the events of one round."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.story.roster import Roster
from games.story.visible_event import VisibleEvent


@dataclass(kw_only=True, slots=True)
class RoundLog:
    """The events of a round, up to the next round or the end of the match.

    The properties use only what the events show to their viewer: a running round has no card owners or votes yet.
    """

    number: int
    events: list[VisibleEvent] = field(default_factory=list)

    def data_of_type(self, type_name: str) -> Iterator[dict[str, Any]]:
        return (event.data for event in self.events if event.type == type_name)

    def first_data_of_type(self, type_name: str) -> dict[str, Any] | None:
        return next(self.data_of_type(type_name), None)

    @property
    def storyteller(self) -> int | None:
        for type_name in ("clue_given", "storyteller_claimed"):
            if (data := self.first_data_of_type(type_name)) is not None:
                return int(data["seat"])
        storyteller: int | None = self.events[0].data["storyteller"]
        return storyteller

    @property
    def given_cards(self) -> dict[int, list[str]]:
        """The cards that each seat submitted; an empty list if the cards themselves are still sealed."""
        cards = {data["seat"]: list(data.get("cards", ())) for data in self.data_of_type("cards_submitted")}
        for data in self.data_of_type("clue_given"):
            # In Party the clue comes without a card, and the storyteller submits one like everyone else.
            if "card" in (data.get("sealed") or {}):
                cards[data["seat"]] = [data["card"]] if "card" in data else []
        return cards

    @property
    def owner_by_card(self) -> dict[str, int]:
        return {card: seat for seat, cards in self.given_cards.items() for card in cards}

    @property
    def slots_by_voter(self) -> dict[int, list[int]]:
        """The slots that each voter chose; an empty list if the vote is still sealed."""
        return {data["seat"]: list(data.get("slots", ())) for data in self.data_of_type("vote_cast")}

    @property
    def trap(self) -> int | None:
        return next((data["trap"] for data in self.data_of_type("vote_cast") if data.get("trap") is not None), None)

    @property
    def tableau(self) -> list[str]:
        laid = self.first_data_of_type("tableau_laid")
        return list(laid["tableau"]) if laid else []

    def automatic_seats(self, type_name: str) -> set[int]:
        """Return the seats whose events of this type were made at random."""
        return {data["seat"] for data in self.data_of_type(type_name) if data["automatic"]}

    def voters(self, roster: Roster) -> list[int]:
        """Return the seats that may vote.

        In Party everyone votes, in Team the partner of each player who submitted, otherwise all but the storyteller.
        """
        if roster.ruleset["crowd"]:
            return list(roster.name_by_seat)
        partners = {seat: roster.partner_of(seat) for seat in roster.name_by_seat}
        others = [seat for seat, partner in partners.items() if self.storyteller not in (seat, partner)]
        return [seat for seat in others if (partner := partners[seat]) is None or partner in self.given_cards]

    def sides_without_card(self, roster: Roster) -> list[tuple[int, ...]]:
        """Return the sides that have submitted no card, with both partners if they owe one card together."""
        storyteller, party_rules, given_cards = self.storyteller, roster.ruleset["crowd"], self.given_cards
        sides: list[tuple[int, ...]] = []
        for side in roster.sides:
            # In Team the storyteller's partner owes a card too, in addition to the storyteller's own.
            if storyteller in side and not party_rules:
                sides += [(seat,) for seat in side if seat != storyteller and seat not in given_cards]
            elif not any(seat in given_cards for seat in side):
                sides.append(side)
        return sides


def split_into_rounds(events: Sequence[VisibleEvent]) -> list[RoundLog]:
    """Return the rounds of a match. Events before the first round and the end of the match belong to no round."""
    round_logs: list[RoundLog] = []
    for event in events:
        if event.type == "round_begun":
            round_logs.append(RoundLog(number=event.data["round"]))
        if round_logs and event.type != "match_ended":
            round_logs[-1].events.append(event)
    return round_logs
