"""Every event in a plain sentence, from what everybody may know of it."""

from collections.abc import Callable, Mapping
from typing import Any

from games.story.roster import Roster, join_with_and
from games.story.story_sentences import (
    SIGNAL_PHRASES,
    STAFF_ENDS_PHASE_SENTENCE,
    TIME_UP_SENTENCES,
    end_reason_sentence,
)
from games.story.visible_event import VisibleEvent

SentenceFunction = Callable[[dict[str, Any], Roster], str]
CALL_OFF_REASONS = {"no_clue": "there was no clue", "too_few_cards": "too few cards were given to choose from"}
CLUE_KIND_PHRASES = {
    "text": "a clue in words",
    "sound": "a clue by sound",
    "song": "a clue by song",
    "mime": "a clue by mime",
}


def event_sentence(event: VisibleEvent, roster: Roster) -> str:
    """The event in words; a type that is unknown here is named as it is."""
    if event.type == "time_up" and event.actor == "staff":
        return STAFF_ENDS_PHASE_SENTENCE
    write_sentence = SENTENCE_BY_EVENT_TYPE.get(event.type)
    return write_sentence(event.data, roster) if write_sentence else f"{event.type.replace('_', ' ')}."


def seat_label(seat: int | None, roster: Roster) -> str:
    """The name of who sits there; seats of the lobby may have got other numbers since."""
    return roster.name_by_seat.get(seat, f"seat {seat}") if seat is not None else "nobody"


def _automatic_note(data: dict[str, Any]) -> str:
    return ", by luck" if data.get("automatic") else ""


def _seat_labels(seats: list[int], roster: Roster) -> str:
    return join_with_and([seat_label(seat, roster) for seat in seats])


def _clue_sentence(data: dict[str, Any], roster: Roster) -> str:
    erased_note = ", which has been erased" if data["kind"] == "text" else ""
    text = f": “{data['text']}”" if data.get("text") else erased_note
    return f"{seat_label(data['seat'], roster)} gives {CLUE_KIND_PHRASES[data['kind']]}{text}."


def _match_ended_sentence(data: dict[str, Any], roster: Roster) -> str:
    why = end_reason_sentence(data["why"], roster)
    return f"{why} Winners: {_seat_labels(data['winners'], roster)}." if data["winners"] else why


def _score_list(data: dict[str, Any], roster: Roster) -> str:
    return ", ".join(f"{seat_label(seat, roster)} {score}" for seat, score in enumerate(data["scores"]))


SENTENCE_BY_EVENT_TYPE: Mapping[str, SentenceFunction] = {
    "match_opened": lambda data, _: (
        f"The match is opened for up to {data['seats']} players, with a seed that is committed to."
    ),
    "seat_taken": lambda data, _: f"{(data.get('player') or {}).get('name', 'Somebody')} takes seat {data['seat']}.",
    "seat_left": lambda data, _: f"Seat {data['seat']} is free again.",
    "seat_moved": lambda data, _: f"Whoever sat on seat {data['seat']} sits on seat {data['to']} now.",
    "host_changed": lambda data, _: f"Seat {data['seat']} is the host now.",
    "match_started": lambda data, _: f"The match is started with {len(data['seats'])} players; the table is closed.",
    "entropy_revealed": lambda data, people: f"{seat_label(data['seat'], people)} reveals what they add to the luck.",
    "draw_voided": lambda data, people: f"The draw is void: {_seat_labels(data['missing'], people)} did not reveal.",
    "seed_committed": lambda data, _: "The draw begins again; a fresh seed is committed to.",
    "deck_shuffled": lambda data, _: f"The deck of {data['count']} cards is shuffled.",
    "deck_reshuffled": lambda data, _: f"The deck runs short: {data['count']} cards are shuffled into a new one.",
    "hands_dealt": lambda data, _: "Hands are dealt.",
    "hands_refilled": lambda data, _: "Hands are filled up.",
    "hands_passed": lambda data, _: "All hands go to the left.",
    "round_begun": lambda data, people: (
        f"Round {data['round']} begins"
        + ("." if data["storyteller"] is None else f": {seat_label(data['storyteller'], people)} tells.")
    ),
    "storyteller_claimed": lambda data, people: (
        f"{seat_label(data['seat'], people)} becomes the storyteller{_automatic_note(data)}"
        + (f", and names the airship “{data['text']}”." if data.get("text") else ".")
    ),
    "clue_given": _clue_sentence,
    "cards_submitted": lambda data, people: (
        f"{seat_label(data['seat'], people)} gives a card face down{_automatic_note(data)}."
    ),
    "signalled": lambda data, people: f"{seat_label(data['seat'], people)}: “{SIGNAL_PHRASES[data['word']]}”",
    "tableau_laid": lambda data, _: f"{len(data['tableau'])} cards are laid face up.",
    "vote_cast": lambda data, people: f"{seat_label(data['seat'], people)} votes{_automatic_note(data)}.",
    "round_scored": lambda data, people: f"Round {data['round']} is scored. Scores: {_score_list(data, people)}.",
    "round_called_off": lambda data, _: f"Round {data['round']} is called off: {CALL_OFF_REASONS[data['why']]}.",
    "time_up": lambda data, _: TIME_UP_SENTENCES.get(data["phase"].partition(".")[2], "Time is up."),
    "deadline_extended": lambda data, _: "The house was away for a while: there are twenty seconds more.",
    "seat_ready": lambda data, people: f"{seat_label(data['seat'], people)} is ready.",
    "seat_resigned": lambda data, people: f"{seat_label(data['seat'], people)} resigns: luck plays for that seat.",
    "abandon_agreed": lambda data, people: f"{seat_label(data['seat'], people)} would end the match here.",
    "discarded": lambda data, _: f"{data['count']} cards go to the discard pile.",
    "match_ended": _match_ended_sentence,
}
