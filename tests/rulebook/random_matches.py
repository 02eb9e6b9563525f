"""Whole random matches, recorded step by step for the invariants to check."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from random import Random
from typing import Any

from games.rulebook import Match, Reason, Refused, Viewer, decide, view
from games.rulebook.actions import MayClear, MayHandOver, MayMove, MaySeatBot
from games.rulebook.commands import Actor, CallOff, Command, ExpirePhase, HandOver, Move, Open, Resign, Sit
from games.rulebook.events import Event
from games.rulebook.match import Gathering, Over, active_seats_of, deadline_of, phase_id
from games.rulebook.rulesets import Ruleset
from games.rulebook.terms import Clock, Player
from tests.rulebook.known_entropy import commit_entropy
from tests.rulebook.match_scenarios import NOW, FixedChance, human_players, terms
from tests.rulebook.random_players import (
    GUEST_PLAYER,
    occupied_seats,
    random_command_of_action,
    random_nonsense_command,
    random_offered_command,
)
from tests.rulebook.sent_command import Sent, as_sent

MAX_STEPS = 20_000
SHORT_CLOCK = Clock(clue=60, submit=30, vote=30, reveal=15)


class InvariantViolation(AssertionError):
    """An invariant of the game doesn't hold."""


def require(condition: bool, message: str) -> None:  # noqa: FBT001
    if not condition:
        raise InvariantViolation(message)


@dataclass(frozen=True, kw_only=True)
class Step:
    """A command with all its results; the match `before` it is recorded with its repr then and after the command."""

    before: Match | None
    repr_before: str
    repr_of_before_afterwards: str
    actor: Actor
    command: Command | Open
    events: tuple[Event, ...] = ()
    states: tuple[Match, ...] = ()
    """The match after each of the events."""
    refused: Reason | None = None
    unexpected_error: Exception | None = None
    shuffle_labels: tuple[str, ...] = ()
    """The labels of the shuffles that the command asked for."""


@dataclass(kw_only=True)
class MatchHistory:
    """A match from its opening to its end, with every refusal on the way."""

    rules: Ruleset
    players: int
    seed: int
    chance: FixedChance
    steps: list[Step] = field(default_factory=list)
    match: Match | None = None
    now: datetime = NOW

    @property
    def transitions(self) -> Iterator[tuple[Match | None, Event, Match]]:
        """Yield each event between the match before and after it."""
        before: Match | None = None
        for step in self.steps:
            for event, after in zip(step.events, step.states, strict=True):
                yield before, event, after
                before = after

    @property
    def events(self) -> list[Event]:
        return [event for step in self.steps for event in step.events]

    @property
    def resting_states(self) -> list[Match]:
        """Yield the match in each state in which it waited for a player, and at its end."""
        return [step.states[-1] for step in self.steps if step.states]

    def act(self, command: Sent | Command | Open) -> None:
        sent = as_sent(command)
        before, label_count = self.match, len(self.chance.requested_labels)
        is_tick = (
            isinstance(sent.command, ExpirePhase)
            and sent.actor == "clock"
            and before
            and sent.command.phase == phase_id(before)
        )
        if before and is_tick:
            self.now = max(self.now, deadline_of(before) or NOW)
        repr_before = repr(before)
        events: tuple[Event, ...] = ()
        states: list[Match] = []
        refused, unexpected_error = None, None
        try:
            decided = decide(before, sent.command, actor=sent.actor, now=self.now, chance=self.chance)
            events, states = tuple(event for event, _ in decided), [match for _, match in decided]
            self.match = states[-1]
        except Refused as error:
            refused = error.reason
        except Exception as error:  # noqa: BLE001  # any exception violates an invariant
            unexpected_error, events, states, self.match = error, (), [], before
        self.steps.append(
            Step(
                before=before,
                repr_before=repr_before,
                repr_of_before_afterwards=repr(before),
                actor=sent.actor,
                command=sent.command,
                events=events,
                states=tuple(states),
                refused=refused,
                unexpected_error=unexpected_error,
                shuffle_labels=tuple(self.chance.requested_labels[label_count:]),
            )
        )


