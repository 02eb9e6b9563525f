"""Sentences for everything in a round that the tables of cards and points do not show."""

from typing import Any

from games.story.roster import Roster, join_with_and
from games.story.story_rounds import RoundLog
from games.story.text_layout import replace_control_characters
from games.story.visible_event import VisibleEvent

CLUE_KIND_VERBS = {"text": "says", "sound": "makes a sound", "song": "hums a song", "mime": "acts it out"}
TIME_UP_SENTENCES = {
    "storytelling": "Time's up for the clue.",
    "submitting": "Time's up for playing cards.",
    "voting": "Time's up for voting.",
}
STAFF_ENDS_PHASE_SENTENCE = "Staff ended this phase."
OUTAGE_EXTENSION_SENTENCE = "The service was down for a while: the deadline is now twenty seconds away."
END_REASON_SENTENCES = {
    "last_card": "The last card of the deck has been drawn: the match is over.",
    "agreed": "Everyone agreed to end the match: no one wins.",
    "host": "The host canceled the match before it started.",
    "everyone_left": "Everyone left before the match started.",
    "everybody_resigned": "Everyone resigned: no one wins.",
    "lobby_expired": "The match never started: its lobby expired.",
    "staff": "Staff ended the match: no one wins.",
    "nobody_moved": "No one moved for too long: no one wins.",
    "time_up": "A player missed a move, and this match ends with a missed move: no one wins.",
    "nobody_is_there": "A whole lap passed without a clue, so everyone seems to have left: no one wins.",
}
SIGNAL_PHRASES = {"give": "I'll play our card.", "pass": "You play our card."}


def round_sentence(event: VisibleEvent, round_log: RoundLog, roster: Roster) -> str | None:  # noqa: C901, PLR0911  (a case each)
    """Return a sentence for the event; None for events that the tables of cards and points show."""
    data = event.data
    match event.type:
        case "storyteller_claimed":
            return _claim_sentence(data, roster)
        case "clue_given":
            return _spoken_clue_sentence(data, roster)
        case "signalled":
            return f"{roster.name(data['seat'])}: “{SIGNAL_PHRASES[data['word']]}”"
        case "time_up":
            return (
                STAFF_ENDS_PHASE_SENTENCE
                if event.actor == "staff"
                else TIME_UP_SENTENCES.get(data["phase"].partition(".")[2])
            )
        case "deadline_extended":
            return OUTAGE_EXTENSION_SENTENCE
        case "round_called_off":
            return _call_off_sentence(data, roster)
        case "deck_reshuffled":
            mixed = (
                "the rest of the deck and the discard pile are"
                if _mixes_discards_into_deck(roster)
                else "the discard pile is"
            )
            return f"The deck runs short: {mixed} shuffled into a new deck of {data['count']} cards."
        case "hands_passed":
            return "All hands are passed to the left."
        case "abandon_agreed":
            return f"{roster.name(data['seat'])} wants to end the match."
        case "seat_resigned":
            return f"{roster.name(data['seat'])} resigns: moves for that seat are now made at random."
        case "host_changed":
            return f"{roster.name(data['seat'])} is now the host."
        case _:
            return None


def missed_vote_sentences(round_log: RoundLog, roster: Roster) -> list[str]:
    """Return a sentence for each player without a vote, once the round is scored."""
    if round_log.first_data_of_type("round_scored") is None:
        return []
    return [
        f"{roster.name(seat)} does not vote."
        for seat in round_log.voters(roster)
        if seat not in round_log.slots_by_voter
    ]


def missed_card_sentences(round_log: RoundLog, roster: Roster) -> list[str]:
    """Return a sentence for each side without a card, once the tableau is revealed."""
    if not round_log.tableau:
        return []
    side_names = [join_with_and([roster.name(seat) for seat in side]) for side in round_log.sides_without_card(roster)]
    return [f"{who} {'play' if ' and ' in who else 'plays'} no card." for who in side_names]


def ending_sentences(data: dict[str, Any], last: RoundLog | None, roster: Roster) -> list[str]:
    """Return why the match is over, and who won.

    Args:
        data: the data of `match_ended`.
        last: the last scored round, if any.
        roster: the players.
    """
    scored_data = last.first_data_of_type("round_scored") if last else None
    sentences = [end_reason_sentence(data["why"], roster)]
    if data["winners"]:
        assert scored_data is not None, "winners have points"
        sides = [side for side in roster.sides if set(side) <= set(data["winners"])]
        is_plural = len(sides) > 1 or len(sides[0]) > 1
        each = " each" if len(sides) > 1 else ""
        score = scored_data["scores"][sides[0][0]]
        winners = join_with_and([roster.side_name(side) for side in sides])
        sentences.append(f"{winners} {'win' if is_plural else 'wins'} with {score} points{each}.")
    return sentences


def times_text(count: int) -> str:
    """Return `once`, `twice`, `3 times`…"""
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _mixes_discards_into_deck(roster: Roster) -> bool:
    return bool(roster.ruleset["refill"] == "mix")


def _claim_sentence(data: dict[str, Any], roster: Roster) -> str:
    who = roster.name(data["seat"])
    if data["automatic"]:
        return f"No one claimed the role of storyteller: {who} is chosen at random."
    airship_note = f" and names the airship “{replace_control_characters(data['text'])}”" if data.get("text") else ""
    return f"{who} claims the role of storyteller{airship_note}."


def _spoken_clue_sentence(data: dict[str, Any], roster: Roster) -> str:
    who, how, text = roster.name(data["seat"]), CLUE_KIND_VERBS[data["kind"]], data.get("text")
    if text is not None:
        return f"{who} {how}: “{replace_control_characters(text)}”"
    return f"{who} gives a clue that has since been erased." if data["kind"] == "text" else f"{who} {how}."


def _call_off_sentence(data: dict[str, Any], roster: Roster) -> str:
    if data["why"] == "no_clue":
        return f"{roster.name(data['storyteller'])} gives no clue and is skipped: no points."
    return "Too few cards were played to vote on: the round is called off, no points."


def end_reason_sentence(why: str, roster: Roster) -> str:
    """Return a sentence for the reason why the match ended; a plain one for an unknown reason."""
    end = roster.ruleset["end"]
    match why:
        case "points":
            return f"{end['points']} points reached: the match is over."
        case "laps":
            return f"Everyone has been the storyteller {times_text(end['laps'])}: the match is over."
        case _:
            return END_REASON_SENTENCES.get(why, f"The match is over ({why.replace('_', ' ')}).")
