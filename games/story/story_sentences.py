"""What happens in a round beside cards and votes, in a sentence each."""

from typing import Any

from games.story.roster import Roster, join_with_and
from games.story.story_rounds import RoundLog
from games.story.text_layout import replace_control_characters
from games.story.visible_event import VisibleEvent

CLUE_KIND_VERBS = {"text": "says", "sound": "makes a sound", "song": "hums a song", "mime": "acts it out"}
TIME_UP_SENTENCES = {
    "storytelling": "Time is up for the clue.",
    "submitting": "Time is up for giving cards.",
    "voting": "Time is up for voting.",
}
STAFF_ENDS_PHASE_SENTENCE = "The staff ends this phase."
END_REASON_SENTENCES = {
    "last_card": "The last card of the deck is drawn: the match is over.",
    "agreed": "All agree to end the match here: nobody wins.",
    "host": "The host calls the match off before it has begun.",
    "everyone_left": "Everyone has left the table before the match began.",
    "everybody_resigned": "Everybody has resigned: nobody wins.",
    "lobby_expired": "The match never began: its lobby was open for too long.",
    "staff": "The staff has ended the match: nobody wins.",
    "nobody_moved": "Nobody has moved for too long: nobody wins.",
    "time_up": "By the terms of this match a missed move ends it: nobody wins.",
    "nobody_is_there": "A whole lap has passed without a clue, so nobody is there: nobody wins.",
}
SIGNAL_PHRASES = {"give": "I'll give one.", "pass": "You give one."}


def round_sentence(event: VisibleEvent, round_log: RoundLog, roster: Roster) -> str | None:  # noqa: C901, PLR0911  (a case each)
    """The event in words; None for what the table and the points tell."""
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
            return "The house was away for a while: there are twenty seconds more."
        case "round_called_off":
            return _call_off_sentence(data, roster)
        case "deck_reshuffled":
            mixed = (
                "what is left of the deck and the discard pile are"
                if _mixes_discards_into_deck(roster)
                else "the discard pile is"
            )
            return f"The deck runs short: {mixed} shuffled into a new deck of {data['count']} cards."
        case "hands_passed":
            return "All hands go to the left."
        case "abandon_agreed":
            return f"{roster.name(data['seat'])} would end the match here."
        case "seat_resigned":
            return f"{roster.name(data['seat'])} resigns: from now on luck plays for that seat."
        case "host_changed":
            return f"{roster.name(data['seat'])} is the host now."
        case _:
            return None


def missed_vote_sentences(round_log: RoundLog, roster: Roster) -> list[str]:
    """Who did not vote, once the votes are counted without."""
    if round_log.first_data_of_type("round_scored") is None:
        return []
    return [
        f"{roster.name(seat)} does not vote."
        for seat in round_log.voters(roster)
        if seat not in round_log.slots_by_voter
    ]


def missed_card_sentences(round_log: RoundLog, roster: Roster) -> list[str]:
    """Who gave no card, once the tableau lies there without."""
    if not round_log.tableau:
        return []
    side_names = [join_with_and([roster.name(seat) for seat in side]) for side in round_log.sides_without_card(roster)]
    return [f"{who} {'give' if ' and ' in who else 'gives'} no card." for who in side_names]


def ending_sentences(data: dict[str, Any], last: RoundLog | None, roster: Roster) -> list[str]:
    """Why the match is over, and who has won."""
    scored_data = last.first_data_of_type("round_scored") if last else None
    sentences = [end_reason_sentence(data["why"], roster)]
    if data["winners"]:
        assert scored_data is not None, "who wins has points"
        sides = [side for side in roster.sides if set(side) <= set(data["winners"])]
        is_plural = len(sides) > 1 or len(sides[0]) > 1
        each = " each" if len(sides) > 1 else ""
        score = scored_data["scores"][sides[0][0]]
        winners = join_with_and([roster.side_name(side) for side in sides])
        sentences.append(f"{winners} {'win' if is_plural else 'wins'} with {score} points{each}.")
    return sentences


def times_text(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _mixes_discards_into_deck(roster: Roster) -> bool:
    return bool(roster.ruleset["refill"] == "mix")


def _claim_sentence(data: dict[str, Any], roster: Roster) -> str:
    who = roster.name(data["seat"])
    if data["automatic"]:
        return f"Nobody has claimed the part: luck names {who}."
    airship_note = f" and names the airship “{replace_control_characters(data['text'])}”" if data.get("text") else ""
    return f"{who} claims the part of the storyteller{airship_note}."


def _spoken_clue_sentence(data: dict[str, Any], roster: Roster) -> str:
    who, how, text = roster.name(data["seat"]), CLUE_KIND_VERBS[data["kind"]], data.get("text")
    if text is not None:
        return f"{who} {how}: “{replace_control_characters(text)}”"
    return f"{who} says words that have been erased." if data["kind"] == "text" else f"{who} {how}."


def _call_off_sentence(data: dict[str, Any], roster: Roster) -> str:
    if data["why"] == "no_clue":
        return f"{roster.name(data['storyteller'])} gives no clue and is passed over: no points."
    return "Too few cards lie there to choose from: the round is called off, no points."


def end_reason_sentence(why: str, roster: Roster) -> str:
    end = roster.ruleset["end"]
    match why:
        case "points":
            return f"{end['points']} points are reached: the match is over."
        case "laps":
            return f"Everyone has told {times_text(end['laps'])}: the match is over."
        case _:
            return END_REASON_SENTENCES.get(why, f"The match is over ({why.replace('_', ' ')}).")
