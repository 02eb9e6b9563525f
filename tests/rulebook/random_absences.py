"""Random matches of rulebook 2: some players go away and come back, the others call time, agree to end it, or play."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from random import Random
from typing import Any

from games.rulebook import Match, Viewer
from games.rulebook.actions import Action, MayCallTime, MayStart
from games.rulebook.commands import Abandon, CallTime, Command, ExpirePhase, HandOver, Open, Resign, Resume, Sit, Start
from games.rulebook.match import Gathering, active_seats_of, board_of, deadline_of, phase_id
from games.rulebook.player_view import actions
from games.rulebook.rulesets import Ruleset
from games.rulebook.terms import Clock, Player
from games.rulebook.waiting import waiting_for
from tests.rulebook.match_scenarios import FixedChance, human_players, terms
from tests.rulebook.random_matches import MAX_STEPS, MatchHistory, can_continue, entropy_digests
from tests.rulebook.random_players import (
    GUEST_PLAYER,
    bot_player,
    is_advancing,
    occupied_seats,
    random_command_of_action,
    random_nonsense_command,
)
from tests.rulebook.sent_command import Sent

IDLE_LIFETIME = timedelta(days=30)


@dataclass(frozen=True, kw_only=True)
class AbsenceShares:
    """In which share of the steps something happens; `bots` is the share of computer players."""

    leaving: float = 0.03
    returning: float = 0.05
    mischief: float = 0.1
    early_tick: float = 0.04
    bots: float = 0.15


@dataclass(kw_only=True)
class Absentees:
    """The seats of the people who are away, known to the test only."""

    away: set[int] = field(default_factory=set)

    def present_people(self, match: Match) -> list[int]:
        board = board_of(match)
        people = board.non_bot_seats if board else active_seats_of(match)
        return [seat for seat in people if seat not in self.away]

    def moving_seats(self, match: Match) -> list[int]:
        """Return the seats that the match waits for and whose players, or programs, are there."""
        return [seat for seat in waiting_for(match) if seat not in self.away]


def play_match_with_absences(
    rules: Ruleset,
    players: int,
    seed: int,
    shares: AbsenceShares | None = None,
    *,
    history: MatchHistory | None = None,
    longest: int = MAX_STEPS,
    **changes: Any,
) -> MatchHistory:
    """Return a random match of rulebook 2; `changes` are terms that aren't left to chance."""
    rng, shares, absentees = Random(f"absences {seed}"), shares or AbsenceShares(), Absentees()
    history = history or MatchHistory(rules=rules, players=players, seed=seed, chance=FixedChance(seed))
    open_match(history, rng, shares.bots, **changes)
    while can_continue(history, longest):
        history.now += timedelta(seconds=rng.choice((0, 1, 2)))
        history.act(_next_command(history, rng, shares, absentees))
    return history


def open_match(history: MatchHistory, rng: Random, bot_share: float, **changes: Any) -> None:
    """Open a match on random terms, with the host on seat 0 and computer players on some other seats."""
    digests = entropy_digests(history.seed, history.players)
    host, *others = human_players(history.players)
    bots = tuple((seat, bot_player(seat)) for seat, _ in enumerate(others, start=1) if rng.random() < bot_share)
    seat_count = max(history.players, min(history.rules.players))
    history.act(
        Open(
            terms=terms(history.rules, seat_count, **{**random_absence_terms(rng), **changes}),
            player=host,
            entropy_digest=digests.get(host),
            bots=bots,
        )
    )
    free_seats = [seat for seat in range(1, history.players) if seat not in dict(bots)]
    for seat in rng.sample(free_seats, len(free_seats)):
        player: Player = human_players(history.players)[seat]
        history.act(Sit(player=player, seat=seat, entropy_digest=digests.get(player), is_invited=True))


