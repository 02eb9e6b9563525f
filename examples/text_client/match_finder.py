"""Where a person finds a match, or opens one."""

from dixit_client import Client, Problem
from dixit_client.shapes import MatchLine, RulesetBody

from examples.text_client.terminal import numbered_list, parse_number, read_line

HELP = """A number to sit down there, Enter to look again, or
  new [rules] [points]   play with computer players now; to so many points: new classic 10
  open [rules] [seats]   open a match for people
  quick [rules] [seats]  sit down where others wait; it begins by itself when the table is full
  join CODE              sit down by an invite (its code or its link), or at the match of an id
  rules                  what there is to play
  quit"""


def find_a_match(dixit: Client) -> str:
    """The id of the match that the person wants to play."""
    while True:
        lines = [line for line in dixit.matches(status="gathering")["results"] if len(line["seats"]) < line["places"]]
        print(
            f"\nMatches that wait for players:\n{numbered_list(enumerate(map(match_summary, lines), start=1))}\n{HELP}"
        )
        try:
            if found := run_command(dixit, read_line(">").split(), [line["id"] for line in lines]):
                return found
        except Problem as problem:
            print(problem.detail)


def match_summary(line: MatchLine) -> str:
    names = ", ".join(seat["player"]["name"] or "somebody" for seat in line["seats"])
    return f"{line['ruleset']}, {len(line['seats'])} of {line['places']} seats: {names}"


def run_command(dixit: Client, words: list[str], matches: list[str]) -> str | None:
    match words:
        case ["new", *terms]:
            return against_computers(dixit, *terms[:2])
        case ["open", *terms]:
            ruleset, seats = [*terms, "classic", "4"][:2] if len(terms) != 1 else [*terms, "4"]
            return dixit.open(ruleset=ruleset, seats=parse_number(seats))["id"]
        case ["quick", *terms]:
            return dixit.quick(
                ruleset=terms[0] if terms else "classic", seats=parse_number("".join(terms[1:])) or None
            )["id"]
        case ["join", code]:
            return join(dixit, code.rsplit("/", 1)[-1])
        case ["rules"]:
            print("\n".join(f"  {rules['name']:<18} {rules['note']}" for rules in dixit.rulesets()["results"]))
        case [number] if 0 < parse_number(number) <= len(matches):
            match = matches[parse_number(number) - 1]
            dixit.sit(match)
            return match
    return None


def join(dixit: Client, code: str) -> str:
    """The match of an id, or the one that an invite leads to: on its seat or, should that be taken, on another one."""
    if not code.startswith("inv_"):
        dixit.sit(code)
        return code
    held = dixit.held_invite(code)
    match, seat = held["match"], held["invite"]["seat"]
    taken = {one["seat"] for one in match["seats"]}
    free = [place for place in range(match["places"]) if place not in taken]
    try:
        dixit.sit(match["id"], invite=code, seat=free[0] if seat in taken and free else None)
    except Problem as problem:
        if problem.code != "already_seated":
            raise
    return match["id"]


def against_computers(dixit: Client, ruleset: str = "classic", points: str = "") -> str:
    """A match that has begun, with three computer players, or as many as it needs."""
    house_rules: RulesetBody = {"base": ruleset, "name": f"to-{points}", "end": {"points": parse_number(points)}}
    players = max(4, min(dixit.ruleset(ruleset)["players"]))
    match = dixit.open(ruleset=house_rules if points else ruleset, seats=players, first="host")["id"]
    kinds = [bot["name"] for bot in dixit.bots()["results"]]
    for seat in range(1, players):
        dixit.bot(match, seat, bot=kinds[seat % len(kinds)])
    dixit.start(match)
    return match
