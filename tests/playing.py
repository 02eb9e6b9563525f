"""Playing at the table in tests, without HTTP: whole matches among computer players, and single commands."""

import itertools
import secrets
from collections.abc import Callable

from games.bots.simulation import Simulation
from games.eventlog import match_state
from games.eventlog.command_metadata import CommandMetadata
from games.matches.command_handler import CommandResult, Precondition, handle_command
from games.rulebook.commands import SeatCommand, Sit
from games.rulebook.match import Match
from games.rulebook.rulesets import EDITIONS

NO_FENCE = Precondition()


def simulated(
    ruleset: str = "classic", players: int = 4, *, seed: str | None = None, until: str = "over"
) -> Simulation:
    """A match among computer players, played until it is in a phase of this name."""
    simulation = Simulation(EDITIONS[ruleset].rules, players, seed or secrets.token_hex(8), 0)
    for _ in itertools.takewhile(lambda _: state(simulation.match_id).name != until, simulation.steps()):
        pass
    return simulation


def state(match_id: str) -> Match:
    folded = match_state.load(match_id)
    assert folded is not None
    return folded.match


def command(
    simulation: Simulation,
    seat: int,
    ask: Sit | Callable[[int], SeatCommand],
    *,
    key: str | None = None,
    request: str = "",
    fence: Precondition = NO_FENCE,
) -> CommandResult:
    """A command of the player on a seat."""
    account = simulation.players[seat].id or ""
    caller = CommandMetadata(account_id=account, command_id=key or secrets.token_hex(8), request_digest=request)
    return handle_command(simulation.match_id, ask, metadata=caller, precondition=fence)
