"""Matches for client tests: start, play and follow them."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeAlias

from dixit_client import Client, LiveMatch, LiveSession, Problem

from examples.bot import choose

SHORT_RULESET: Any = {"base": "classic", "name": "to-three", "end": {"points": 3}}


def start_match(players: list[Client], **options: Any) -> str:
    """Start a match; the first player is the host and the first storyteller."""
    host, *others = players
    match = host.open(**{"ruleset": SHORT_RULESET, "seats": len(players), "first": "host", **options})["id"]
    for player in others:
        player.sit(match)
    host.start(match)
    return match


def play_to_end(match: LiveMatch) -> tuple[list[Any], int]:
    """Play to the end as a bot does; return the received events and the number of acknowledged commands."""
    events: list[Any] = []
    command_count = 0
    for _ in match.views():
        events += match.news
        if command := choose(match.actions):
            try:
                match.act(command[0], **command[1])
                command_count += 1
            except Problem as problem:
                # Between the last scores and the end of the match, an action briefly seems available.
                if (command[0], problem.code) != ("ready", "phase_over"):
                    raise
    return events, command_count


def play_all_to_end(connections: list[LiveSession], match: str) -> list[tuple[LiveMatch, int, list[Any], int]]:
    """Let all play at once; return for each the match, its first version, the events and the number of actions."""

    def play_one(connection: LiveSession) -> tuple[LiveMatch, int, list[Any], int]:
        live_match = connection.match(match)
        start_version = live_match.view["version"]
        return live_match, start_version, *play_to_end(live_match)

    with ThreadPoolExecutor(len(connections)) as pool:
        return list(pool.map(play_one, connections))


def fetch_events(client: Client, match: str, after: int = 0) -> list[Any]:
    return list(client.events(match, after=after, limit=1000)["results"])


GuestFactory: TypeAlias = Callable[[str], Client]
