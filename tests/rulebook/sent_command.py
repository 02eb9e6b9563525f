"""A command together with its sender, as tests write it: `Sent(2, Vote(slots=(1,)))`."""

from dataclasses import dataclass

from games.rulebook.commands import Actor, CallOff, Command, ExpirePhase, Open


@dataclass(frozen=True)
class Sent:
    actor: Actor
    command: Command | Open


def as_sent(command: Sent | Command | Open) -> Sent:
    """Return a bare command with its usual sender: the clock, the staff, or a viewer without a seat."""
    match command:
        case Sent():
            return command
        case ExpirePhase():
            return Sent("clock", command)
        case CallOff():
            return Sent("staff", command)
        case _:
            return Sent(None, command)
