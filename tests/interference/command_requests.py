"""Commands of the rulebook as a client sends them: method, path and body."""

from collections.abc import Callable
from typing import Any, TypeAlias, assert_never

from games.rulebook.commands import (
    Abandon,
    AddEntropy,
    CallOff,
    CallTime,
    Claim,
    Clear,
    Command,
    DropReservation,
    ExpirePhase,
    GiveClue,
    HandOver,
    Move,
    Ready,
    Resign,
    Resume,
    SeatBot,
    Signal,
    Sit,
    Stand,
    Start,
    Submit,
    Vote,
)

CommandRequest: TypeAlias = tuple[str, str, dict[str, Any]]
CardTranslation: TypeAlias = Callable[[str], str]
"""Translates a card of the rulebook's match into the deployment's card for it."""


def command_request(command: Command, translate_card: CardTranslation) -> CommandRequest:  # noqa: C901, PLR0911, PLR0912  (a case each)
    match command:
        case Sit():
            return "POST", "seats", _without_none(seat=command.seat, entropy_digest=command.entropy_digest)
        case Stand():
            return "DELETE", "seats/me", {}
        case Move():
            return "POST", "move", {"seat": command.target_seat}
        case HandOver():
            return "POST", "host", {"seat": command.target_seat}
        case Start():
            return "POST", "start", {}
        case AddEntropy():
            return "POST", "entropy", _without_none(entropy=command.entropy, next_digest=command.next_digest)
        case Claim():
            return "POST", "claim", _without_none(text=command.text)
        case GiveClue():
            clue = _without_none(kind=command.clue.kind, text=command.clue.text)
            return "POST", "clue", _without_none(card=command.card and translate_card(command.card), clue=clue)
        case Submit():
            return "POST", "cards", {"cards": [translate_card(one) for one in command.cards]}
        case Signal():
            return "POST", "signal", {"word": command.word}
        case Vote():
            return "POST", "vote", _without_none(slots=list(command.slots), trap=command.trap)
        case Ready():
            return "POST", "ready", {}
        case Abandon():
            return "POST", "abandon", {}
        case Resign():
            return "POST", "resign", {}
        case CallTime():
            return "POST", "call_time", {}
        case Resume():
            return "POST", "resume", {}
        case SeatBot():
            return "PUT", f"seats/{command.target_seat}", {"bot": "random"}
        case Clear():
            return "DELETE", f"seats/{command.target_seat}", {}
        case ExpirePhase() | CallOff() | DropReservation():
            raise AssertionError("the server sends no requests")
        case _:
            assert_never(command)


def _without_none(**fields: Any) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}
