"""Matches for clients: played, and followed while they are played."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeAlias

from dixit_client import Client, Line, LiveMatch, Problem

from examples.bot import choose

SHORT: Any = {"base": "classic", "name": "to-three", "end": {"points": 3}}


def table(players: list[Client], **options: Any) -> str:
    """A match that has begun; the first of the players is host and tells first."""
    host, *others = players
    match = host.open(**{"ruleset": SHORT, "seats": len(players), "first": "host", **options})["id"]
    for player in others:
        player.sit(match)
    host.start(match)
    return match


def played(match: LiveMatch) -> tuple[list[Any], int]:
    """Play to the end, as a bot does; the events that were told, and how many commands were acknowledged."""
    told: list[Any] = []
    acts = 0
    for view in match.views():
        told += match.news
        if move := choose(view):
            try:
                match.act(move[0], **move[1])
                acts += 1
            except Problem as problem:
                # Between the last points and the end of the match there seems to be something to do.
                if (move[0], problem.code) != ("ready", "phase_over"):
                    raise
    return told, acts


def all_play(lines: list[Line], match: str) -> list[tuple[LiveMatch, int, list[Any], int]]:
    """Everybody plays at once: for each the match, its version at first, what was told, and how often they acted."""

    def play(line: Line) -> tuple[LiveMatch, int, list[Any], int]:
        followed = line.match(match)
        begun = followed.view["version"]
        return followed, begun, *played(followed)

    with ThreadPoolExecutor(len(lines)) as pool:
        return list(pool.map(play, lines))


def log(client: Client, match: str, after: int = 0) -> list[Any]:
    return list(client.events(match, after=after, limit=1000)["results"])


Guests: TypeAlias = Callable[[str], Client]
