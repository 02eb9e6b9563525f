"""Whole matches at random, written down step by step for the laws to look at."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from random import Random
from typing import Any

from games.rulebook import Match, Reason, Refused, Viewer, decide, evolve, view
from games.rulebook.actions import MayClear, MayHandOver, MayMove, MaySeatBot
from games.rulebook.commands import CallOff, Command, HandOver, Move, Open, Resign, Sit, TimeUp
from games.rulebook.events import Event
from games.rulebook.match import Gathering, Over, active_seats_of, deadline_of, phase_id
from games.rulebook.rulesets import Ruleset
from games.rulebook.terms import Clock, Player
from tests.rulebook.entropy import committed
from tests.rulebook.players import STRANGER, nonsense, one_of, seats_of, sensible
from tests.rulebook.table import NOW, Luck, people, terms

LONGEST = 20_000
HURRY = Clock(clue=60, submit=30, vote=30, reveal=15)


class BrokenLaw(AssertionError):
    """A law of the game doesn't hold."""


def holds(truth: bool, law: str) -> None:  # noqa: FBT001
    if not truth:
        raise BrokenLaw(law)


@dataclass(frozen=True, kw_only=True)
class Step:
    """A command with all that came of it; `before` as it was and as it looks after the command."""

    before: Match | None
    looked: str
    looks: str
    command: Command | Open
    events: tuple[Event, ...] = ()
    states: tuple[Match, ...] = ()
    """The match after each of the events."""
    refused: Reason | None = None
    fault: Exception | None = None
    asked: tuple[str, ...] = ()
    """What luck was asked."""


@dataclass(kw_only=True)
class Story:
    """A match from its opening to its end, with every refusal on the way."""

    rules: Ruleset
    players: int
    seed: int
    luck: Luck
    steps: list[Step] = field(default_factory=list)
    match: Match | None = None
    now: datetime = NOW

    @property
    def happened(self) -> Iterator[tuple[Match | None, Event, Match]]:
        """Each event between the match before and after it."""
        before: Match | None = None
        for step in self.steps:
            for event, after in zip(step.events, step.states, strict=True):
                yield before, event, after
                before = after

    @property
    def events(self) -> list[Event]:
        return [event for step in self.steps for event in step.events]

    @property
    def rests(self) -> list[Match]:
        """The match wherever it waited for somebody, and at its end."""
        return [step.states[-1] for step in self.steps if step.states]

    def act(self, command: Command | Open) -> None:
        before, asked = self.match, len(self.luck.asked)
        ticks = isinstance(command, TimeUp) and not command.forced and before and command.phase == phase_id(before)
        if before and ticks:
            self.now = max(self.now, deadline_of(before) or NOW)
        looked = repr(before)
        events: tuple[Event, ...] = ()
        states: list[Match] = []
        refused, fault = None, None
        try:
            events = decide(before, command, now=self.now, chance=self.luck)
            for event in events:
                self.match = evolve(self.match, event)
                states.append(self.match)
        except Refused as error:
            refused = error.reason
        except Exception as error:  # noqa: BLE001  # whatever it is, it is a broken law
            fault, events, states, self.match = error, (), [], before
        self.steps.append(
            Step(
                before=before,
                looked=looked,
                looks=repr(before),
                command=command,
                events=events,
                states=tuple(states),
                refused=refused,
                fault=fault,
                asked=tuple(self.luck.asked[asked:]),
            )
        )


def played(
    rules: Ruleset,
    players: int,
    seed: int,
    *,
    mischief: float = 0.15,
    missing: float = 0.0,
    resigning: float = 0.0,
    longest: int = LONGEST,
    story: Story | None = None,
) -> Story:
    """A random match; of its commands `mischief` is the share of nonsense, `missing` that of missed moves, `resigning`
    that of players who leave, but for the last one. Where some leave, there are computer players, too.

    `story` is what writes it down, unless nothing more than a `Story` is needed.
    """
    rng = Random(seed)
    host, *others = people(players)
    digests = _digests(seed, players)
    story = story or Story(rules=rules, players=players, seed=seed, luck=Luck(seed))
    agreed: dict[str, Any] = {"first": rng.choice(("claim", "luck", "host"))}
    if missing:
        agreed |= {"clock": HURRY, "on_timeout": rng.choice(("auto", "auto", "skip", "skip", "abort"))}
    story.act(
        Open(
            terms=terms(rules, max(players, min(rules.players)), **agreed),
            player=host,
            entropy_digest=digests.get(host),
        )
    )
    for player in rng.sample(others, len(others)):
        for _ in range(10):
            if rng.random() < mischief and goes_on(story, longest):
                story.act(_nonsense(story, rng))
        story.act(Sit(player=player, entropy_digest=digests.get(player)))
    while goes_on(story, longest) and (command := _command(story, rng, mischief, missing, resigning)):
        story.act(_from_staff(story, missing + resigning) or command)
    return story


