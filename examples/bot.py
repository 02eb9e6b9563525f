"""A bot that plays at random. Start one process per player: python examples/bot.py --players 3"""

import argparse
import random
from typing import Any

from dixit_client import Client, Problem


def choose(actions: list[Any]) -> tuple[str, dict[str, Any]] | None:
    """Return an action that moves the match forward, with options chosen at random, or None."""
    for action in actions:
        if action["type"] == "clue":
            clue = {"kind": "text", "text": random.choice(["a quiet storm", "Where is happiness?", "once upon a time"])}
            card = {"card": random.choice(action["cards"])} if action["cards"] else {}
            return "clue", {"clue": clue, **card}
        if action["type"] == "cards":
            return "cards", {"cards": random.sample(action["cards"], action["count"])}
        if action["type"] == "vote":
            trap = {"trap": random.choice(action["trap"])} if action["trap"] else {}
            return "vote", {"slots": random.sample(action["slots"], action["least"]), **trap}
        if action["type"] in ("sit", "ready", "resume", "call_time"):
            return action["type"], {}
    return None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--address", default="http://127.0.0.1:8000")
    parser.add_argument("--match", help="the id of the match to join; by default any with a free seat, or a new one")
    parser.add_argument("--ruleset", default="classic")
    parser.add_argument("--players", type=int, default=4)
    options = parser.parse_args()
    with Client(options.address, guest="Bot") as dixit, dixit.live() as live:
        lobby = dixit.matches(status="gathering", ruleset=options.ruleset)["results"]
        open_matches = [line["id"] for line in lobby if len(line["seats"]) < line["places"] == options.players]
        open_matches = open_matches or [dixit.open(ruleset=options.ruleset, seats=options.players, start="full")["id"]]
        match = live.match(options.match or open_matches[0])
        for _ in match.views():
            if move := choose(match.actions):
                try:
                    match.act(move[0], **move[1])
                except Problem as problem:  # Another player was faster; the next view shows the result.
                    print(problem)
        print(*(f"{seat['player']['name']} {seat['score']}" for seat in match.view["seats"]), sep=", ")


if __name__ == "__main__":
    main()
