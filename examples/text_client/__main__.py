"""Play Dixit in a terminal, with other people or against computer players.

python -m examples.text_client --address http://127.0.0.1:8000 --name Ann
"""

import argparse
from contextlib import suppress

from dixit_client import Client, Problem

from examples.text_client import lobby_commands, match_finder
from examples.text_client.match_loop import MatchLoop
from examples.text_client.terminal import Quit, read_line

EPILOG = f"""At the list of matches:
{match_finder.HELP}

In the lobby of a match:
{lobby_commands.HELP}
"""


def main() -> None:
    formatter = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, epilog=EPILOG, formatter_class=formatter)
    parser.add_argument("--address", default="http://127.0.0.1:8000", help="URL of the server (%(default)s)")
    parser.add_argument("--name", help="your name in matches; you are asked for it if it is missing")
    options = parser.parse_args()
    try:
        play_matches(options)
    except Problem as problem:
        if problem.code != "unreachable":
            raise
        parser.exit(1, f"\n{problem.detail}. Is the server running? `uv run --no-dev manage.py serve` starts one.\n")
    print("\nGoodbye.")


def play_matches(options: argparse.Namespace) -> None:
    """Play one match after another, until the person quits."""
    with (
        suppress(Quit, KeyboardInterrupt),
        Client(options.address, guest=options.name or read_line("What should we call you?")) as dixit,
    ):
        # A terminal shows no pictures, so cards are named by the words that describe them.
        decks = [dixit.deck(deck["name"]) for deck in dixit.decks()["results"]]
        words = {card["id"]: ", ".join(card["words"]) for deck in decks for card in deck["cards"]}
        with dixit.live() as live:
            match_id = None
            while True:
                match_id = match_finder.find_a_match(dixit, finished=match_id)
                MatchLoop(dixit, live.match(match_id), words).play()


if __name__ == "__main__":
    main()
