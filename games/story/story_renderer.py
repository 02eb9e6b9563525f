"""The complete story of a match: a header, each round, and the ending."""

from collections.abc import Iterator, Sequence

from games.story.hand_reconstruction import hand_at_clue
from games.story.luck_text import entropy_sentence
from games.story.points_text import render_points
from games.story.roster import Roster, build_roster, join_with_and
from games.story.story_rounds import RoundLog, split_into_rounds
from games.story.story_sentences import (
    ending_sentences,
    missed_card_sentences,
    missed_vote_sentences,
    round_sentence,
    times_text,
)
from games.story.tableau_text import render_automatic_footnote, render_tableau
from games.story.text_layout import wrap_text
from games.story.visible_event import VisibleEvent

ROUND_END_EVENT_TYPES = ("round_scored", "round_called_off")


def render_story(events: Sequence[VisibleEvent], seat: int | None = None) -> str:
    """Return the story of a match as plain text.

    Args:
        events: the match's events, as `visible_events` returns them for this viewer.
        seat: the seat whose perspective the events have; None for the public.
    """
    roster = build_roster(events)
    lines = [*_header_lines(events, roster, seat)]
    round_logs = split_into_rounds(events)
    for round_log in round_logs:
        lines += ["", *_round_lines(round_log, roster, events, seat)]
    return "\n".join([*lines, "", *_ending_lines(events, round_logs, roster)]) + "\n"


def _header_lines(events: Sequence[VisibleEvent], roster: Roster, seat: int | None) -> Iterator[str]:
    opening_data = events[0].data
    players = f"{len(roster.name_by_seat)} players, " if roster.is_started else ""
    title = f"Dixit: {roster.ruleset['name']}, {players}{_goal_phrase(roster)}"
    yield from (title, "=" * len(title))
    side_names = [roster.side_name(side) for side in roster.sides]
    facts = [
        ("Decks", join_with_and([f"{deck['name']} ({len(deck['cards'])} cards)" for deck in opening_data["decks"]])),
        ("Opened", f"{events[0].at.day} {events[0].at:%B %Y, %H:%M} UTC"),
        ("Match", events[0].match),
        ("Teams" if roster.is_started and roster.ruleset["teams"] else "Players", ", ".join(side_names)),
        *([("Time", _time_limit_text(opening_data))] if any(opening_data["clock"].values()) else ()),
        *([("Draw", entropy_text)] if (entropy_text := entropy_sentence(events, roster)) else ()),
        *([("Perspective", f"as {roster.name(seat)} saw it")] if seat is not None else ()),
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


def _round_lines(
    round_log: RoundLog, roster: Roster, events: Sequence[VisibleEvent], seat: int | None
) -> Iterator[str]:
    storyteller = round_log.storyteller
    title = f"Round {round_log.number}" + (
        "" if storyteller is None else f": {roster.name(storyteller)} is the storyteller"
    )
    yield from (title, "-" * len(title))
    tableau_index = next(
        (n for n, event in enumerate(round_log.events) if event.type == "tableau_laid"), len(round_log.events)
    )
    end_index = next(
        (n for n, event in enumerate(round_log.events) if event.type in ROUND_END_EVENT_TYPES), len(round_log.events)
    )
    yield from _sentence_lines(round_log, roster, round_log.events[: min(tableau_index, end_index)])
    if seat is not None and (hand := hand_at_clue(round_log, events, seat)):
        yield from wrap_text(f"{roster.name(seat)} holds {', '.join(hand)}.")
    yield from (f"  {line}" for line in missed_card_sentences(round_log, roster))
    yield from ([""] if round_log.tableau else [])
    yield from render_tableau(round_log, roster)
    yield from _sentence_lines(round_log, roster, round_log.events[tableau_index:end_index])
    yield from (f"  {line}" for line in missed_vote_sentences(round_log, roster))
    yield from render_automatic_footnote(
        round_log, has_resignations=any(event.type == "seat_resigned" for event in events)
    )
    yield from render_points(round_log, roster)
    closing_lines = list(_sentence_lines(round_log, roster, round_log.events[end_index:]))
    yield from (
        ["", *closing_lines] if closing_lines and round_log.first_data_of_type("round_scored") else closing_lines
    )


def _sentence_lines(round_log: RoundLog, roster: Roster, events: Sequence[VisibleEvent]) -> Iterator[str]:
    for event in events:
        if text := round_sentence(event, round_log, roster):
            yield from wrap_text(text)


def _ending_lines(events: Sequence[VisibleEvent], round_logs: Sequence[RoundLog], roster: Roster) -> list[str]:
    if events[-1].type == "match_ended":
        last_scored_round = next(
            (round_log for round_log in reversed(round_logs) if round_log.first_data_of_type("round_scored")), None
        )
        return ending_sentences(events[-1].data, last_scored_round, roster)
    if not round_logs:
        return ["The shuffles are being drawn." if roster.is_started else "The match has not started yet."]
    phase = next(event.data["phase"] for event in reversed(events) if event.data.get("phase"))
    return [f"In progress: round {round_logs[-1].number}, {phase.partition('.')[2]}."]
