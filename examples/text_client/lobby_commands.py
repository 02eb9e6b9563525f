"""The lobby of a match: its seats, and the commands that can be typed there."""

from collections.abc import Mapping
from typing import Any, TypeAlias

from dixit_client import MatchSeen

from examples.text_client.terminal import numbered_list, parse_number

Actions: TypeAlias = Mapping[str, Any]
"""The view's actions by type."""
Move: TypeAlias = tuple[str, dict[str, Any]]
"""The type of an action, and its data."""
COMMAND_FOR_ACTION = {
    "start": "start",
    "bot": "bot",
    "move": "move 3",
    "host": "host 2",
    "clear": "free 2",
    "abandon": "invite",
}
"""An example of the typed command for each action.

Inviting is not an action of the view. But only the host has `abandon` in the lobby, and only the host may invite.
"""
ACTION_FOR_COMMAND = {"free": "clear"}
HELP = """  start        start the match, if you are the host, or it has been ready for 5 minutes (or Enter to wait)
  bot          add a computer player on the next free seat; bot 3 for seat 3
  move 3       move to seat 3, if it is free
  host 2       make the player on seat 2 the host, now or during the match
  free 2       remove the player on seat 2, who can only rejoin with a new invite
  invite 3     create an invite for 3 people (or for one), valid for a day
  resign       leave your seat and the match"""


def offered_commands(actions: Actions) -> str:
    """Return the commands that can be typed now, separated by commas."""
    return ", ".join(words for action, words in COMMAND_FOR_ACTION.items() if action in actions)


def parse_move(line: str, actions: Actions) -> Move | None:
    """Return the move that was typed, or None if it isn't one that can be made now."""
    match line.split():
        case ["start"] if "start" in actions:
            return "start", {}
        case ["bot", *where] if "bot" in actions:
            return "bot", {
                "seat": parse_number(where[0]) - 1 if where else actions["bot"]["seats"][0],
                "bot": "bookish",
            }
        case ["move" | "host" | "free" as word, seat] if (
            parse_number(seat) and (action := ACTION_FOR_COMMAND.get(word, word)) in actions
        ):
            return action, {"seat": parse_number(seat) - 1}
    return None


def seat_list(view: MatchSeen, names: Mapping[int, str]) -> str:
    """Return the list of all seats, numbered from 1 (the API counts from 0), under a line about how many are taken."""
    reserved = {one["seat"]: f"reserved for {one['label'] or 'someone'}" for one in view["reserved"]}
    occupants = {**reserved, **names}
    seats = range(view["places"])
    rows = [(seat + 1, ", ".join([occupants.get(seat, "free"), *seat_marks(view, seat)])) for seat in seats]
    missing = view["places"] - len(names)
    heading = f"{len(names)} of {view['places']} seats taken, {missing} more needed.{autostart_note(view)}"
    return f"{heading}\n{numbered_list(rows)}"


def seat_marks(view: MatchSeen, seat: int) -> list[str]:
    """Return what to say of a seat beside the player's name. Guests are marked, as they can have any account's name."""
    guest = "guest" if any(one["seat"] == seat and one["player"]["kind"] == "guest" for one in view["seats"]) else ""
    team = f"team {chr(ord('A') + seat % (view['places'] // 2))}" if view["ruleset"]["teams"] else ""
    return [mark for mark in ("host" if seat == view["host"] else "", team, guest) if mark]


def autostart_note(view: MatchSeen) -> str:
    return " The match starts as soon as all seats are taken." if view["start"] == "full" else ""
