"""The complete story of a match as plain text: a header, each round, and the ending."""

from collections.abc import Iterator, Sequence

from games.narrative.absence_sentences import end_notes
from games.narrative.event_sentences import end_reason_sentence, times_text
from games.narrative.narrated_event import NarratedEvent
from games.narrative.narrative import Narrative
from games.narrative.roster import Roster, join_with_and, replace_control_characters
from games.narrative.rounds import Round
from games.story.hand_reconstruction import hand_at_clue
from games.story.luck_text import entropy_sentence
from games.story.missed_moves import missed_card_sentences, missed_vote_sentences
from games.story.points_text import render_points
from games.story.tableau_text import render_automatic_footnote, render_tableau
from games.story.text_layout import wrap_text

EVENT_TYPES_IN_PROSE = {
    "storyteller_claimed",
    "clue_given",
    "signalled",
    "time_up",
    "time_called",
    "seat_skipped",
    "seat_resumed",
    "deadline_extended",
    "round_called_off",
    "deck_reshuffled",
    "hands_passed",
    "abandon_agreed",
    "seat_resigned",
    "host_changed",
}
"""The events that the story tells by their sentence; the tables of cards and points show the others."""
ROUND_END_EVENT_TYPES = ("round_scored", "round_called_off")


def render_story(narrative: Narrative) -> str:
    """Return the story of a match as plain text."""
    lines = [*_header_lines(narrative)]
    for match_round in narrative.rounds:
        lines += ["", *_round_lines(narrative, match_round)]
    return "\n".join([*lines, "", *_ending_lines(narrative)]) + "\n"


def _header_lines(narrative: Narrative) -> Iterator[str]:
    roster, opened = narrative.roster, narrative.events[0]
    players = f"{len(roster.seats)} players, " if roster.is_started else ""
    title = f"Dixit: {roster.ruleset['name']}, {players}{_goal_phrase(roster)}"
    yield from (title, "=" * len(title))
    side_labels = [roster.side_label_with_guests(side) for side in roster.sides]
    entropy_text, seat = entropy_sentence(narrative), narrative.perspective
    facts = [
        ("Decks", join_with_and([f"{deck['name']} ({len(deck['cards'])} cards)" for deck in opened.data["decks"]])),
        ("Opened", f"{opened.at.day} {opened.at:%B %Y, %H:%M} UTC"),
        ("Match", opened.match),
        ("Teams" if roster.is_started and roster.ruleset["teams"] else "Players", ", ".join(side_labels)),
        *([("Time", _time_limit_text(opened.data))] if any(opened.data["clock"].values()) else ()),
        *([("Draw", entropy_text)] if entropy_text else ()),
        *([("Perspective", f"as {roster.label(seat)} saw it")] if seat is not None else ()),
    ]
    width = max(len(name) for name, _ in facts) + 2
    for name, fact in facts:
        yield from wrap_text(fact, f"{name:<{width}}", " " * width)


def _goal_phrase(roster: Roster) -> str:
    end = roster.ruleset["end"]
    if end["points"]:
        return f"to {end['points']} points"
    if end["laps"]:
        return f"until everyone has been the storyteller {times_text(end['laps'])}"
    return "to the last card of the deck"


def _time_limit_text(opened: dict[str, object]) -> str:
    clock = opened["clock"]
    assert isinstance(clock, dict)
    limits = [f"{name} {seconds} s" for name, seconds in clock.items() if seconds]
    timeout_phrases = {
        "auto": "missed moves are made at random",
        "skip": "missed moves are skipped",
        "abort": "a missed move ends the match",
    }
    return f"{', '.join(limits)}; {timeout_phrases[str(opened['on_timeout'])]}"


def _round_lines(narrative: Narrative, match_round: Round) -> Iterator[str]:
    roster, events = narrative.roster, match_round.events
    storyteller = match_round.storyteller
    title = f"Round {match_round.number}" + (
        "" if storyteller is None else f": {roster.label(storyteller)} is the storyteller"
    )
    yield from (title, "-" * len(title))
    tableau_index = _index_of_type(events, ("tableau_laid",))
    end_index = _index_of_type(events, ROUND_END_EVENT_TYPES)
    # A round that was called off may have no tableau.
    yield from _wrapped_event_sentences(events[: min(tableau_index, end_index)])
    seat = narrative.perspective
    if seat is not None and (hand := hand_at_clue(narrative, match_round, seat)):
        yield from wrap_text(f"{roster.label(seat)} holds {', '.join(hand)}.")
    yield from (f"  {line}" for line in missed_card_sentences(match_round, roster))
    yield from ([""] if match_round.tableau else [])
    yield from render_tableau(match_round, roster)
    yield from _wrapped_event_sentences(events[tableau_index:end_index])
    yield from (f"  {line}" for line in missed_vote_sentences(match_round, roster))
    yield from render_automatic_footnote(match_round, narrative)
    yield from render_points(match_round, roster)
    closing_lines = list(_wrapped_event_sentences(events[end_index:]))
    yield from ["", *closing_lines] if closing_lines and match_round.scored else closing_lines


def _index_of_type(events: Sequence[NarratedEvent], types: Sequence[str]) -> int:
    """Return the index of the first event of one of these types; the number of events if there is none."""
    return next((index for index, event in enumerate(events) if event.type in types), len(events))


def _wrapped_event_sentences(events: Sequence[NarratedEvent]) -> Iterator[str]:
    for event in events:
        # The end of the reveal is no news: the next round begins with it.
        ends_reveal = event.type == "time_up" and event.actor != "staff" and event.data["phase"].endswith(".reveal")
        if event.type in EVENT_TYPES_IN_PROSE and not ends_reveal:
            yield from wrap_text(replace_control_characters(event.words))


def _ending_lines(narrative: Narrative) -> list[str]:
    roster, last, rounds = narrative.roster, narrative.events[-1], narrative.rounds
    if last.type == "match_ended":
        winners = last.data["winners"]
        sentences = [
            end_reason_sentence(last, last.standing, roster),
            *([_winners_sentence(narrative, winners)] if winners else ()),
            *end_notes(last.standing, roster, last.data),
        ]
        return [line for sentence in sentences for line in wrap_text(sentence, "")]
    if not rounds:
        return ["The shuffles are being drawn." if roster.is_started else "The match has not started yet."]
    phase = next(event.data["phase"] for event in reversed(narrative.events) if event.data.get("phase"))
    return [f"In progress: round {rounds[-1].number}, {phase.partition('.')[2]}."]


def _winners_sentence(narrative: Narrative, winners: Sequence[int]) -> str:
    # The end itself has no scores, and neither have rounds that were called off. Under rulebook 1 that can be all.
    no_scores = (0,) * len(narrative.roster.seats)
    scores = next((one.scores for one in reversed(narrative.rounds) if one.scores is not None), no_scores)
    sides = [side for side in narrative.roster.sides if set(side) <= set(winners)]
    is_plural = len(sides) > 1 or len(sides[0]) > 1
    names = join_with_and([narrative.roster.side_label(side) for side in sides])
    each = " each" if len(sides) > 1 else ""
    return f"{names} {'win' if is_plural else 'wins'} with {scores[sides[0][0]]} points{each}."
