"""Every event in a plain sentence, from what everybody may know of it."""

from collections.abc import Callable, Mapping
from typing import Any

from games.story.cast import Cast, listed
from games.story.seen import Happened
from games.story.sentences import PHASES, STAFF, WORDS, why_over

Words = Callable[[dict[str, Any], Cast], str]
CALLED_OFF = {"no_clue": "there was no clue", "too_few_cards": "too few cards were given to choose from"}
KINDS = {"text": "a clue in words", "sound": "a clue by sound", "song": "a clue by song", "mime": "a clue by mime"}


def sentence(event: Happened, people: Cast) -> str:
    """The event in words; a type that is unknown here is named as it is."""
    if event.type == "time_up" and event.actor == "staff":
        return STAFF
    told = SENTENCES.get(event.type)
    return told(event.data, people) if told else f"{event.type.replace('_', ' ')}."


def who(seat: int | None, people: Cast) -> str:
    """The name of who sits there; seats of the lobby may have got other numbers since."""
    return people.people.get(seat, f"seat {seat}") if seat is not None else "nobody"


def _by_luck(data: dict[str, Any]) -> str:
    return ", by luck" if data.get("automatic") else ""


def _many(seats: list[int], people: Cast) -> str:
    return listed([who(seat, people) for seat in seats])


def _clue(data: dict[str, Any], people: Cast) -> str:
    erased = ", which has been erased" if data["kind"] == "text" else ""
    text = f": “{data['text']}”" if data.get("text") else erased
    return f"{who(data['seat'], people)} gives {KINDS[data['kind']]}{text}."


def _ended(data: dict[str, Any], people: Cast) -> str:
    why = why_over(data["why"], people)
    return f"{why} Winners: {_many(data['winners'], people)}." if data["winners"] else why


def _scores(data: dict[str, Any], people: Cast) -> str:
    return ", ".join(f"{who(seat, people)} {score}" for seat, score in enumerate(data["scores"]))


SENTENCES: Mapping[str, Words] = {
    "match_opened": lambda data, _: (
        f"The match is opened for up to {data['seats']} players, with a seed that is committed to."
    ),
    "seat_taken": lambda data, _: f"{(data.get('player') or {}).get('name', 'Somebody')} takes seat {data['seat']}.",
    "seat_left": lambda data, _: f"Seat {data['seat']} is free again.",
    "seat_moved": lambda data, _: f"Whoever sat on seat {data['seat']} sits on seat {data['to']} now.",
    "host_changed": lambda data, _: f"Seat {data['seat']} is the host now.",
    "match_started": lambda data, _: f"The match is started with {len(data['seats'])} players; the table is closed.",
    "entropy_revealed": lambda data, people: f"{who(data['seat'], people)} reveals what they add to the luck.",
    "draw_voided": lambda data, people: f"The draw is void: {_many(data['missing'], people)} did not reveal.",
    "seed_committed": lambda data, _: "The draw begins again; a fresh seed is committed to.",
    "deck_shuffled": lambda data, _: f"The deck of {data['count']} cards is shuffled.",
    "deck_reshuffled": lambda data, _: f"The deck runs short: {data['count']} cards are shuffled into a new one.",
    "hands_dealt": lambda data, _: "Hands are dealt.",
    "hands_refilled": lambda data, _: "Hands are filled up.",
    "hands_passed": lambda data, _: "All hands go to the left.",
    "round_begun": lambda data, people: (
        f"Round {data['round']} begins"
        + ("." if data["storyteller"] is None else f": {who(data['storyteller'], people)} tells.")
    ),
    "storyteller_claimed": lambda data, people: (
        f"{who(data['seat'], people)} becomes the storyteller{_by_luck(data)}"
        + (f", and names the airship “{data['text']}”." if data.get("text") else ".")
    ),
    "clue_given": _clue,
    "cards_submitted": lambda data, people: f"{who(data['seat'], people)} gives a card face down{_by_luck(data)}.",
    "signalled": lambda data, people: f"{who(data['seat'], people)}: “{WORDS[data['word']]}”",
    "tableau_laid": lambda data, _: f"{len(data['tableau'])} cards are laid face up.",
    "vote_cast": lambda data, people: f"{who(data['seat'], people)} votes{_by_luck(data)}.",
    "round_scored": lambda data, people: f"Round {data['round']} is scored. Scores: {_scores(data, people)}.",
    "round_called_off": lambda data, _: f"Round {data['round']} is called off: {CALLED_OFF[data['why']]}.",
    "time_up": lambda data, _: PHASES.get(data["phase"].partition(".")[2], "Time is up."),
    "deadline_extended": lambda data, _: "The house was away for a while: there are twenty seconds more.",
    "seat_ready": lambda data, people: f"{who(data['seat'], people)} is ready.",
    "seat_resigned": lambda data, people: f"{who(data['seat'], people)} resigns: luck plays for that seat.",
    "abandon_agreed": lambda data, people: f"{who(data['seat'], people)} would end the match here.",
    "discarded": lambda data, _: f"{data['count']} cards go to the discard pile.",
    "match_ended": _ended,
}
