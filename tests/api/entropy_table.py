"""A test match whose players contribute entropy."""

import secrets
from collections.abc import Sequence
from typing import Any

from games.eventlog import match_state
from games.matches.command_decision import Environment
from games.matches.deadline_command import expire_phase
from games.rulebook.entropy import digest_of_entropy
from games.rulebook.match import deadline_of
from tests.api.api_client import Player, Transport, call_in_process
from tests.api.game_table import PLAYER_NAMES, GameTable


class EntropyTable(GameTable):
    """A started match that waits for entropy; `mine` has the entropy that each player committed to."""

    def __init__(
        self, players: int = 3, *, transports: Sequence[Transport] = (call_in_process,), **options: Any
    ) -> None:
        self.players = [Player(PLAYER_NAMES[seat], transports[seat % len(transports)]) for seat in range(players)]
        self.host = self.players[0]
        self.entropy_by_seat = [secrets.token_hex(32) for _ in self.players]
        self.id = self.host.open(entropy_digest=digest_of_entropy(self.entropy_by_seat[0]), **options)
        for player, entropy in zip(self.players[1:], self.entropy_by_seat[1:], strict=True):
            player.sit(self.id, entropy_digest=digest_of_entropy(entropy))
        self.start()

    def reveal(self, *seats: int) -> None:
        """Reveal the entropy of these seats, each with a commitment for a further draw."""
        for seat in seats:
            entropy, self.entropy_by_seat[seat] = self.entropy_by_seat[seat], secrets.token_hex(32)
            body = {
                "entropy": entropy,
                "next_digest": digest_of_entropy(self.entropy_by_seat[seat]),
                "phase": "0.drawing",
            }
            self.players[seat].act(self.id, "entropy", body)

    def expire_draw(self) -> None:
        """Let the ten seconds to reveal run out."""
        state = match_state.load(self.id)
        due_at = deadline_of(state.match) if state else None
        assert due_at is not None
        assert expire_phase(self.id, "0.drawing", due_at, environment=Environment(now=due_at)) is not None

    @property
    def events(self) -> list[Any]:
        return self.host.events(self.id)

    def event_types(self) -> list[str]:
        return [event["type"] for event in self.events]
