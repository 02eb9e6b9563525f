"""Matches with a clock, played in-process without HTTP."""

import secrets
from datetime import datetime
from random import Random
from typing import Literal

from games import decks
from games.bots.random_bot import choose_random_move
from games.eventlog import match_state
from games.eventlog.command_metadata import CommandMetadata
from games.eventlog.match_state import MatchState
from games.eventlog.models import Event
from games.matches import match_random
from games.matches.command_decision import DEFAULT_ENVIRONMENT, CommandResult, Environment
from games.matches.command_handler import handle_command
from games.matches.slow_lane import open_match
from games.rulebook import RULEBOOK_VERSION, Viewer
from games.rulebook.commands import Command, Open, Sit, Start
from games.rulebook.match import deadline_of, phase_id
from games.rulebook.player_view import actions
from games.rulebook.rulesets import CLASSIC, Ruleset
from games.rulebook.terms import Clock, Deck, Player, Terms
from games.rulebook.waiting import waiting_for

CALL_AFTER_SECONDS = 300
CALL_GRACE_SECONDS = 120


class TimedMatch:
    """A match with a clock, by default of three players and already started.

    `environment` has the time for its next command.
    """

    def __init__(
        self,
        clock: Clock,
        policy: Literal["auto", "skip", "abort"] = "auto",
        *,
        visibility: Literal["unlisted", "private"] = "unlisted",
        environment: Environment = DEFAULT_ENVIRONMENT,
        started: bool = True,
        player_count: int = 3,
        seats: int = 3,
        ruleset: Ruleset = CLASSIC,
        rulebook: int = RULEBOOK_VERSION,
        call_after: int = CALL_AFTER_SECONDS,
        call_grace: int = CALL_GRACE_SECONDS,
    ) -> None:
        self.id, self.environment = secrets.token_hex(16), environment
        self.players = [
            Player(id=f"u_{secrets.token_hex(8)}", name=f"Ann {seat}", kind="guest") for seat in range(player_count)
        ]
        seed = secrets.token_bytes(32)
        base = decks.get_deck("base")
        terms = Terms(
            ruleset=ruleset,
            rulebook=rulebook,
            decks=(Deck(name=base.name, digest=base.digest, cards=tuple(card.id for card in base.cards)),),
            seats=seats,
            visibility=visibility,
            clock=clock,
            on_timeout=policy,
            first="claim",
            seed_digest=match_random.seed_commitment(seed),
            call_after=call_after if rulebook > 1 else None,
            call_grace=call_grace if rulebook > 1 else None,
        )
        opening = Open(terms=terms, player=self.players[0])
        self.password = "sesame" if visibility == "private" else None
        open_match(
            self.id,
            lambda: opening,
            seed,
            metadata=self.command_metadata(0),
            password=self.password,
            environment=environment,
        )
        for seat, player in enumerate(self.players[1:], 1):
            self.command(seat, Sit(player=player))
        if started:
            self.command(0, Start())

    def command_metadata(self, seat: int) -> CommandMetadata:
        return CommandMetadata(
            account_id=self.players[seat].id or "", command_id=secrets.token_hex(8), request_digest=""
        )

    def command(self, seat: int, command: Command) -> CommandResult:
        return handle_command(
            self.id, command, metadata=self.command_metadata(seat), is_admitted=True, environment=self.environment
        )

    def legal_move(self, seat: int) -> Command:
        """Return any legal move of this seat."""
        command = choose_random_move(actions(self.state.match, Viewer(seat=seat)), Random(7))
        assert command is not None
        return command

    def play_legal_move(self, seat: int) -> CommandResult:
        """Play any legal move of this seat."""
        return self.command(seat, self.legal_move(seat))

    def play_until(self, phase: str) -> "TimedMatch":
        """Play on until the phase of this id."""
        while self.phase != phase:
            self.play_legal_move(waiting_for(self.state.match)[0])
        return self

    @property
    def state(self) -> MatchState:
        state = match_state.load(self.id)
        assert state is not None
        return state

    @property
    def phase(self) -> str:
        return phase_id(self.state.match)

    @property
    def due_at(self) -> datetime:
        due_at = deadline_of(self.state.match)
        assert due_at is not None
        return due_at

    def count_events(self, event_type: str) -> int:
        return Event.objects.filter(match_id=self.id, type=event_type).count()
