"""Asking the person at a table, who may look at things before they answer."""

import re
from collections.abc import Mapping, Sequence

from dixit_client import Client, LiveMatch

from examples.text_client import host_commands, lobby_commands
from examples.text_client.match_text import MatchText
from examples.text_client.terminal import Quit, choice_hint, parse_choice, read_line

HELP = "At any question you may type hand, table, scores, host 2 (makes who has seat 2 the host), help, resign or quit."
HAND_OVER_PATTERN = re.compile("host [0-9]+")


class PlayerPrompt:
    """A person, and the match they sit at."""

    def __init__(self, dixit: Client, match: LiveMatch, words: Mapping[str, str]) -> None:
        self.dixit, self.match, self.words = dixit, match, words
        self.passed_phase = ""
        """The phase in which the person lets somebody else go first."""

    @property
    def text(self) -> MatchText:
        return MatchText(self.match.view, self.words)

    def ask(self, question: str) -> str:
        """A line that is an answer."""
        while (response := self.handle_aside(line := read_line(question))) is not None:
            print(response)
        if line == "resign":
            self.match.act("stand" if self.match.view["status"] == "gathering" else "resign")
            raise Quit
        return line

    def handle_aside(self, line: str) -> str | None:
        """What is said to a line that is no answer; None if it may be one."""
        shown = {"hand": self.text.hand, "table": self.text.table, "scores": self.text.scores}
        if line in shown:
            return shown[line]()
        if line == "help":
            return f"{HELP}\nBefore the match begins:\n{lobby_commands.HELP}"
        if self.match.view["status"] == "playing" and HAND_OVER_PATTERN.fullmatch(line):
            return host_commands.hand_over(self.match, line)
        return None

    def ask_numbers(self, question: str, choice: Sequence[int], least: int = 1, most: int = 1) -> list[int]:
        while True:
            if found := parse_choice(self.ask(question), choice, least, most):
                return found
            print(choice_hint(choice, least, most))