def random_absence_terms(rng: Random) -> dict[str, Any]:
    """Return terms of rulebook 2: with a clock, without one, or with one for some of the phases."""
    clock = {name: rng.choice((None, 30)) for name in ("clue", "submit", "vote", "reveal")}
    return {
        "rulebook": 2,
        "clock": rng.choice((Clock(), Clock(clue=60, submit=30, vote=30, reveal=15), Clock(**clock))),
        "on_timeout": rng.choice(("auto", "auto", "skip", "skip", "abort")),
        "first": rng.choice(("claim", "luck", "host")),
        "call_after": rng.choice((60, 300, 21_600)),
        "call_grace": rng.choice((30, 120)),
    }


def _next_command(history: MatchHistory, rng: Random, shares: AbsenceShares, absentees: Absentees) -> Sent:
    match = history.match
    assert match is not None
    if isinstance(match, Gathering):
        return lobby_command(history, rng)
    people = absentees.present_people(match)
    if people and rng.random() < shares.leaving:
        absentees.away.add(rng.choice(people))
    elif absentees.away and rng.random() < shares.returning:
        absentees.away.discard(seat := rng.choice(sorted(absentees.away)))
        return Sent(seat, Resume())
    if rng.random() < shares.mischief:
        return _odd_command(match, rng)
    if deadline_of(match) and rng.random() < shares.early_tick:
        return tick(history, rng)
    return offered_move(match, rng, absentees.moving_seats(match)) or pass_time(history, rng, people)


def lobby_command(history: MatchHistory, rng: Random) -> Sent:
    """Return a start of the match: by the host, or by somebody else once it has been ready for a while."""
    match = history.match
    assert isinstance(match, Gathering)
    starters = [
        (seat, action)
        for seat in match.taken_seats
        for action in actions(match, Viewer(seat=seat))
        if isinstance(action, MayStart)
    ]
    seat, action = rng.choice(starters)
    if action.from_:
        history.now = max(history.now, action.from_)
    return Sent(seat, Start())


def _odd_command(match: Match, rng: Random) -> Sent:
    """Return a command that is rare, and often refused."""
    seat = rng.choice(occupied_seats(match))
    command: Command = rng.choice((Resume(), CallTime(), Abandon(), Resign(), HandOver(target_seat=rng.randrange(6))))
    if isinstance(command, Resign) and rng.random() < 0.5:
        return Sent("staff", ExpirePhase(phase=phase_id(match)))
    return Sent(seat, command) if rng.random() < 0.5 else random_nonsense_command(match, rng)


def offered_actions(match: Match, seats: Collection[int]) -> Iterator[tuple[Viewer, Action]]:
    yield from ((Viewer(seat=seat), action) for seat in seats for action in actions(match, Viewer(seat=seat)))


def offered_move(match: Match, rng: Random, seats: Collection[int]) -> Sent | None:
    """Return a move of one of these seats, or None if the match waits for none of them."""
    for seat in rng.sample(sorted(seats), len(seats)):
        moves = [(viewer, action) for viewer, action in offered_actions(match, (seat,)) if is_advancing(action)]
        if moves:
            return random_command_of_action(*rng.choice(moves), rng, GUEST_PLAYER)
    return None


def pass_time(history: MatchHistory, rng: Random, people: Collection[int]) -> Sent:
    """Return what happens where nobody who is there has a move: the clock ticks, or somebody calls time."""
    match = history.match
    assert match is not None
    calls = [(viewer, call) for viewer, call in offered_actions(match, people) if isinstance(call, MayCallTime)]
    if calls and not deadline_of(match):
        viewer, call = rng.choice(calls)
        history.now = max(history.now, call.from_ - timedelta(seconds=rng.choice((0, 0, 0, 1))))
        assert viewer.seat is not None
        return Sent(viewer.seat, CallTime())
    return tick(history, rng)


def tick(history: MatchHistory, rng: Random) -> Sent:
    """Return a tick of the clock at the deadline, sometimes late; without a deadline, after the idle lifetime."""
    match = history.match
    assert match is not None
    if deadline_at := deadline_of(match):
        lateness = timedelta(seconds=rng.choice((0, 0, 0, 5, 10, 11, 3600)))
        history.now = max(history.now, deadline_at + lateness)
        return Sent("clock", ExpirePhase(phase=phase_id(match)))
    history.now += IDLE_LIFETIME
    return Sent("clock", ExpirePhase(phase=phase_id(match), expires_at=history.now))