def play_random_match(
    rules: Ruleset,
    players: int,
    seed: int,
    *,
    mischief: float = 0.15,
    missing: float = 0.0,
    resigning: float = 0.0,
    longest: int = MAX_STEPS,
    history: MatchHistory | None = None,
) -> MatchHistory:
    """Play a random match and return its history.

    Args:
        mischief: the share of nonsense commands.
        missing: the share of moves that are missed; without any, the match has no clock.
        resigning: the share of commands with which a player resigns. The last player never does. The host of such a
            match also seats computer players.
        longest: the number of commands after which the match stops.
        history: where the match is recorded; by default a new one.
    """
    rng = Random(seed)
    host, *others = human_players(players)
    entropy_digests = _entropy_digests(seed, players)
    history = history or MatchHistory(rules=rules, players=players, seed=seed, chance=FixedChance(seed))
    term_changes: dict[str, Any] = {"first": rng.choice(("claim", "luck", "host"))}
    if missing:
        term_changes |= {"clock": SHORT_CLOCK, "on_timeout": rng.choice(("auto", "auto", "skip", "skip", "abort"))}
    history.act(
        Open(
            terms=terms(rules, max(players, min(rules.players)), **term_changes),
            player=host,
            entropy_digest=entropy_digests.get(host),
        )
    )
    for player in rng.sample(others, len(others)):
        for _ in range(10):
            if rng.random() < mischief and can_continue(history, longest):
                history.act(_nonsense_command(history, rng))
        history.act(Sit(player=player, entropy_digest=entropy_digests.get(player), is_invited=True))
    while can_continue(history, longest) and (command := _next_command(history, rng, mischief, missing, resigning)):
        history.act(_staff_command(history, missing + resigning) or command)
    return history


def _entropy_digests(seed: int, players: int) -> dict[Player, str]:
    """Return digests in half of the matches, where some of the players want to contribute entropy."""
    rng = Random(f"entropy {seed}")
    committing_share = rng.choice((0.0, 0.0, 0.5, 1.0))
    return {
        player: commit_entropy(f"{player.id} {seed}")
        for player in human_players(players)
        if rng.random() < committing_share
    }


def can_continue(history: MatchHistory, max_steps: int) -> bool:
    return (
        not isinstance(history.match, Over)
        and history.steps[-1].unexpected_error is None
        and len(history.steps) < max_steps
    )


def _next_command(history: MatchHistory, rng: Random, mischief: float, missing: float, resigning: float) -> Sent | None:
    """Return the next command; None when there is no legal one."""
    assert history.match is not None
    may_resign = not isinstance(history.match, Gathering) and len(active_seats_of(history.match)) > 1
    if may_resign and rng.random() < resigning:
        return Sent(rng.choice(active_seats_of(history.match)), Resign())
    if resigning and (
        command := _seat_change_command(history.match, Random(f"{history.seed} {len(history.steps)}"), resigning)
    ):
        return command
    if rng.random() < missing and deadline_of(history.match):
        return Sent("clock", ExpirePhase(phase=phase_id(history.match)))
    if rng.random() < mischief:
        return random_nonsense_command(history.match, rng)
    if isinstance(history.match, Gathering):
        return _host_command(history.match, rng, resigning) or _lobby_command(history.match, rng)
    return random_offered_command(history.match, rng)


def _staff_command(history: MatchHistory, share: float) -> Sent | None:
    """Return a staff command now and then: mostly it ends a phase, seldom a match."""
    rng = Random(f"staff {history.seed} {len(history.steps)}")
    if not history.match or isinstance(history.match, Gathering) or rng.random() >= share / 4:
        return None
    return Sent("staff", CallOff() if rng.random() < 0.02 else ExpirePhase(phase=phase_id(history.match)))


def _host_command(match: Gathering, rng: Random, resigning: float) -> Sent | None:
    """Return a host command now and then: it seats a computer player or removes a player."""
    if not resigning or rng.random() >= 5 * resigning:
        return None
    host = Viewer(seat=match.host)
    offered = [action for action in view(match, host).actions if isinstance(action, MaySeatBot | MayClear)]
    return random_command_of_action(host, rng.choice(offered), rng, GUEST_PLAYER) if offered else None


def _seat_change_command(match: Match, rng: Random, resigning: float) -> Sent | None:
    """Return a change of seats or of the host now and then, including some that the rules refuse."""
    if rng.random() >= 2 * resigning:
        return None
    viewers = [Viewer(seat=seat) for seat in occupied_seats(match)]
    if rng.random() < 0.5:
        command_class, seat = rng.choice((Move, HandOver)), rng.choice(occupied_seats(match))
        return Sent(seat, command_class(target_seat=rng.choice((-1, *range(7), 99))))
    offered = [(viewer, action) for viewer in viewers for action in view(match, viewer).actions]
    seat_changes = [(viewer, action) for viewer, action in offered if isinstance(action, MayMove | MayHandOver)]
    return random_command_of_action(*rng.choice(seat_changes), rng, GUEST_PLAYER) if seat_changes else None


def _lobby_command(match: Gathering, rng: Random) -> Sent | None:
    """Return a command in the lobby. Players who have left are replaced, so that the table is as full as planned."""
    absent = [player for player in human_players(len(match.seats)) if player not in match.seats]
    if absent and rng.random() < 0.9:
        return Sent(None, Sit(player=rng.choice(absent), is_invited=True))
    return random_offered_command(match, rng)


def _nonsense_command(history: MatchHistory, rng: Random) -> Sent:
    assert history.match is not None
    return random_nonsense_command(history.match, rng)
