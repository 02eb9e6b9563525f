"""What happens in a round beside cards and votes, in a sentence each."""

from typing import Any

from games.story.cast import Cast, listed
from games.story.layout import plain
from games.story.rounds import Round
from games.story.seen import Happened

KINDS = {"text": "says", "sound": "makes a sound", "song": "hums a song", "mime": "acts it out"}
PHASES = {
    "storytelling": "Time is up for the clue.",
    "submitting": "Time is up for giving cards.",
    "voting": "Time is up for voting.",
}
STAFF = "The staff ends this phase."
ENDINGS = {
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
WORDS = {"give": "I'll give one.", "pass": "You give one."}


def sentence(event: Happened, turn: Round, cast: Cast) -> str | None:  # noqa: C901, PLR0911  (a case each)
    """The event in words; None for what the table and the points tell."""
    data = event.data
    match event.type:
        case "storyteller_claimed":
            return _claimed(data, cast)
        case "clue_given":
            return _clue(data, cast)
        case "signalled":
            return f"{cast.name(data['seat'])}: “{WORDS[data['word']]}”"
        case "time_up":
            return STAFF if event.actor == "staff" else PHASES.get(data["phase"].partition(".")[2])
        case "deadline_extended":
            return "The house was away for a while: there are twenty seconds more."
        case "round_called_off":
            return _called_off(data, cast)
        case "deck_reshuffled":
            mixed = "what is left of the deck and the discard pile are" if _mixes(cast) else "the discard pile is"
            return f"The deck runs short: {mixed} shuffled into a new deck of {data['count']} cards."
        case "hands_passed":
            return "All hands go to the left."
        case "abandon_agreed":
            return f"{cast.name(data['seat'])} would end the match here."
        case "seat_resigned":
            return f"{cast.name(data['seat'])} resigns: from now on luck plays for that seat."
        case "host_changed":
            return f"{cast.name(data['seat'])} is the host now."
        case _:
            return None


def missed_votes(turn: Round, cast: Cast) -> list[str]:
    """Who did not vote, once the votes are counted without."""
    if turn.one("round_scored") is None:
        return []
    return [f"{cast.name(seat)} does not vote." for seat in turn.voters(cast) if seat not in turn.votes]


def missed_cards(turn: Round, cast: Cast) -> list[str]:
    """Who gave no card, once the tableau lies there without."""
    if not turn.tableau:
        return []
    owing = [listed([cast.name(seat) for seat in side]) for side in turn.owing(cast)]
    return [f"{who} {'give' if ' and ' in who else 'gives'} no card." for who in owing]


def ending(data: dict[str, Any], last: Round | None, cast: Cast) -> list[str]:
    """Why the match is over, and who has won."""
    scored = last.one("round_scored") if last else None
    told = [why_over(data["why"], cast)]
    if data["winners"]:
        assert scored is not None, "who wins has points"
        sides = [side for side in cast.sides if set(side) <= set(data["winners"])]
        many = len(sides) > 1 or len(sides[0]) > 1
        each = " each" if len(sides) > 1 else ""
        score = scored["scores"][sides[0][0]]
        told.append(
            f"{listed([cast.side(side) for side in sides])} {'win' if many else 'wins'} with {score} points{each}."
        )
    return told


def times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _mixes(cast: Cast) -> bool:
    return bool(cast.rules["refill"] == "mix")


def _claimed(data: dict[str, Any], cast: Cast) -> str:
    who = cast.name(data["seat"])
    if data["automatic"]:
        return f"Nobody has claimed the part: luck names {who}."
    ship = f" and names the airship “{plain(data['text'])}”" if data.get("text") else ""
    return f"{who} claims the part of the storyteller{ship}."


def _clue(data: dict[str, Any], cast: Cast) -> str:
    who, how, text = cast.name(data["seat"]), KINDS[data["kind"]], data.get("text")
    if text is not None:
        return f"{who} {how}: “{plain(text)}”"
    return f"{who} says words that have been erased." if data["kind"] == "text" else f"{who} {how}."


def _called_off(data: dict[str, Any], cast: Cast) -> str:
    if data["why"] == "no_clue":
        return f"{cast.name(data['storyteller'])} gives no clue and is passed over: no points."
    return "Too few cards lie there to choose from: the round is called off, no points."


def why_over(why: str, cast: Cast) -> str:
    end = cast.rules["end"]
    match why:
        case "points":
            return f"{end['points']} points are reached: the match is over."
        case "laps":
            return f"Everyone has told {times(end['laps'])}: the match is over."
        case _:
            return ENDINGS.get(why, f"The match is over ({why.replace('_', ' ')}).")
