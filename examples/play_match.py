"""Play a whole match over HTTP: one client a player, each knowing only the documented API and its own view.

    python examples/play_match.py --address http://127.0.0.1:8000 --ruleset odyssey --players 12

Needs nothing but Python: copy `Client` to begin a client or a bot of your own.
"""

import argparse
import json
import random
import secrets
import sys
import threading
import time
import urllib.error
import urllib.request
import uuid
from hashlib import sha256
from typing import Any

Json = dict[str, Any]
TOO_MANY_REQUESTS = 429
TOO_LATE_CODES = ("phase_over", "not_the_storyteller", "already_done", "nothing_committed")


class Client:
    """A player: a guest's token, and calls to the API."""

    def __init__(self, address: str, name: str) -> None:
        self.base = f"{address.rstrip('/')}/api/v1"
        self.entropy: dict[str, str] = {}
        self.token = ""
        self.token = self.call("POST", "/guests", {"name": name})["token"]

    def call(self, method: str, path: str, body: Json | None = None, key: str | None = None) -> Json:
        """One call; an error of the API is raised as urllib's HTTPError, whose body is a problem (RFC 9457)."""
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if key:
            headers["Idempotency-Key"] = key
        text = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.base}{path}", text, headers, method=method)  # noqa: S310
        try:
            with urllib.request.urlopen(request, timeout=90) as answer:  # noqa: S310
                content: Json = json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code != TOO_MANY_REQUESTS:
                raise
            # Nothing was done: after these seconds the same call passes.
            time.sleep(int(error.headers["Retry-After"]))
            return self.call(method, path, body, key)
        return content

    def command(self, match: str, name: str, body: Json | None = None) -> Json:
        """A command under a key of its own: sent again after a lost answer, it would have no second effect."""
        return self.call("POST", f"/matches/{match}/{name}", body or {}, key=uuid.uuid4().hex)

    def commit(self) -> str:
        """The digest of 32 random bytes of our own, so that the luck of a match is not the server's alone."""
        entropy = secrets.token_bytes(32)
        digest = sha256(b"dixit-entropy-v1\n" + entropy).hexdigest()
        self.entropy[digest] = entropy.hex()
        return digest

    def reveal(self, actions: list[Json]) -> tuple[str, Json] | None:
        """What was committed to, when it is asked for; with another digest, should somebody else not reveal theirs."""
        for action in actions:
            if action["type"] == "entropy":
                return "entropy", {"entropy": self.entropy[action["digest"]], "next_digest": self.commit()}
        return None


def choose(actions: list[Json], rng: random.Random) -> tuple[str, Json] | None:
    """A random one of the legal moves, as the command's name and body; None when there is nothing to do but wait."""
    moves = [action for action in actions if action["type"] in ("clue", "cards", "vote", "ready")]
    if not moves:
        return None
    action = rng.choice(moves)
    match action["type"]:
        case "clue":
            clue = {"kind": "text", "text": rng.choice(["a quiet storm", "Where is happiness?", "once upon a time"])}
            # In Party the clue comes before the hand is looked at: for no card.
            card = {"card": rng.choice(action["cards"])} if action["cards"] else {}
            return "clue", {**card, "clue": clue}
        case "cards":
            return "cards", {"cards": rng.sample(action["cards"], action["count"])}
        case "vote":
            trap = {"trap": rng.choice(action["trap"])} if action["trap"] else {}
            slots = rng.sample(action["slots"], rng.randint(action["least"], action["most"]))
            return "vote", {"slots": slots, **trap}
        case name:
            return name, {}


def play(client: Client, match: str, rng: random.Random) -> Json:
    """Play until the match is over: look, act if there is something to do, else wait for the next version."""
    view = client.call("GET", f"/matches/{match}")
    while view["status"] in ("gathering", "playing"):
        move = client.reveal(view["actions"]) or choose(view["actions"], rng)
        if move is None:
            view = client.call("GET", f"/matches/{match}?after={view['version']}&wait=25")
            continue
        name, body = move
        try:
            client.command(match, name, {**body, "phase": view["phase"]["id"]})
        except urllib.error.HTTPError as error:
            # Somebody else was first to tell, a partner to give the team's card, or the time is over: look again.
            if json.load(error)["code"] not in TOO_LATE_CODES:
                raise
        view = client.call("GET", f"/matches/{match}")
    return view


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--address", default="http://127.0.0.1:8000", help="where the server is (%(default)s)")
    parser.add_argument("--ruleset", default="odyssey", help="GET /rulesets lists them (%(default)s)")
    parser.add_argument("--players", type=int, default=12, help="how many clients play (%(default)s)")
    parser.add_argument("--seed", type=int, help="of the clients' choices; the cards are the server's")
    options = parser.parse_args()

    clients = [Client(options.address, f"Player {number}") for number in range(options.players)]
    host = clients[0]
    terms = {"ruleset": options.ruleset, "seats": options.players, "entropy_digest": host.commit()}
    match = host.call("POST", "/matches", terms)["id"]
    for client in clients[1:]:
        client.command(match, "seats", {"entropy_digest": client.commit()})
    host.command(match, "start")
    print(f"match {match} has started")

    views: list[Json] = []

    def take_part(client: Client, number: int) -> None:
        views.append(play(client, match, random.Random(None if options.seed is None else f"{options.seed}/{number}")))

    threads = [threading.Thread(target=take_part, args=(client, number)) for number, client in enumerate(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if len(views) < len(clients):
        print("some client has failed", file=sys.stderr)
        return 1
    final_view = views[0]
    print(f"over after {final_view['round']} rounds and {final_view['version']} events")
    for seat in final_view["seats"]:
        won = "  won" if seat["seat"] in final_view["winners"] else ""
        print(f"  {seat['player']['name']:<10} {seat['score']:>3}{won}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
