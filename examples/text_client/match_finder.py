"""Finding a match to join, or opening one."""

from dixit_client import Client, Problem
from dixit_client.shapes import MatchLine, RulesetBody

from examples.text_client.terminal import numbered_list, parse_number, read_line

HELP = """Type the number of a match to join it, Enter to refresh, or
  new [rules] [points]   play against computer players now; points to win, for example: new classic 10
  open [rules] [seats]   open a match for other people
  quick [rules] [seats]  join a match with others who are waiting; it starts as soon as all seats are taken
  join CODE              join by an invite (its code or link), or by the id of a match
  again                  play again with the people of the match that is over
  rules                  list the rule sets
  quit"""


def find_a_match(dixit: Client, finished: str | None = None) -> str:
    """Ask until the person has joined or opened a match; return its id.

    Args:
        finished: The id of the match that the person has just played.
    """
    while True:
        gathering = dixit.matches(status="gathering")["results"]
        entries = [entry for entry in gathering if len(entry["seats"]) < entry["places"]]
        print(f"\nMatches with free seats:\n{numbered_list(enumerate(map(match_summary, entries), start=1))}\n{HELP}")
        try:
            words = read_line(">").split()
            if finished and words == ["again"]:
                return dixit.rematch(finished)["id"]
            if match_id := run_command(dixit, words, [entry["id"] for entry in entries]):
                return match_id
        except Problem as problem:
            print(problem.detail)


def match_summary(entry: MatchLine) -> str:
    names = ", ".join(
        (seat["label"] or "someone") + " (guest)" * (seat["player"]["kind"] == "guest") for seat in entry["seats"]
    )
    return f"{entry['ruleset']}, {len(entry['seats'])} of {entry['places']} seats taken: {names}"


def run_command(dixit: Client, words: list[str], matches: list[str]) -> str | None:
    """Carry out what was typed; return the id of the match that the person is in now, or None if in none.

    Args:
        matches: The ids of the listed matches, in the order of their numbers.

    Raises:
        Problem: The service refused it.
    """
    match words:
        case ["new", *terms]:
            return against_computers(dixit, *terms[:2])
        case ["open", *terms]:
            # Both are optional, but the API wants the number of seats: four, unless it is given.
            ruleset, seats = [*terms, "classic", "4"][:2] if len(terms) != 1 else [*terms, "4"]
            return dixit.open(ruleset=ruleset, seats=parse_number(seats))["id"]
        case ["quick", *terms]:
            return dixit.quick(
                ruleset=terms[0] if terms else "classic", seats=parse_number("".join(terms[1:])) or None
            )["id"]
        case ["join", code]:
            # A whole link may have been pasted. The code is what follows its last slash.
            return join(dixit, code.rsplit("/", 1)[-1])
        case ["rules"]:
            print("\n".join(f"  {rules['name']:<18} {rules['note']}" for rules in dixit.rulesets()["results"]))
        case [number] if 0 < parse_number(number) <= len(matches):
            match = matches[parse_number(number) - 1]
            dixit.sit(match)
            return match
    return None


def join(dixit: Client, code: str) -> str:
    """Join by an invite's code or a match id; return the match id.

    An invite may name a seat. If that one is taken by now, any free seat will do.
    """
    if not code.startswith("inv_"):
        dixit.sit(code)
        return code
    preview = dixit.held_invite(code)
    match, seat = preview["match"], preview["invite"]["seat"]
    taken = {taken_seat["seat"] for taken_seat in match["seats"]}
    free = [number for number in range(match["places"]) if number not in taken]
    try:
        dixit.sit(match["id"], invite=code, seat=free[0] if seat in taken and free else None)
    except Problem as problem:
        # The code of a match that the person is in already: go back to it.
        if problem.code != "already_seated":
            raise
    return match["id"]


def against_computers(dixit: Client, ruleset: str = "classic", points: str = "") -> str:
    """Start a match against three computer players, or more if the rule set needs them; return its id."""
    house_rules: RulesetBody = {"base": ruleset, "name": f"to-{points}", "end": {"points": parse_number(points)}}
    players = max(4, min(dixit.ruleset(ruleset)["players"]))
    # The person begins, and no computer player can claim the first round before them.
    match = dixit.open(ruleset=house_rules if points else ruleset, seats=players, first="host")["id"]
    kinds = [bot["name"] for bot in dixit.bots()["results"]]
    for seat in range(1, players):
        dixit.bot(match, seat, bot=kinds[seat % len(kinds)])
    dixit.start(match)
    return match
