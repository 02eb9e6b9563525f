"""The rounds of a match: what each showed to the viewer of its events, gathered once from the events' data."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.narrative.narrated_event import NarratedEvent
from games.rulebook.round import Award, ClueKind


@dataclass(frozen=True, kw_only=True, slots=True)
class TableauCard:
    """A card of the tableau. `seat` is None while its owner is secret; `votes` are the votes that are visible."""

    slot: int
    card: str
    seat: int | None
    votes: tuple[int, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Round:
    """A round, up to the next one or the end of the match.

    It holds what the events show to their viewer: a running round has no card owners or votes yet.
    """

    number: int
    events: tuple[NarratedEvent, ...]
    storyteller: int | None
    clue: NarratedEvent | None
    submitted_cards: Mapping[int, tuple[str, ...]]
    """The cards that each seat submitted, the storyteller's included; empty if the cards themselves are sealed."""
    slots_by_voter: Mapping[int, tuple[int, ...]]
    """The slots that each voter chose; empty if the vote is still sealed."""
    tableau: tuple[TableauCard, ...]
    trap: int | None
    automatic_submitters: frozenset[int]
    automatic_voters: frozenset[int]
    """The seats whose cards or votes were chosen at random."""
    scored: NarratedEvent | None
    called_off: NarratedEvent | None

    @property
    def clue_kind(self) -> ClueKind | None:
        kind: ClueKind | None = self.clue.data["kind"] if self.clue else None
        return kind

    @property
    def clue_text(self) -> str | None:
        """The clue's words; None for a clue without words, and for one that has been erased."""
        return self.clue.data.get("text") if self.clue else None

    @property
    def awards(self) -> tuple[Award, ...]:
        return tuple(Award(**award) for award in self.scored.data["awards"]) if self.scored else ()

    @property
    def scores(self) -> tuple[int, ...] | None:
        return tuple(self.scored.data["scores"]) if self.scored else None


def build_rounds(events: Sequence[NarratedEvent]) -> Iterator[Round]:
    """Yield each round that has begun. The end of the match belongs to no round."""
    events_by_round: dict[int, list[NarratedEvent]] = {}
    for event in events:
        # Round 0 is the lobby and the drawing.
        if event.round and event.type != "match_ended":
            events_by_round.setdefault(event.round, []).append(event)
    for number, round_events in events_by_round.items():
        yield _build_round(number, tuple(round_events))


def _build_round(number: int, events: tuple[NarratedEvent, ...]) -> Round:
    clue, scored = _first_of_type(events, "clue_given"), _first_of_type(events, "round_scored")
    submitted_cards, votes = _submitted_cards(events), list(_data_of_type(events, "vote_cast"))
    slots_by_voter = {data["seat"]: tuple(data.get("slots", ())) for data in votes}
    return Round(
        number=number,
        events=events,
        storyteller=_storyteller(events),
        clue=clue,
        submitted_cards=submitted_cards,
        slots_by_voter=slots_by_voter,
        tableau=tuple(_tableau_cards(events, submitted_cards, slots_by_voter)),
        trap=next((data["trap"] for data in votes if data.get("trap") is not None), None),
        automatic_submitters=frozenset(
            data["seat"] for data in _data_of_type(events, "cards_submitted") if data["automatic"]
        ),
        automatic_voters=frozenset(data["seat"] for data in votes if data["automatic"]),
        scored=scored,
        called_off=_first_of_type(events, "round_called_off"),
    )


def _data_of_type(events: Sequence[NarratedEvent], type_name: str) -> Iterator[dict[str, Any]]:
    return (event.data for event in events if event.type == type_name)


def _first_of_type(events: Sequence[NarratedEvent], type_name: str) -> NarratedEvent | None:
    return next((event for event in events if event.type == type_name), None)


def _storyteller(events: Sequence[NarratedEvent]) -> int | None:
    # In round 1 `round_begun` names nobody, and a clue may come without a claim.
    for type_name in ("clue_given", "storyteller_claimed"):
        if (event := _first_of_type(events, type_name)) is not None:
            return int(event.data["seat"])
    storyteller: int | None = events[0].data["storyteller"]
    return storyteller


def _submitted_cards(events: Sequence[NarratedEvent]) -> dict[int, tuple[str, ...]]:
    cards = {data["seat"]: tuple(data.get("cards", ())) for data in _data_of_type(events, "cards_submitted")}
    for data in _data_of_type(events, "clue_given"):
        # In Party the clue comes without a card, and the storyteller submits one like everyone else.
        if "card" in (data.get("sealed") or {}):
            cards[data["seat"]] = (data["card"],) if "card" in data else ()
    return cards


def _tableau_cards(
    events: Sequence[NarratedEvent],
    submitted_cards: Mapping[int, Sequence[str]],
    slots_by_voter: Mapping[int, Sequence[int]],
) -> Iterator[TableauCard]:
    owner_by_card = {card: seat for seat, cards in submitted_cards.items() for card in cards}
    tableau = _first_of_type(events, "tableau_laid")
    for slot, card in enumerate(tableau.data["tableau"] if tableau else (), start=1):
        votes = tuple(voter for voter, slots in sorted(slots_by_voter.items()) if slot in slots)
        yield TableauCard(slot=slot, card=card, seat=owner_by_card.get(card), votes=votes)
