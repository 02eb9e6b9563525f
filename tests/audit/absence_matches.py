"""Matches of rulebook 2 in log form, played as a script says: who is away, what the clock does, who calls time."""

from collections.abc import Collection
from datetime import timedelta
from typing import Any

from games.rulebook.commands import Actor, Command, ExpirePhase, Open, Sit, Start
from games.rulebook.match import Over, deadline_of, phase_id
from games.rulebook.rulesets import CLASSIC
from games.rulebook.waiting import waiting_for
from tests.audit.generated_matches import GeneratedMatch, VerifiableLuck
from tests.rulebook.absence_scenarios import absence_terms, next_move
from tests.rulebook.match_scenarios import FixedChance, human_players, terms
from tests.rulebook.random_players import bot_player
from tests.rulebook.sent_command import Sent

NO_TIME = timedelta(0)


class ScriptedMatch:
    """A classic match whose host, on seat 0, is the first storyteller."""

    def __init__(self, players: int = 4, *, bots: Collection[int] = (), **changes: Any) -> None:
        self.log = GeneratedMatch(rules=CLASSIC, players=players, seed=1, chance=FixedChance(), match_id="s" * 32)
        self.log.chance = VerifiableLuck(self.log)
        host, *others = human_players(players)
        bot_players = tuple((seat, bot_player(seat)) for seat in bots)
        self.log.act(Open(terms=terms(CLASSIC, players, **absence_terms(**changes)), player=host, bots=bot_players))
        for seat, person in enumerate(others, start=1):
            if seat not in bots:
                self.log.act(Sit(player=person, seat=seat))

    def start(self, seat: int = 0, *, after: timedelta = NO_TIME) -> "ScriptedMatch":
        return self.act(seat, Start(), after=after)

    def act(self, actor: Actor, *commands: Command, after: timedelta = NO_TIME) -> "ScriptedMatch":
        """Let a seat, the clock or the staff do this, some time later."""
        self.log.now += after
        for command in commands:
            self.log.act(Sent(actor, command))
            assert self.log.steps[-1].refused is None, (command, self.log.steps[-1].refused)
        return self

    def play(self, *absent: int, phases: int = 1) -> "ScriptedMatch":
        """Let those who are there make their moves, and then the clock end the phase if it waits for the others."""
        for _ in range(phases):
            phase = self.phase
            self.move(*absent)
            if self.phase == phase:
                self.tick()
        return self

    def move(self, *absent: int) -> "ScriptedMatch":
        """Let those who are there make their moves in this phase."""
        phase = self.phase
        while self.phase == phase:
            match = self.log.match
            assert match is not None
            seats = [seat for seat in waiting_for(match) if seat not in absent]
            if not seats:
                break
            self.log.now += timedelta(seconds=1)
            self.log.act(next_move(match, seats[0]))
        return self

    def tick(self, late: timedelta = NO_TIME) -> "ScriptedMatch":
        """Let the clock tick when the phase, or the rest, is over."""
        match = self.log.match
        assert match is not None
        deadline_at = deadline_of(match)
        assert deadline_at is not None
        self.log.now = max(self.log.now, deadline_at + late)
        return self.act("clock", ExpirePhase(phase=phase_id(match)))

    @property
    def phase(self) -> str:
        match = self.log.match
        assert match is not None
        return "over" if isinstance(match, Over) else phase_id(match)

    def to_record(self) -> bytes:
        assert self.phase == "over", self.phase
        return self.log.to_record()
