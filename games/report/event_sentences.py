"""One sentence for each event, made from what the given audience may know of it."""

from collections.abc import Callable, Mapping
from typing import Any

from games.story.roster import Roster, join_with_and
from games.story.story_sentences import (
    OUTAGE_EXTENSION_SENTENCE,
    SIGNAL_PHRASES,
    STAFF_ENDS_PHASE_SENTENCE,
    TIME_UP_SENTENCES,
    end_reason_sentence,
)
from games.story.visible_event import VisibleEvent

SentenceFunction = Callable[[dict[str, Any], Roster], str]
CALL_OFF_REASONS = {"no_clue": "there was no clue", "too_few_cards": "too few cards were submitted to vote on"}
CLUE_KIND_PHRASES = {
    "text": "a clue in words",
    "sound": "a clue by sound",
    "song": "a clue by song",
    "mime": "a clue by mime",
}


def event_sentence(event: VisibleEvent, roster: Roster) -> str:
    """Return a sentence for the event.

    An unknown event type is not an error: the report falls back to the name of the type.
    """
    if event.type == "time_up" and event.actor == "staff":
        return STAFF_ENDS_PHASE_SENTENCE
    write_sentence = SENTENCE_BY_EVENT_TYPE.get(event.type)
    return write_sentence(event.data, roster) if write_sentence else f"{event.type.replace('_', ' ')}."


def seat_label(seat: int | None, roster: Roster) -> str:
    """Return the player's name, or `seat N` for a seat that has none in the roster."""
    # Seats are renumbered when a match starts, so an event of the lobby may name a seat that no longer exists.
    return roster.name_by_seat.get(seat, f"seat {seat}") if seat is not None else "no one"


def _automatic_note(data: dict[str, Any]) -> str:
    return " (at random)" if data.get("automatic") else ""


def _seat_labels(seats: list[int], roster: Roster) -> str:
    return join_with_and([seat_label(seat, roster) for seat in seats])


def _clue_sentence(data: dict[str, Any], roster: Roster) -> str:
    erased_note = " that has since been erased" if data["kind"] == "text" else ""
    text = f": “{data['text']}”" if data.get("text") else erased_note
    return f"{seat_label(data['seat'], roster)} gives {CLUE_KIND_PHRASES[data['kind']]}{text}."


def _match_ended_sentence(data: dict[str, Any], roster: Roster) -> str:
    why = end_reason_sentence(data["why"], roster)
    return f"{why} Winners: {_seat_labels(data['winners'], roster)}." if data["winners"] else why


def _score_list(data: dict[str, Any], roster: Roster) -> str:
    return ", ".join(f"{seat_label(seat, roster)} {score}" for seat, score in enumerate(data["scores"]))


SENTENCE_BY_EVENT_TYPE: Mapping[str, SentenceFunction] = {
    "match_opened": lambda data, _: (
        f"The match is opened for up to {data['seats']} players, with a commitment to its seed."
    ),
    "seat_taken": lambda data, _: f"{(data.get('player') or {}).get('name', 'A player')} takes seat {data['seat']}.",
    "seat_left": lambda data, _: f"Seat {data['seat']} is free again.",
    "seat_moved": lambda data, _: f"The player in seat {data['seat']} moves to seat {data['to']}.",
    "host_changed": lambda data, _: f"Seat {data['seat']} is now the host.",
    "match_started": lambda data, _: f"The match starts with {len(data['seats'])} players; the lobby is closed.",
    "entropy_revealed": lambda data, people: (
        f"{seat_label(data['seat'], people)} reveals their entropy for the shuffle."
    ),
    "draw_voided": lambda data, people: (
        f"The draw is void: {_seat_labels(data['missing'], people)} did not reveal their entropy."
    ),
    "seed_committed": lambda data, _: "The draw starts over, with a commitment to a new seed.",
    "deck_shuffled": lambda data, _: f"The deck of {data['count']} cards is shuffled.",
    "deck_reshuffled": lambda data, _: f"The deck runs short: {data['count']} cards are shuffled into a new one.",
    "hands_dealt": lambda data, _: "Hands are dealt.",
    "hands_refilled": lambda data, _: "Hands are refilled.",
    "hands_passed": lambda data, _: "All hands are passed to the left.",
    "round_begun": lambda data, people: (
        f"Round {data['round']} begins"
        + ("." if data["storyteller"] is None else f": {seat_label(data['storyteller'], people)} is the storyteller.")
    ),
    "storyteller_claimed": lambda data, people: (
        f"{seat_label(data['seat'], people)} becomes the storyteller{_automatic_note(data)}"
        + (f", and names the airship “{data['text']}”." if data.get("text") else ".")
    ),
    "clue_given": _clue_sentence,
    "cards_submitted": lambda data, people: (
        f"{seat_label(data['seat'], people)} plays face down{_automatic_note(data)}."
    ),
    "signalled": lambda data, people: f"{seat_label(data['seat'], people)}: “{SIGNAL_PHRASES[data['word']]}”",
    "tableau_laid": lambda data, _: f"{len(data['tableau'])} cards are revealed.",
    "vote_cast": lambda data, people: f"{seat_label(data['seat'], people)} votes{_automatic_note(data)}.",
    "round_scored": lambda data, people: f"Round {data['round']} is scored. Scores: {_score_list(data, people)}.",
    "round_called_off": lambda data, _: f"Round {data['round']} is called off: {CALL_OFF_REASONS[data['why']]}.",
    "time_up": lambda data, _: TIME_UP_SENTENCES.get(data["phase"].partition(".")[2], "Time's up."),
    "deadline_extended": lambda data, _: OUTAGE_EXTENSION_SENTENCE,
    "seat_ready": lambda data, people: f"{seat_label(data['seat'], people)} is ready.",
    "seat_resigned": lambda data, people: (
        f"{seat_label(data['seat'], people)} resigns: moves for that seat are now made at random."
    ),
    "abandon_agreed": lambda data, people: f"{seat_label(data['seat'], people)} wants to end the match.",
    "discarded": lambda data, _: f"{data['count']} cards go to the discard pile.",
    "match_ended": _match_ended_sentence,
}
