"""Sentences on players who are absent: passed over, skipped, back, and a match that rests or ends without them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from games.narrative.roster import Roster, join_with_and
from games.narrative.standing import Standing
from games.narrative.visible_event import VisibleEvent

CALL_OFF_REASONS = {"too_few_cards": "too few cards were submitted to vote on"}


def called_off_reason(data: Mapping[str, Any], standing: Standing, roster: Roster) -> str:
    """Return why a round was called off, as a clause; it says who was passed over."""
    if data["why"] != "no_clue":
        return CALL_OFF_REASONS.get(data["why"], str(data["why"]).replace("_", " "))
    seat = data["storyteller"]
    if seat in standing.resigned:
        return f"{roster.label(seat)} has resigned and is passed over"
    if seat in standing.skipped:
        return f"{roster.label(seat)} is absent and is passed over"
    return f"{roster.label(seat)} gave no clue and is passed over"


def end_notes(standing: Standing, roster: Roster, end: Mapping[str, Any]) -> Iterator[str]:
    """Yield sentences on the absent at the end of a match: who was out of the running, who was skipped at the end."""
    out_of_running = [side for side in roster.sides if standing.is_out_of_running(side)]
    # If nobody else is left, those who are out of the running win.
    if end["winners"] and 0 < len(out_of_running) < len(roster.sides):
        labels_by_reason: dict[str, list[str]] = {}
        for side in out_of_running:
            labels_by_reason.setdefault(_absence_reason(side, standing), []).append(roster.side_label(side))
        groups = [f"{join_with_and(labels)} ({reason})" for reason, labels in labels_by_reason.items()]
        yield f"Out of the running: {join_with_and(groups)}."
    if end.get("skipped"):
        yield f"Skipped at the end: {roster.label_list(end['skipped'])}."


def agreement_sentence(event: VisibleEvent, roster: Roster) -> str:
    """Return the sentence on a match that ended by agreement: of everyone, or of those who were still there."""
    skipped = event.data.get("skipped", ())
    if not skipped:
        return "Everyone agreed to end the match: no one wins."
    are = "was" if len(skipped) == 1 else "were"
    # Fewer than half can end a match once the others have been skipped for an hour; then the clock does, if they had
    # agreed before.
    since = "had been away for an hour" if event.actor == "clock" else f"{are} skipped"
    return f"Everyone still there agreed to end the match, and {roster.label_list(skipped)} {since}: no one wins."


def time_text(at: str | datetime, now: datetime) -> str:
    """Return a time in UTC, with its date if it is on another day than `now`."""
    moment = datetime.fromisoformat(at) if isinstance(at, str) else at
    date = "" if moment.date() == now.date() else f"{moment.day} {moment:%B %Y}, "
    return f"{date}{moment:%H:%M:%S} UTC"


def _time_called(event: VisibleEvent, before: Standing, after: Standing, roster: Roster) -> str:
    return (
        f"{roster.label(event.data['seat'])} calls time: "
        f"the phase ends at {time_text(event.data['deadline_at'], event.at)}."
    )


def _seat_ready(event: VisibleEvent, before: Standing, after: Standing, roster: Roster) -> str:
    sentence, deadline_at = f"{roster.label(event.data['seat'])} is ready", event.data.get("deadline_at")
    return f"{sentence}: the others have until {time_text(deadline_at, event.at)}." if deadline_at else f"{sentence}."


def _seat_skipped(event: VisibleEvent, before: Standing, after: Standing, roster: Roster) -> str:
    sentence = f"{roster.label(event.data['seat'])} has missed too many moves: the match no longer waits for that seat."
    return sentence + _rest_note(event, before, after)


def _seat_resigned(event: VisibleEvent, before: Standing, after: Standing, roster: Roster) -> str:
    sentence = f"{roster.label(event.data['seat'])} resigns: moves for that seat are now made at random."
    return sentence + _rest_note(event, before, after)


def _rest_note(event: VisibleEvent, before: Standing, after: Standing) -> str:
    if after.rest_ends_at is None or before.is_resting:
        return ""
    return (
        " No one is left to play: the match rests. "
        f"It ends at {time_text(after.rest_ends_at, event.at)} unless someone comes back."
    )


def _seat_resumed(event: VisibleEvent, before: Standing, after: Standing, roster: Roster) -> str:
    sentence, deadline_at = f"{roster.label(event.data['seat'])} is back.", event.data["deadline_at"]
    if not before.is_resting:
        return sentence
    until = f"; this phase lasts until {time_text(deadline_at, event.at)}" if deadline_at else ""
    return f"{sentence} The rest is over, and the match goes on{until}."


def _round_called_off(event: VisibleEvent, before: Standing, after: Standing, roster: Roster) -> str:
    return f"Round {event.data['round']} is called off: {called_off_reason(event.data, before, roster)}."


ABSENCE_SENTENCE_BY_EVENT_TYPE: Mapping[str, Callable[[VisibleEvent, Standing, Standing, Roster], str]] = {
    "time_called": _time_called,
    "seat_ready": _seat_ready,
    "seat_skipped": _seat_skipped,
    "seat_resumed": _seat_resumed,
    "seat_resigned": _seat_resigned,
    "round_called_off": _round_called_off,
}
"""The sentences that depend on who takes part before and after an event."""


def _absence_reason(side: Sequence[int], standing: Standing) -> str:
    if all(seat in standing.resigned for seat in side):
        return "resigned"
    return "absent in more than half of the rounds" if not set(side) & set(standing.resigned) else "absent"
