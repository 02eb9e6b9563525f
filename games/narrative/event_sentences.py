"""One sentence for each event, made from what the given audience may know of it."""

from collections.abc import Callable, Mapping
from typing import Any

from games.narrative.absence_sentences import ABSENCE_SENTENCE_BY_EVENT_TYPE, agreement_sentence, end_notes
from games.narrative.roster import Roster
from games.narrative.standing import Standing
from games.narrative.visible_event import VisibleEvent

SentenceFunction = Callable[[dict[str, Any], Roster], str]
TIME_UP_SENTENCES = {
    "storytelling": "Time's up for the clue.",
    "submitting": "Time's up for playing cards.",
    "voting": "Time's up for voting.",
}
STAFF_ENDS_PHASE_SENTENCE = "Staff ended this phase."
OUTAGE_EXTENSION_SENTENCE = "The deadline was noticed late, so the phase goes on for another twenty seconds."
END_REASON_SENTENCES = {
    "last_card": "The last card of the deck has been drawn: the match is over.",
    "host": "The host canceled the match before it started.",
    "everyone_left": "Everyone left before the match started.",
    "everybody_resigned": "Everyone resigned: no one wins.",
    "lobby_expired": "The match never started: its lobby expired.",
    "staff": "Staff ended the match: no one wins.",
    "nobody_moved": "No one moved for too long: no one wins.",
    "time_up": "A player missed a move, and this match ends with a missed move: no one wins.",
    "nobody_is_there": "Too few players took part to go on: no one wins.",
}
SIGNAL_PHRASES = {"give": "I'll play our card.", "pass": "You play our card."}
CLUE_KIND_PHRASES = {
    "text": "a clue in words",
    "sound": "a clue by sound",
    "song": "a clue by song",
    "mime": "a clue by mime",
}


def event_sentence(event: VisibleEvent, roster: Roster, before: Standing, after: Standing) -> str:
    """Return a sentence for the event; `before` and `after` say who took part before and after it.

    An unknown event type is not an error: its sentence is the name of the type.
    """
    # The same event as for a deadline; only its actor shows that staff ended the phase.
    if event.type == "time_up" and event.actor == "staff":
        return STAFF_ENDS_PHASE_SENTENCE
    if write_absence_sentence := ABSENCE_SENTENCE_BY_EVENT_TYPE.get(event.type):
        return write_absence_sentence(event, before, after, roster)
    if event.type == "match_ended":
        return _match_ended_sentence(event, after, roster)
    write_sentence = SENTENCE_BY_EVENT_TYPE.get(event.type)
    return write_sentence(event.data, roster) if write_sentence else f"{event.type.replace('_', ' ')}."


def end_reason_sentence(event: VisibleEvent, standing: Standing, roster: Roster) -> str:
    """Return a sentence for the reason why the match ended; a plain one for an unknown reason."""
    end, why = roster.ruleset["end"], event.data["why"]
    match why:
        case "points":
            return f"{end['points']} points reached: the match is over."
        case "laps":
            return f"Everyone has been the storyteller {times_text(end['laps'])}: the match is over."
        case "agreed":
            return agreement_sentence(event, roster)
        case "nobody_is_there" if roster.rulebook == 1:
            return "A whole lap passed without a clue, so everyone seems to have left: no one wins."
        case "nobody_is_there" if standing.is_resting:
            return "No one came back within an hour: no one wins."
        case _:
            return END_REASON_SENTENCES.get(why, f"The match is over ({why.replace('_', ' ')}).")


def times_text(count: int) -> str:
    """Return `once`, `twice`, `3 times`…"""
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _automatic_note(data: dict[str, Any]) -> str:
    return " (at random)" if data.get("automatic") else ""


