"""Reconstruction of a player's hand from the events that the player could see."""

from games.narrative.narrative import Narrative
from games.narrative.rounds import Round
from games.narrative.visible_event import VisibleEvent


def hand_at_clue(narrative: Narrative, match_round: Round, seat: int) -> list[str]:
    """Return the seat's hand just before the round's clue was given; empty if the round has no clue."""
    hand: list[str] = []
    # Versions begin at 1, so this ends with the event before the clue, which takes the storyteller's card.
    for event in narrative.events[: match_round.clue.version - 1] if match_round.clue else ():
        hand = _apply_event(hand, event, seat)
    return hand


def _apply_event(hand: list[str], event: VisibleEvent, seat: int) -> list[str]:
    data = event.data
    match event.type:
        case "hands_dealt" | "hands_refilled":
            return [*hand, *data.get("hands", {}).get(seat, [])]
        case "hands_passed":
            return list(data.get("hands", {}).get(seat, []))
        case "clue_given" if data["seat"] == seat and data.get("card"):
            return [card for card in hand if card != data["card"]]
        case "cards_submitted" if data["seat"] == seat:
            return [card for card in hand if card not in data.get("cards", ())]
        case _:
            return hand
