"""Reconstruction of a player's hand from the events that the player could see."""

from collections.abc import Sequence

from games.story.story_rounds import RoundLog
from games.story.visible_event import VisibleEvent


def hand_at_clue(round_log: RoundLog, events: Sequence[VisibleEvent], seat: int) -> list[str]:
    """Return the seat's hand just before the round's clue was given; empty if the round has no clue."""
    clue = next((event for event in round_log.events if event.type == "clue_given"), None)
    hand: list[str] = []
    for event in events if clue else ():
        # By identity, because two events of one match can be equal.
        if event is clue:
            break
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
