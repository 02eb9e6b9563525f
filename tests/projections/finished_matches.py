"""Finished matches of every kind: with people and computer players, public or private, with missed moves."""

from functools import cache
from hashlib import sha256
from random import Random
from typing import Any

from games.eventlog.match_state import MatchState
from games.rulebook.commands import ExpirePhase, Open, Resign, SeatBot, Sit, Start
from games.rulebook.events import SeatSkipped
from games.rulebook.match import Match, Over, board_of, deadline_of, phase_id
from games.rulebook.rulesets import EDITIONS
from tests.audit.generated_matches import GeneratedMatch, VerifiableLuck, generate_match_with_absences
from tests.rulebook.match_scenarios import FixedChance, human_players, terms
from tests.rulebook.random_matches import SHORT_CLOCK
from tests.rulebook.random_players import bot_player, random_offered_command
from tests.rulebook.sent_command import Sent

RULESETS_AND_PLAYERS = (
    ("classic", 3),
    ("classic", 4),
    ("classic-last-card", 5),
    ("odyssey", 5),
    ("odyssey", 8),
    ("party", 6),
    ("party-passing", 7),
    ("party-30", 6),
    ("team", 6),
    ("team-30", 8),
)


@cache
def sample_matches() -> tuple[GeneratedMatch, ...]:
    """Return a match for each of some table setups, the same in every run."""
    return (
        *(
            play_random_match(name, players, seed)
            for seed, (name, players) in enumerate(RULESETS_AND_PLAYERS, start=10)
        ),
        *matches_with_absences(),
    )


@cache
def matches_with_absences() -> tuple[GeneratedMatch, ...]:
    """Return matches of rulebook 2 that are over, and in which some seats were skipped."""
    generated = (generate_match_with_absences(seed) for seed in range(20))
    return tuple(
        match
        for match in generated
        if isinstance(match.match, Over) and any(isinstance(event, SeatSkipped) for event in match.events)
    )


def play_random_match(name: str, players: int, seed: int) -> GeneratedMatch:
    """Play a random match from its opening to its end."""
    rng, rules = Random(f"{name} {players} {seed}"), EDITIONS[name].rules
    match_id = sha256(f"{name}/{players}/{seed}".encode()).hexdigest()[:32]
    sample_match = GeneratedMatch(rules=rules, players=players, seed=seed, chance=FixedChance(), match_id=match_id)
    sample_match.chance = VerifiableLuck(sample_match)
    _fill_lobby(sample_match, rng)
    while not isinstance(sample_match.match, Over):
        assert sample_match.match is not None
        sample_match.act(_next_command(sample_match.match, rng))
    return sample_match


def state_of(sample_match: GeneratedMatch) -> MatchState:
    assert sample_match.state is not None
    return sample_match.state


def _fill_lobby(sample_match: GeneratedMatch, rng: Random) -> None:
    """Seat the players at random, so that there are gaps to close; the first of them are computer players."""
    host, *others = human_players(sample_match.players)
    seat_count = sample_match.players if sample_match.rules.teams else max(sample_match.rules.players)
    bot_count = rng.choice((0, 0, 1, len(others)))
    free_seats = rng.sample(range(1, seat_count), len(others))
    sample_match.act(Open(terms=terms(sample_match.rules, seat_count, **_random_terms(rng)), player=host))
    for number, (free_seat, player) in enumerate(zip(free_seats, others, strict=True)):
        is_bot = number < bot_count
        sample_match.act(
            Sent(0, SeatBot(target_seat=free_seat, player=bot_player(free_seat)))
            if is_bot
            else Sit(player=player, seat=free_seat)
        )
    sample_match.act(Sent(0, Start()))


def _random_terms(rng: Random) -> dict[str, Any]:
    return {
        "first": rng.choice(("claim", "luck", "host")),
        "visibility": rng.choice(("public", "public", "public", "unlisted", "private")),
        "on_timeout": rng.choice(("auto", "auto", "skip", "abort")),
        "clock": SHORT_CLOCK,
    }


def _next_command(match: Match, rng: Random) -> Sent:
    board = board_of(match)
    if board and len(board.non_bot_seats) > 1 and rng.random() < 0.005:
        return Sent(rng.choice(board.non_bot_seats), Resign())
    if deadline_of(match) and rng.random() < 0.01:
        return Sent("clock", ExpirePhase(phase=phase_id(match)))
    command = random_offered_command(match, rng)
    assert command is not None, "a running match has a next command"
    return command
