"""A person who fills every text field with a canary of its own, where the service takes it and where it doesn't."""

import json
import secrets
from itertools import count
from typing import Any

from tests.api.account_helpers import player_from
from tests.api.api_client import ApiResponse, Json, Player, Transport

LONG_KEY = "header Idempotency-Key of a secret answer"
"""The key of requests whose answers have secrets, which must be long."""
OTHER_HEADERS = ("User-Agent", "Referer", "X-Request-Id", "X-Forwarded-For", "Accept-Language", "Cookie", "Origin")


class CanaryPerson:
    """Sends the requests; `canaries` has each field's canary, by the field's name in `text_fields`."""

    def __init__(self, transport: Transport, other_transport: Transport) -> None:
        self.canaries: dict[str, str] = {}
        self.transport = transport
        self.others = [Player(name, other_transport) for name in ("Ben", "Cleo")]
        self.matches: list[str] = []
        self.key_numbers = count()

    def canary(self, field: str) -> str:
        """Return the field's canary: lower-case letters, digits and a hyphen, which every pattern lets through."""
        # A password as short as the names could have too many letters in common with one of them.
        size = 40 if field.endswith("password") else 12 if field == LONG_KEY else 6
        return self.canaries.setdefault(field, f"c{secrets.token_hex(size)}-{len(self.canaries)}")

    def send(self, method: str, path: str, body: Json, field_names: dict[str, Any], status: int | None = None) -> Any:
        """Send a request with canaries as these members of the body, and return its content.

        Args:
            field_names: for each member, the name of its field in the schema.
            status: the expected status; None for any refusal.
        """
        key = f"{method} {path}"
        filled = {member: self.canary(f"{key} {field}") for member, field in field_names.items()}
        return self.request(method, path, {**body, **filled}, status)

    def request(self, method: str, path: str, body: Any, status: int | None, **headers: str) -> Any:
        content = body if isinstance(body, bytes) else json.dumps(body).encode() if body is not None else b""
        if method == "POST" and path.endswith(("/guests", "/upgrade", "/tokens", "/invites")):
            headers = {"Idempotency-Key": f"{self.canary(LONG_KEY)}-{next(self.key_numbers)}", **headers}
        token = {"Authorization": f"Bearer {self.player.token}"} if hasattr(self, "player") else {}
        unread = {name: self.canary(f"header {name}") for name in OTHER_HEADERS}
        response = self.transport(method, path, content, {**unread, **token, **headers})
        assert response.status == status if status else 400 <= response.status < 500, response
        return response.json if response.content and response.status < 300 else response

    def become_an_account(self) -> None:
        """Begin as a guest, and become an account under other names."""
        guest = self.send("POST", "/guests", {}, {"name": "name"}, 201)
        self.player = player_from(guest, self.transport)
        upgrade = {"name": "name", "email": "email", "password": "password"}
        body = {member: self.canary(f"POST /me/upgrade {member}") for member in upgrade}
        self.request("POST", "/me/upgrade", {**body, "email": self._as_email(body["email"])}, 200)
        self.password = body["password"]
        self._change("name")
        self._change("email", as_email=True)
        self._change("password")
        self.send("POST", "/tokens", {"scopes": ["match:read"]}, {"label": "label"}, 201)
        own_name = self.request("GET", "/me", None, 200)["name"]
        login = self.request("POST", "/tokens", {"name": own_name, "password": self.password}, 201)
        self.player = player_from(login, self.transport)

    def send_refused_identities(self) -> None:
        """Send what isn't taken: wrong passwords, and an account that is never made, as its password is too short."""
        self.send("POST", "/tokens", {}, {"name": "name", "password": "password"})
        for method, path in (("PATCH", "/me"), ("DELETE", "/me"), ("DELETE", "/tokens")):
            change = {"name": "Anna"} if method == "PATCH" else {}
            self.send(method, path, change, {"current_password": "current_password"})
        body = {"name": self.canary("POST /accounts name"), "password": "short"}
        self.request("POST", "/accounts", {**body, "email": self._as_email(self.canary("POST /accounts email"))}, None)
        self.request("POST", "/accounts", {"name": "", "password": self.canary("POST /accounts password")}, None)

    def play(self) -> None:
        """Play a match with texts in every command that takes one, and open another that is left."""
        rules = {"base": "classic", "name": self.canary("POST /matches ruleset.name"), "airship": True}
        terms = {"ruleset": rules, "seats": 3, "clock": None}
        key = self.canary("header Idempotency-Key")
        match = self.request("POST", "/matches", terms, 201, **{"Idempotency-Key": key})["id"]
        self.matches.append(match)
        for player in self.others:
            player.sit(match)
        command_id = self.canary("command_id")
        self._command(match, "start", {"command_id": command_id}, 200)
        self._command(match, "claim", {"text": self.canary("POST /matches/{match_id}/claim text")}, 200)
        clue = {"kind": "text", "text": self.canary("POST /matches/{match_id}/clue clue.text")}
        self._command(match, "clue", {"card": self.canary("POST /matches/{match_id}/clue card"), "clue": clue}, None)
        card = self.player.view(match)["you"]["hand"][0]
        self._command(match, "clue", {"card": card, "clue": clue}, 200)
        self._command(match, "cards", {"cards": [self.canary("POST /matches/{match_id}/cards cards[]")]}, None)
        private = {"visibility": "private", "ruleset": "classic"}
        self.matches.append(self.send("POST", "/matches", private, {"password": "password"}, 201)["id"])
        self.request("POST", f"/matches/{self.matches[-1]}/invites", {}, 201)

    def send_refused_commands(self) -> None:
        """Send what names nothing that exists."""
        for member, field in (("decks", "decks[]"), ("bots", "bots[]")):
            body = {"ruleset": "classic", member: [self.canary(f"POST /matches {field}")]}
            self.request("POST", "/matches", body, None)
        self.send("POST", "/matches", {}, {"ruleset": "ruleset"})
        self.request("POST", "/matches", {"ruleset": {"base": self.canary("POST /matches ruleset.base")}}, None)
        self.send("POST", "/quick", {}, {"ruleset": "ruleset"})
        others = self.others[0].open()
        for member in ("password", "invite"):
            text = self.canary(f"POST /matches/{{match_id}}/seats {member}")
            self.request("POST", f"/matches/{self.others[1].open(visibility='private')}/seats", {member: text}, None)
        bot = self.canary("PUT /matches/{match_id}/seats/{seat} bot")
        self.request("PUT", f"/matches/{others}/seats/1", {"bot": bot}, None)
        record = self.canary("POST /imports application/x-ndjson").encode()
        self.request("POST", "/imports", record, None, **{"Content-Type": "application/x-ndjson"})

    def ask(self, queries: list[tuple[str, str]]) -> None:
        """Send a canary in every query parameter, and in the path."""
        for path, name in queries:
            response = self.player.send("GET", f"{path}?{name}={self.canary(f'GET {path} query {name}')}")
            assert response.status < 500
        for path in ("/users/{}", "/matches/{}", "/decks/{}", "/rulesets/{}", "/{}", "/decks/{}/pictures/x.svg"):
            assert self.player.send("GET", path.format(self.canary("path"))).status == 404

    def erase(self) -> ApiResponse:
        return self.player.send("DELETE", "/me", {"current_password": self.password})

    def _change(self, field: str, *, as_email: bool = False) -> None:
        text = self.canary(f"PATCH /me {field}")
        value = self._as_email(text) if as_email else text
        self.request("PATCH", "/me", {field: value, "current_password": self.password}, 200)
        self.password = text if field == "password" else self.password

    def _command(self, match: str, name: str, body: Json, status: int | None) -> None:
        self.request("POST", f"/matches/{match}/{name}", body, status)

    @staticmethod
    def _as_email(text: str) -> str:
        return f"{text}@example.org"
