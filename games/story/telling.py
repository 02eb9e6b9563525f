"""The whole account: who plays what, round by round, and how it ends."""

from collections.abc import Iterator, Sequence

from games.story.cast import Cast, cast, listed
from games.story.hands import hand_at_clue
from games.story.layout import turned
from games.story.luck import luck
from games.story.points import points
from games.story.rounds import Round, rounds
from games.story.seen import Happened
from games.story.sentences import ending, missed_cards, missed_votes, sentence, times
from games.story.tableau import footnote, tableau

LATER = ("round_scored", "round_called_off")


def story(events: Sequence[Happened], seat: int | None = None) -> str:
    """The account of a match; `seat` is through whose eyes, None for anyone's who looks on."""
    people = cast(events)
    lines = [*_header(events, people, seat)]
    turns = rounds(events)
    for turn in turns:
        lines += ["", *_round(turn, people, events, seat)]
    return "\n".join([*lines, "", *_end(events, turns, people)]) + "\n"


def _header(events: Sequence[Happened], people: Cast, seat: int | None) -> Iterator[str]:
    opened = events[0].data
    players = f"{len(people.people)} players, " if people.started else ""
    title = f"Dixit: {people.rules['name']}, {players}{_goal(people)}"
    yield from (title, "=" * len(title))
    together = [people.side(side) for side in people.sides]
    facts = [
        ("Decks", listed([f"{deck['name']} ({len(deck['cards'])} cards)" for deck in opened["decks"]])),
        ("Opened", f"{events[0].at.day} {events[0].at:%B %Y, %H:%M} UTC"),
        ("Match", events[0].match),
        ("Teams" if people.started and people.rules["teams"] else "Table", ", ".join(together)),
        *([("Time", _clock(opened))] if any(opened["clock"].values()) else ()),
        *([("Luck", drawn)] if (drawn := luck(events, people)) else ()),
        *([("Eyes", f"as {people.name(seat)} saw it")] if seat is not None else ()),
    ]
    width = max(len(name) for name, _ in facts) + 2
    for name, fact in facts:
        yield from turned(fact, f"{name:<{width}}", " " * width)


def _goal(people: Cast) -> str:
    end = people.rules["end"]
    if end["points"]:
        return f"to {end['points']} points"
    if end["laps"]:
        return f"until everyone has told {times(end['laps'])}"
    return "to the last card of the deck"


def _clock(opened: dict[str, object]) -> str:
    clock = opened["clock"]
    assert isinstance(clock, dict)
    limits = [f"{name} {seconds} s" for name, seconds in clock.items() if seconds]
    then = {"auto": "luck plays for who misses it", "skip": "who misses it sits out", "abort": "a missed move ends it"}
    return f"{', '.join(limits)}; {then[str(opened['on_timeout'])]}"


def _round(turn: Round, people: Cast, events: Sequence[Happened], seat: int | None) -> Iterator[str]:
    teller = turn.storyteller
    title = f"Round {turn.number}" + ("" if teller is None else f": {people.name(teller)} tells")
    yield from (title, "-" * len(title))
    laid = next((n for n, event in enumerate(turn.events) if event.type == "tableau_laid"), len(turn.events))
    over = next((n for n, event in enumerate(turn.events) if event.type in LATER), len(turn.events))
    yield from _sentences(turn, people, turn.events[: min(laid, over)])
    if seat is not None and (hand := hand_at_clue(turn, events, seat)):
        yield from turned(f"{people.name(seat)} holds {', '.join(hand)}.")
    yield from (f"  {line}" for line in missed_cards(turn, people))
    yield from ([""] if turn.tableau else [])
    yield from tableau(turn, people)
    yield from _sentences(turn, people, turn.events[laid:over])
    yield from (f"  {line}" for line in missed_votes(turn, people))
    yield from footnote(turn, some_have_left=any(event.type == "seat_resigned" for event in events))
    yield from points(turn, people)
    after = list(_sentences(turn, people, turn.events[over:]))
    yield from (["", *after] if after and turn.one("round_scored") else after)


def _sentences(turn: Round, people: Cast, events: Sequence[Happened]) -> Iterator[str]:
    for event in events:
        if told := sentence(event, turn, people):
            yield from turned(told)


def _end(events: Sequence[Happened], turns: Sequence[Round], people: Cast) -> list[str]:
    if events[-1].type == "match_ended":
        scored = next((turn for turn in reversed(turns) if turn.one("round_scored")), None)
        return ending(events[-1].data, scored, people)
    if not turns:
        return ["Luck is being drawn." if people.started else "The match has not begun yet."]
    phase = next(event.data["phase"] for event in reversed(events) if event.data.get("phase"))
    return [f"To be continued: the match is at {phase.partition('.')[2]} in round {turns[-1].number}."]
