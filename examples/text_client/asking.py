"""Asking the person at a table, who may look at things before they answer."""

import re
from collections.abc import Mapping, Sequence

from dixit_client import Client, LiveMatch

from examples.text_client import gathering, hosting
from examples.text_client.person import Quit, ask, chosen, wanted
from examples.text_client.telling import Telling

HELP = "At any question you may type hand, table, scores, host 2 (makes who has seat 2 the host), help, resign or quit."
HAND_OVER = re.compile("host [0-9]+")


class Asking:
    """A person, and the match they sit at."""

    def __init__(self, dixit: Client, match: LiveMatch, words: Mapping[str, str]) -> None:
        self.dixit, self.match, self.words = dixit, match, words
        self.left_to_others = ""
        """The phase in which the person lets somebody else go first."""

    @property
    def telling(self) -> Telling:
        return Telling(self.match.view, self.words)

    def ask(self, question: str) -> str:
        """A line that is an answer."""
        while (said := self.besides(line := ask(question))) is not None:
            print(said)
        if line == "resign":
            self.match.act("stand" if self.match.view["status"] == "gathering" else "resign")
            raise Quit
        return line

    def besides(self, line: str) -> str | None:
        """What is said to a line that is no answer; None if it may be one."""
        shown = {"hand": self.telling.hand, "table": self.telling.table, "scores": self.telling.scores}
        if line in shown:
            return shown[line]()
        if line == "help":
            return f"{HELP}\nBefore the match begins:\n{gathering.HELP}"
        if self.match.view["status"] == "playing" and HAND_OVER.fullmatch(line):
            return hosting.hand_over(self.match, line)
        return None

    def numbers(self, question: str, choice: Sequence[int], least: int = 1, most: int = 1) -> list[int]:
        while True:
            if found := chosen(self.ask(question), choice, least, most):
                return found
            print(wanted(choice, least, most))
