"""Play a whole match over HTTP, with one client per player, each of which knows only the public API and its own view.

    python examples/play_match.py --address http://127.0.0.1:8000 --ruleset odyssey --players 12

It needs nothing but Python. `Client` is a starting point for a client or bot of your own.
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
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from hashlib import sha256
from typing import Any

Json = dict[str, Any]
TOO_MANY_REQUESTS = 429
TOO_LATE_CODES = ("phase_over", "not_the_storyteller", "already_done", "nothing_committed", "has_deadline")
"""Codes of problems that mean that the match has moved on since the view that the client acted on."""

MOVES = ("clue", "cards", "vote", "ready", "call_time", "resume")
"""Commands that move the match forward, the last two if another player, or we ourselves, have been away."""


class Client:
    """A player: a guest account and its API calls."""

    def __init__(self, address: str, name: str) -> None:
        self.base = f"{address.rstrip('/')}/api/v1"
        self.entropy: dict[str, str] = {}
        """Entropy that we have committed to, by its digest; both in hexadecimal."""
        self.server_time = datetime.now(UTC)
        """When the last response was sent, by the server's clock."""
        self.token = ""
        self.token = self.call("POST", "/guests", {"name": name})["token"]

    def call(self, method: str, path: str, body: Json | None = None, key: str | None = None) -> Json:
        """Make an API call and return the JSON response.

        Raises:
            HTTPError: The API returned an error; the body is a problem (RFC 9457).
        """
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if key:
            headers["Idempotency-Key"] = key
        text = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.base}{path}", text, headers, method=method)  # noqa: S310
        try:
            with urllib.request.urlopen(request, timeout=90) as response:  # noqa: S310
                content: Json = json.load(response)
                self.server_time = parsedate_to_datetime(response.headers["Date"])
        except urllib.error.HTTPError as error:
            if error.code != TOO_MANY_REQUESTS:
                raise
            # A 429 means that nothing was done, so the same call can simply be repeated after that time.
            time.sleep(int(error.headers["Retry-After"]))
            return self.call(method, path, body, key)
        return content

    def command(self, match: str, name: str, body: Json | None = None) -> Json:
        """Send a command with an idempotency key, so that repeating it after a lost response would do nothing twice."""
        return self.call("POST", f"/matches/{match}/{name}", body or {}, key=uuid.uuid4().hex)

    def commit(self) -> str:
        """Choose 32 random bytes and return their digest, so that the server alone can't decide the shuffles."""
        entropy = secrets.token_bytes(32)
        digest = sha256(b"dixit-entropy-v1\n" + entropy).hexdigest()
        self.entropy[digest] = entropy.hex()
        return digest

    def reveal(self, actions: list[Json]) -> tuple[str, Json] | None:
        """Return the command that reveals our entropy, if it is due.

        It also commits to new entropy: if another player doesn't reveal theirs, the draw is voided and repeated.
        """
        for action in actions:
            if action["type"] == "entropy":
                return "entropy", {"entropy": self.entropy[action["digest"]], "next_digest": self.commit()}
        return None


def possible(actions: list[Json], server_time: datetime) -> list[Json]:
    """Return the actions without those that become possible later (calling time, starting a match of another host)."""
    return [one for one in actions if not one.get("from") or datetime.fromisoformat(one["from"]) <= server_time]


def choose(actions: list[Json], rng: random.Random) -> tuple[str, Json] | None:
    """Return a random legal move as the command's name and body; None if there is nothing to do but wait."""
    moves = [action for action in actions if action["type"] in MOVES]
    if not moves:
        return None
    action = rng.choice(moves)
    match action["type"]:
        case "clue":
            clue = {"kind": "text", "text": rng.choice(["a quiet storm", "Where is happiness?", "once upon a time"])}
            # In Party, the clue is given before the hand is seen, so it comes without a card.
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
    """Play until the match is over and return the last view: act if possible, else wait for the next version."""
    view = client.call("GET", f"/matches/{match}")
    while view["status"] in ("gathering", "playing"):
        move = client.reveal(view["actions"]) or choose(possible(view["actions"], client.server_time), rng)
        if move is None:
            view = client.call("GET", f"/matches/{match}?after={view['version']}&wait=25")
            continue
        name, body = move
        try:
            # With the phase the move was chosen for: if that is over by now, the server refuses the command and nothing
            # happens.
            client.command(match, name, {**body, "phase": view["phase"]["id"]})
        except urllib.error.HTTPError as error:
            # Another player claimed the clue first, our partner played the team's card, or the time ran out.
            if json.load(error)["code"] not in TOO_LATE_CODES:
                raise
        view = client.call("GET", f"/matches/{match}")
    return view


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--address", default="http://127.0.0.1:8000", help="URL of the server (%(default)s)")
    parser.add_argument("--ruleset", default="odyssey", help="name of a rule set in GET /rulesets (%(default)s)")
    parser.add_argument("--players", type=int, default=12, help="number of players (%(default)s)")
    parser.add_argument("--seed", type=int, help="seed for the clients' moves (the server shuffles the cards)")
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
        print("at least one client failed", file=sys.stderr)
        return 1
    final_view = views[0]
    print(f"over after {final_view['round']} rounds and {final_view['version']} events")
    for seat in final_view["seats"]:
        won = "  won" if seat["seat"] in final_view["winners"] else ""
        print(f"  {seat['player']['name']:<10} {seat['score']:>3}{won}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