def _digests(seed: int, players: int) -> dict[Player, str]:
    """In half of the matches some of the players want to add to the luck."""
    rng = Random(f"entropy {seed}")
    share = rng.choice((0.0, 0.0, 0.5, 1.0))
    return {player: committed(f"{player.id} {seed}") for player in people(players) if rng.random() < share}


def goes_on(story: Story, longest: int) -> bool:
    return not isinstance(story.match, Over) and story.steps[-1].fault is None and len(story.steps) < longest


def _command(story: Story, rng: Random, mischief: float, missing: float, resigning: float) -> Command | None:
    """The next command; None when nobody can do anything."""
    assert story.match is not None
    leaves = not isinstance(story.match, Gathering) and len(active_seats_of(story.match)) > 1
    if leaves and rng.random() < resigning:
        return Resign(seat=rng.choice(active_seats_of(story.match)))
    if resigning and (command := _others_places(story.match, Random(f"{story.seed} {len(story.steps)}"), resigning)):
        return command
    if rng.random() < missing and deadline_of(story.match):
        return TimeUp(phase=phase_id(story.match))
    if rng.random() < mischief:
        return nonsense(story.match, rng)
    if isinstance(story.match, Gathering):
        return _setting_up(story.match, rng, resigning) or _lobby(story.match, rng)
    return sensible(story.match, rng)


def _from_staff(story: Story, share: float) -> Command | None:
    """Where people miss moves or leave, the staff sometimes ends a phase, seldom a match."""
    rng = Random(f"staff {story.seed} {len(story.steps)}")
    if not story.match or isinstance(story.match, Gathering) or rng.random() >= share / 4:
        return None
    return CallOff() if rng.random() < 0.02 else TimeUp(phase=phase_id(story.match), forced=True)


def _setting_up(match: Gathering, rng: Random, resigning: float) -> Command | None:
    """Now and then the host seats a computer player, or sends somebody away."""
    if not resigning or rng.random() >= 5 * resigning:
        return None
    host = Viewer(seat=match.host)
    offered = [action for action in view(match, host).actions if isinstance(action, MaySeatBot | MayClear)]
    return one_of(host, rng.choice(offered), rng, STRANGER) if offered else None


def _others_places(match: Match, rng: Random, resigning: float) -> Command | None:
    """Now and then somebody changes places, or another one becomes the host; or would, but the rules don't allow it."""
    if rng.random() >= 2 * resigning:
        return None
    viewers = [Viewer(seat=seat) for seat in seats_of(match)]
    if rng.random() < 0.5:
        kind, seat = rng.choice((Move, HandOver)), rng.choice(seats_of(match))
        return kind(seat=seat, target_seat=rng.choice((-1, *range(7), 99)))
    offered = [(viewer, action) for viewer in viewers for action in view(match, viewer).actions]
    found = [(viewer, action) for viewer, action in offered if isinstance(action, MayMove | MayHandOver)]
    return one_of(*rng.choice(found), rng, STRANGER) if found else None


def _lobby(match: Gathering, rng: Random) -> Command | None:
    """Whoever has left is replaced, so that the table is as full as it was to be."""
    absent = [player for player in people(len(match.seats)) if player not in match.seats]
    return Sit(player=rng.choice(absent)) if absent and rng.random() < 0.9 else sensible(match, rng)


def _nonsense(story: Story, rng: Random) -> Command:
    assert story.match is not None
    return nonsense(story.match, rng)