def _clue_sentence(data: dict[str, Any], roster: Roster) -> str:
    erased_note = " that has since been erased" if data["kind"] == "text" else ""
    text = f": “{' / '.join(data['text'].splitlines())}”" if data.get("text") else erased_note
    return f"{roster.label(data['seat'])} gives {CLUE_KIND_PHRASES[data['kind']]}{text}."


def _match_ended_sentence(event: VisibleEvent, standing: Standing, roster: Roster) -> str:
    winners = event.data["winners"]
    return " ".join(
        [
            end_reason_sentence(event, standing, roster),
            *([f"Winners: {roster.label_list(winners)}."] if winners else ()),
            *end_notes(standing, roster, event.data),
        ]
    )


def _score_list(data: dict[str, Any], roster: Roster) -> str:
    return ", ".join(f"{roster.label(seat)} {score}" for seat, score in enumerate(data["scores"]))


SENTENCE_BY_EVENT_TYPE: Mapping[str, SentenceFunction] = {
    "match_opened": lambda data, _: (
        f"The match is opened for up to {data['seats']} players, with a commitment to its seed."
    ),
    # The player is null once erased, and missing in a body without its openings.
    "seat_taken": lambda data, _: f"{(data.get('player') or {}).get('name', 'A player')} takes seat {data['seat']}.",
    "seat_left": lambda data, _: f"Seat {data['seat']} is free again.",
    "seat_moved": lambda data, _: f"The player in seat {data['seat']} moves to seat {data['to']}.",
    "reservation_dropped": lambda data, _: f"Seat {data['seat']} is no longer reserved.",
    "host_changed": lambda data, _: f"Seat {data['seat']} is now the host.",
    "match_started": lambda data, _: f"The match starts with {len(data['seats'])} players; the lobby is closed.",
    "entropy_revealed": lambda data, roster: f"{roster.label(data['seat'])} reveals their entropy for the shuffle.",
    "draw_voided": lambda data, roster: (
        f"The draw is void: {roster.label_list(data['missing'])} did not reveal their entropy."
    ),
    "seed_committed": lambda data, _: "The draw starts over, with a commitment to a new seed.",
    "deck_shuffled": lambda data, _: f"The deck of {data['count']} cards is shuffled.",
    "deck_reshuffled": lambda data, _: f"The deck runs short: {data['count']} cards are shuffled into a new one.",
    "hands_dealt": lambda data, _: "Hands are dealt.",
    "hands_refilled": lambda data, _: "Hands are refilled.",
    "hands_passed": lambda data, _: "All hands are passed to the left.",
    "round_begun": lambda data, roster: (
        f"Round {data['round']} begins"
        + ("." if data["storyteller"] is None else f": {roster.label(data['storyteller'])} is the storyteller.")
    ),
    "storyteller_claimed": lambda data, roster: (
        f"{roster.label(data['seat'])} becomes the storyteller{_automatic_note(data)}"
        + (f", and names the airship “{data['text']}”." if data.get("text") else ".")
    ),
    "clue_given": _clue_sentence,
    "cards_submitted": lambda data, roster: f"{roster.label(data['seat'])} plays face down{_automatic_note(data)}.",
    "signalled": lambda data, roster: f"{roster.label(data['seat'])}: “{SIGNAL_PHRASES[data['word']]}”",
    "tableau_laid": lambda data, _: f"{len(data['tableau'])} cards are revealed.",
    "vote_cast": lambda data, roster: f"{roster.label(data['seat'])} votes{_automatic_note(data)}.",
    "round_scored": lambda data, roster: f"Round {data['round']} is scored. Scores: {_score_list(data, roster)}.",
    "time_up": lambda data, _: TIME_UP_SENTENCES.get(data["phase"].partition(".")[2], "Time's up."),
    "deadline_extended": lambda data, _: OUTAGE_EXTENSION_SENTENCE,
    "abandon_agreed": lambda data, roster: f"{roster.label(data['seat'])} wants to end the match.",
    "discarded": lambda data, _: f"{data['count']} cards go to the discard pile.",
}
