"""What a host may do besides: invite others, and hand the part over."""

from dixit_client import Client, LiveMatch, Problem

from examples.text_client.terminal import parse_number


def hand_over(match: LiveMatch, line: str) -> str:
    """Make who sits there the host; what has come of it."""
    try:
        match.act("host", seat=parse_number(line.removeprefix("host ")) - 1)
    except Problem as problem:
        return problem.detail
    return "They are the host now."


def invite(dixit: Client, match: LiveMatch, line: str) -> str:
    """An invite for so many people, or for one; it is told only now."""
    people = parse_number(line.removeprefix("invite").strip()) or 1
    try:
        code = dixit.invite(match.id, uses=people)["code"]
    except Problem as problem:
        return problem.detail
    return f"Good for a day, for {people}: join {code}\nor, on the page, {dixit.address}/play/#/invite/{code}"
