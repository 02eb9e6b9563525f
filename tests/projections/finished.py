"""Matches that are over, of every kind: with people and computer players, public or not, with missed moves."""

from functools import cache
from hashlib import sha256
from random import Random
from typing import Any

from games.eventlog.match_state import MatchState
from games.rulebook.commands import Command, Open, Resign, SeatBot, Sit, Start, TimeUp
from games.rulebook.match import Match, Over, board_of, deadline_of, phase_id
from games.rulebook.rulesets import EDITIONS
from tests.audit.made import Made, TrueLuck
from tests.rulebook.players import robot, sensible
from tests.rulebook.playing import HURRY
from tests.rulebook.table import Luck, people, terms

TABLES = (
    ("classic", 3),
    ("classic", 4),
    ("classic-last-card", 5),
    ("odyssey", 5),
    ("odyssey", 8),
    ("party", 6),
    ("party-passing", 7),
    ("party-30", 6),
    ("team", 6),
    ("team-30", 8),
)


@cache
def sample() -> tuple[Made, ...]:
    """A match at each of some tables, the same in every run."""
    return tuple(finished(name, players, seed) for seed, (name, players) in enumerate(TABLES, start=10))


def finished(name: str, players: int, seed: int) -> Made:
    """A random match from its opening to its end."""
    rng, rules = Random(f"{name} {players} {seed}"), EDITIONS[name].rules
    match_id = sha256(f"{name}/{players}/{seed}".encode()).hexdigest()[:32]
    story = Made(rules=rules, players=players, seed=seed, luck=Luck(), match_id=match_id)
    story.luck = TrueLuck(story)
    _gather(story, rng)
    while not isinstance(story.match, Over):
        assert story.match is not None
        story.act(_next(story.match, rng))
    return story


def folded(story: Made) -> MatchState:
    assert story.folded is not None
    return story.folded


def _gather(story: Made, rng: Random) -> None:
    """Everybody takes any seat, so that there are gaps to close; the first of them are computer players."""
    host, *others = people(story.players)
    seats = story.players if story.rules.teams else max(story.rules.players)
    robots = rng.choice((0, 0, 1, len(others)))
    free = rng.sample(range(1, seats), len(others))
    story.act(Open(terms=terms(story.rules, seats, **_agreed(rng)), player=host))
    for number, (place, player) in enumerate(zip(free, others, strict=True)):
        is_robot = number < robots
        story.act(
            SeatBot(seat=0, target_seat=place, player=robot(place)) if is_robot else Sit(player=player, seat=place)
        )
    story.act(Start(seat=0))


def _agreed(rng: Random) -> dict[str, Any]:
    return {
        "first": rng.choice(("claim", "luck", "host")),
        "visibility": rng.choice(("public", "public", "public", "unlisted", "private")),
        "on_timeout": rng.choice(("auto", "auto", "skip", "abort")),
        "clock": HURRY,
    }


def _next(match: Match, rng: Random) -> Command:
    board = board_of(match)
    if board and len(board.non_bot_seats) > 1 and rng.random() < 0.005:
        return Resign(seat=rng.choice(board.non_bot_seats))
    if deadline_of(match) and rng.random() < 0.01:
        return TimeUp(phase=phase_id(match))
    command = sensible(match, rng)
    assert command is not None, "a match that isn't over goes on"
    return command
