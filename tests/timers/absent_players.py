"""Matches that some players have left; time passes in steps that a test takes."""

from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from typing import Literal, Self

from games.matches.bot_players import new_bot_player
from games.matches.command_decision import Environment
from games.matches.deadline_command import expire_phase
from games.projections.models import DeadlineRow
from games.rulebook.commands import SeatBot, Start
from games.rulebook.match import board_of
from games.rulebook.terms import Clock
from games.rulebook.waiting import waiting_for
from tests.timers.timed_match import TimedMatch

NOT_LATE = timedelta()


class DesertedMatch(TimedMatch):
    """A match whose time stands still until `tick` or `wait` moves it on."""

    def __init__(
        self,
        clock: Clock,
        policy: Literal["auto", "skip", "abort"] = "auto",
        *,
        players: int = 4,
        bots: int = 0,
        began_at: datetime | None = None,
    ) -> None:
        super().__init__(
            clock,
            policy,
            started=False,
            player_count=players,
            seats=players + bots,
            # Events have whole milliseconds.
            environment=Environment(now=(began_at or datetime.now(UTC)).replace(microsecond=0)),
        )
        for seat in range(players, players + bots):
            self.command(0, SeatBot(target_seat=seat, player=new_bot_player("random", seat)))
            # So that the bot's moves can be sent like those of people.
            bot = self.state.match.seats[seat]  # type: ignore[union-attr]
            assert bot is not None
            self.players.append(bot)
        self.command(0, Start())

    @property
    def now(self) -> datetime:
        assert self.environment.now is not None
        return self.environment.now

    def wait(self, duration: timedelta) -> None:
        self.environment = Environment(now=self.now + duration)

    @property
    def next_deadline(self) -> DeadlineRow:
        """The tick that the sweep will send next."""
        return DeadlineRow.objects.get(match_id=self.id)

    @property
    def next_tick_at(self) -> datetime:
        return self.next_deadline.due_at

    def tick(self, *, late: timedelta = NOT_LATE) -> bool:
        """Let time pass until the next tick, send it, and return whether it had an effect."""
        row = self.next_deadline
        self.environment = Environment(now=max(self.now, row.due_at + late))
        result = expire_phase(self.id, row.phase, row.due_at, environment=self.environment)
        return result is not None and result.event_batch is not None

    def play_without(self, absent_seats: Collection[int], *, until: str) -> Self:
        """Play on until the phase of this id; only the others move, and time is up for these."""
        while self.phase != until:
            self.step_without(absent_seats)
        return self

    def rest_without(self, absent_seats: Collection[int]) -> Self:
        """Play on until the match rests, because all its people are absent."""
        while not self.is_resting:
            self.step_without(absent_seats)
        return self

    def step_without(self, absent_seats: Collection[int]) -> None:
        """Play one move of the others; if they owe none, let time pass until the next tick."""
        present_seats = [seat for seat in waiting_for(self.state.match) if seat not in absent_seats]
        if present_seats:
            self.play_legal_move(present_seats[0])
        else:
            assert self.tick()

    @property
    def storyteller(self) -> int:
        board = board_of(self.state.match)
        assert board is not None and board.storyteller is not None
        return board.storyteller

    @property
    def waiting_seats(self) -> tuple[int, ...]:
        return waiting_for(self.state.match)

    @property
    def skipped_seats(self) -> tuple[int, ...]:
        board = board_of(self.state.match)
        return board.skipped_seats if board else ()

    @property
    def is_resting(self) -> bool:
        board = board_of(self.state.match)
        return board is not None and board.is_resting
