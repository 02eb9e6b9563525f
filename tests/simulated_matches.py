"""Matches in tests without HTTP: whole matches among computer players, and single commands."""

import itertools
import secrets

from games.bots.simulation import Simulation
from games.eventlog import match_state
from games.eventlog.command_metadata import CommandMetadata
from games.matches.command_decision import CommandResult
from games.matches.command_handler import handle_command
from games.rulebook.commands import Command
from games.rulebook.match import Match
from games.rulebook.rulesets import EDITIONS


def simulate_match(
    ruleset: str = "classic", players: int = 4, *, seed: str | None = None, until: str = "over"
) -> Simulation:
    """Return a match among computer players, played until it is in a phase of this name."""
    simulation = Simulation(EDITIONS[ruleset].rules, players, seed or secrets.token_hex(8), 0)
    for _ in itertools.takewhile(lambda _: current_match(simulation.match_id).name != until, simulation.steps()):
        pass
    return simulation


def current_match(match_id: str) -> Match:
    current = match_state.load(match_id)
    assert current is not None
    return current.match


def issue_command(
    simulation: Simulation,
    seat: int,
    command: Command,
    *,
    idempotency_key: str | None = None,
    request_digest: str = "",
    expected_phase: str | None = None,
    expected_version: int | None = None,
) -> CommandResult:
    """Issue a command of the player on a seat."""
    account_id = simulation.players[seat].id or ""
    metadata = CommandMetadata(
        account_id=account_id,
        command_id=idempotency_key or secrets.token_hex(8),
        request_digest=request_digest,
        expected_phase=expected_phase,
        expected_version=expected_version,
    )
    return handle_command(simulation.match_id, command, metadata=metadata)
