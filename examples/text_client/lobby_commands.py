"""Before a match begins: who sits where, and what can be done about it."""

from collections.abc import Mapping
from typing import Any, TypeAlias

from dixit_client import MatchSeen

from examples.text_client.terminal import numbered_list, parse_number

Actions: TypeAlias = Mapping[str, Any]
"""The view's actions by their names."""
Move: TypeAlias = tuple[str, dict[str, Any]]
COMMAND_FOR_ACTION = {
    "start": "start",
    "bot": "bot",
    "move": "move 3",
    "host": "host 2",
    "clear": "free 2",
    "abandon": "invite",
}
"""What is offered in words, for each action; only a host may end a match that hasn't begun, and invite to it."""
ACTION_FOR_COMMAND = {"free": "clear"}
HELP = """  start        begin, if you are the host (who else waits with Enter)
  bot          a computer player for the next free seat; bot 3 for seat 3
  move 3       change to seat 3, if it is free
  host 2       make who sits on seat 2 the host, now or later in the match
  free 2       free seat 2: who sat there comes back only by an invite
  invite 3     an invite for 3 people, or for one, good for a day
  resign       stand up, and leave"""


def offered_commands(actions: Actions) -> str:
    """What can be typed now."""
    return ", ".join(words for action, words in COMMAND_FOR_ACTION.items() if action in actions)


def parse_move(line: str, actions: Actions) -> Move | None:
    """The move that was typed, if there is such a one now."""
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
    """Every seat, numbered from 1 as people do, and how many players are missing."""
    places = range(view["places"])
    rows = [(seat + 1, ", ".join([names.get(seat, "free"), *seat_marks(view, seat)])) for seat in places]
    missing = view["places"] - len(names)
    return f"{len(names)} of {view['places']} are here, {missing} missing.{autostart_note(view)}\n{numbered_list(rows)}"


def seat_marks(view: MatchSeen, seat: int) -> list[str]:
    team = f"team {chr(ord('A') + seat % (view['places'] // 2))}" if view["ruleset"]["teams"] else ""
    return [mark for mark in ("host" if seat == view["host"] else "", team) if mark]


def autostart_note(view: MatchSeen) -> str:
    return " The match begins by itself when the table is full." if view["start"] == "full" else ""
