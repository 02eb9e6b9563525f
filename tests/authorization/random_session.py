"""A random session of a few people over REST and sockets, in which much is refused, and the state that it is in."""

import json
import random
from typing import Any, cast

from asgiref.sync import async_to_sync
from django.db import connection

from games.live.frames import parse_frame
from games.live.hub import Hub
from games.live.send_buffer import SendBuffer
from games.live.session import Session
from tests.api.api_client import Json, Player
from tests.authorization.in_process_socket import SilentHub

PASSWORD = "sesame"
MATCH_COMMANDS = ("start", "claim", "ready", "abandon", "resign", "rematch", "call_time", "resume", "host", "move")
Snapshot = dict[str, Any]


class PersonSocket:
    """A socket that stays open for the whole session, without a server."""

    def __init__(self, player: Player) -> None:
        self.send_buffer = SendBuffer(lambda: None)
        self.session = Session(cast(Hub, SilentHub()), self.send_buffer, "203.0.113.7")
        self.request({"t": "auth", "id": "auth", "token": player.token})

    def request(self, frame: Json) -> Json:
        """Return the reply to a frame."""
        async_to_sync(self.session.handle_frame)(parse_frame(json.dumps(frame)))
        replies = [json.loads(text) for text in self.send_buffer._texts]
        self.send_buffer._texts.clear()
        reply: Json = next(reply for reply in replies if reply.get("re") == frame["id"])
        return reply

    def state(self) -> Snapshot:
        subscriptions = self.session._subscriptions
        return {
            "watchers": {match_id: subscription.watcher for match_id, subscription in subscriptions._by_match.items()},
            "versions": subscriptions.versions,
            "feed": self.session._personal_subscription._task,
            "token": self.session.token and self.session.token.id,
        }


class RandomSession:
    """The people, and what they know: matches, invites, tokens."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.people = [Player(name) for name in ("Ann", "Ben", "Cat")]
        self.sockets = [PersonSocket(person) for person in self.people]
        self.matches, self.invites, self.codes, self.tokens = ["nowhere"], ["i"], ["nocode"], ["t"]
        for options in ({}, {"visibility": "private", "password": PASSWORD}):
            self.matches.append(self.people[0].open(**options))
        self.refused: list[tuple[str, str]] = []
        self.accepted = 0

    def state(self) -> Snapshot:
        """Return everything that is stored, and what each socket is subscribed to."""
        with connection.cursor() as cursor:
            tables = {}
            for name in connection.introspection.table_names(cursor):
                cursor.execute(f'SELECT * FROM "{name}"')
                tables[name] = sorted(map(repr, cursor.fetchall()))
        return {**tables, **{f"socket {number}": socket.state() for number, socket in enumerate(self.sockets)}}

    def step(self) -> str | None:
        """Do something; return the code if it was refused."""
        name, code = self.send_frame() if self.rng.random() < 0.4 else self.send_request()
        if code is None:
            self.accepted += 1
        else:
            self.refused.append((name, code))
        return code

    def send_request(self) -> tuple[str, str | None]:
        method, path, body = self.random_request()
        response = self.rng.choice(self.people).send(method, path, body)
        if response.status >= 400:
            return f"{method} {path.rpartition('/')[2]}", response.code
        if method == "POST" and response.status == 201:
            self.note(path, response.json)
        return path, None

    def note(self, path: str, made: Json) -> None:
        if path == "/matches":
            self.matches.append(made["id"])
        elif path.endswith("/invites"):
            self.invites.append(made["id"])
            self.codes.append(made["code"])
        elif path == "/tokens":
            self.tokens.append(made["token"])

    def random_request(self) -> tuple[str, str, Json | None]:
        choice, match, seat = self.rng.choice, self.rng.choice(self.matches), self.rng.randint(-1, 6)
        password = choice([{}, {"password": PASSWORD}, {"password": "wrong"}])
        requests: list[tuple[str, str, Json | None]] = [
            ("POST", "/matches", {"ruleset": choice(["classic", "none"]), **password}),
            ("POST", f"/matches/{match}/seats", {"seat": seat, **password}),
            ("POST", f"/matches/{match}/seats", {**password}),
            ("DELETE", f"/matches/{match}/seats/me", None),
            ("PUT", f"/matches/{match}/seats/{seat}", {"bot": choice(["random", "nobody"])}),
            ("DELETE", f"/matches/{match}/seats/{seat}", None),
            ("POST", f"/matches/{match}/{choice(MATCH_COMMANDS)}", choice([{}, {"seat": seat}])),
            ("POST", f"/matches/{match}/vote", {"slots": [seat]}),
            ("POST", f"/matches/{match}/invites", {"uses": choice([0, 1, 2])}),
            ("DELETE", f"/matches/{match}/invites/{choice(self.invites)}", None),
            ("POST", f"/invites/{choice(self.codes)}", choice([{}, {"seat": seat}])),
            ("POST", "/tokens", {"scopes": choice([["match:read"], ["staff"], []])}),
            ("DELETE", f"/tokens/{choice(['x', '1'])}", None),
            ("PATCH", "/me", {"name": choice(["Ann", "", "\u200b"])}),
            ("POST", "/me/upgrade", {"name": "Dora", "password": choice(["x", "a long enough secret"])}),
        ]
        return choice(requests)

    def send_frame(self) -> tuple[str, str | None]:
        choice = self.rng.choice
        match, since = choice(self.matches), choice([None, 0, 1, 99, -1])
        frames: list[Json] = [
            {"t": "subscribe", "match": match, **({} if since is None else {"since": since})},
            {"t": "subscribe", "match": match},
            {"t": "subscribe", **choice([{"me": True, "cursor": "x"}, {"me": False}, {}])},
            {"t": "unsubscribe", **choice([{"match": match}, {"me": 1}, {}])},
            {"t": "auth", "token": choice([*self.tokens, self.people[0].token])},
            {"t": "command", "match": match, "type": choice(MATCH_COMMANDS), "data": choice([{}, None, {"a": 1}])},
            {"t": "ping", **choice([{}, {"a": 1}])},
        ]
        frame = choice(frames)
        reply = choice(self.sockets).request({"id": "f", **frame})
        return frame["t"], reply["problem"]["code"] if reply["t"] == "error" else None
