"""Commands of the host that can be typed at a question: inviting people, and making someone else the host."""

from dixit_client import Client, LiveMatch, Problem

from examples.text_client.terminal import parse_number


def hand_over(match: LiveMatch, line: str) -> str:
    """Make the player on the typed seat the host; return a message for the person."""
    try:
        # People count seats from 1, the API from 0.
        match.act("host", seat=parse_number(line.removeprefix("host ")) - 1)
    except Problem as problem:
        return problem.detail
    return "They are the host now."


def invite(dixit: Client, match: LiveMatch, line: str) -> str:
    """Create an invite for the typed number of people, or for one; return a message for the person.

    The message must show the code: the service doesn't store it and can't show it again.
    """
    people = parse_number(line.removeprefix("invite").strip()) or 1
    try:
        code = dixit.invite(match.id, uses=people)["code"]
    except Problem as problem:
        return problem.detail
    count = "one person" if people == 1 else f"{people} people"
    return f"Valid for a day, for {count}: join {code}\nor, in a browser, {dixit.address}/play/#/invite/{code}"
