"""Questions to the person in a match, who can ask for the hand, the table or the scores before answering."""

import re
from collections.abc import Mapping, Sequence

from dixit_client import Client, LiveMatch

from examples.text_client import host_commands, lobby_commands
from examples.text_client.match_text import MatchText
from examples.text_client.terminal import Quit, choice_hint, parse_choice, read_line

HELP = (
    "At any time you can type hand, table, scores, host 2 (make the player on seat 2 the host), help, resign or quit."
)
HAND_OVER_PATTERN = re.compile("host [0-9]+")


class PlayerPrompt:
    """A person, and the match they play.

    Args:
        words: The words that describe each card's picture, by the card's id.
    """

    def __init__(self, dixit: Client, match: LiveMatch, words: Mapping[str, str]) -> None:
        self.dixit, self.match, self.words = dixit, match, words

    @property
    def text(self) -> MatchText:
        return MatchText(self.match.view, self.words)

    def ask(self, question: str) -> str:
        """Ask until the person types something that may be an answer, and return it.

        Raises:
            Quit: The person resigns or quits.
        """
        while (response := self.handle_aside(line := read_line(question))) is not None:
            print(response)
        if line == "resign":
            # Before the start there is nothing to resign from.
            self.match.act("stand" if self.match.view["status"] == "gathering" else "resign")
            raise Quit
        return line

    def handle_aside(self, line: str) -> str | None:
        """Return the response to a command that can be typed at any time; None if the line isn't one."""
        shown = {"hand": self.text.hand, "table": self.text.table, "scores": self.text.scores}
        if line in shown:
            return shown[line]()
        if line == "help":
            return f"{HELP}\nIn the lobby:\n{lobby_commands.HELP}"
        # In the lobby `host 2` is one of the lobby's commands.
        if self.match.view["status"] == "playing" and HAND_OVER_PATTERN.fullmatch(line):
            return host_commands.hand_over(self.match, line)
        return None

    def ask_numbers(self, question: str, choice: Sequence[int], least: int = 1, most: int = 1) -> list[int]:
        """Ask until the person types between `least` and `most` different numbers of the choice."""
        while True:
            if found := parse_choice(self.ask(question), choice, least, most):
                return found
            print(choice_hint(choice, least, most))
