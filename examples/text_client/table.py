"""One match, played by a person."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from dixit_client import LiveMatch, Problem

from examples.text_client.person import Quit, ask, chosen, wanted, whole
from examples.text_client.telling import SIGNALS, Telling

May: TypeAlias = Mapping[str, Any]
"""The view's actions by their names."""
Move: TypeAlias = tuple[str, dict[str, Any]]
MISSED = ("phase_over", "already_done", "not_the_storyteller", "wrong_phase")
HELP = "At any question you may type hand, table, scores, resign or quit."


class Table:
    """Tells what happens, and asks what to do."""

    def __init__(self, match: LiveMatch, words: Mapping[str, str]) -> None:
        self.match, self.words = match, words
        self.left_to_others = ""
        """The phase in which the person lets somebody else go first."""

    @property
    def telling(self) -> Telling:
        return Telling(self.match.view, self.words)

    def play(self) -> None:
        """To the end of the match."""
        print(f"\n{self.match.view['ruleset']['name']}, match {self.match.id}. {HELP}")
        for _ in self.match.views():
            for event in self.match.news:
                if line := self.telling.told(event):
                    print(line)
            self.act()

    def act(self) -> None:
        while move := self.choose():
            try:
                self.match.act(move[0], **move[1])
            except Problem as problem:
                print(problem.detail)
                if problem.code not in MISSED:
                    continue
            return

    def choose(self) -> Move | None:
        """What the person wants to do, if there is something; None is to wait."""
        may = {str(action["type"]): action for action in self.match.view["actions"]}
        question = next((QUESTIONS[name] for name in QUESTIONS if name in may), None)
        if question is None or self.left_to_others == self.match.view["phase"]["id"]:
            return None
        return question(self, may)

    def ask(self, question: str) -> str:
        """A line, once the person has looked at whatever else there is to see."""
        shown = {"hand": self.telling.hand, "table": self.telling.table, "scores": self.telling.scores}
        shown["help"] = lambda: HELP
        while (line := ask(question)) in shown:
            print(shown[line]())
        if line == "resign":
            self.match.act("stand" if self.match.view["status"] == "gathering" else "resign")
            raise Quit
        return line

    def numbers(self, question: str, choice: Sequence[int], least: int = 1, most: int = 1) -> list[int]:
        while True:
            if found := chosen(self.ask(question), choice, least, most):
                return found
            print(wanted(choice, least, most))

    # What there is to do

    def gather(self, may: May) -> Move | None:
        print(self.telling.here())
        match self.ask(f"{'start, ' if 'start' in may else ''}bot (seats a computer player), or Enter to wait:"):
            case "start" if "start" in may:
                return "start", {}
            case "bot" if "bot" in may:
                return "bot", {"seat": may["bot"]["seats"][0], "bot": "bookish"}
        return None

    def clue(self, may: May) -> Move | None:
        cards, others = may["clue"]["cards"], self.match.view["storyteller"] is None
        print(self.telling.hand())
        what = "Your clue" if cards is None else "Your card and clue, as in: 2 a quiet storm"
        while True:
            line = self.ask(f"You may tell first. {what}, or Enter to let others:" if others else f"You tell. {what}:")
            number, _, text = line.partition(" ")
            if others and not line:
                self.left_to_others = self.match.view["phase"]["id"]
                return None
            if cards is None and line:
                return "clue", {"clue": {"kind": "text", "text": line}}
            if cards and text and 0 < whole(number) <= len(cards):
                return "clue", {"card": cards[whole(number) - 1], "clue": {"kind": "text", "text": text}}
            print(f"Please a card of 1 to {len(cards)}, and words for it." if cards else "Please say something.")

    def cards(self, may: May) -> Move | None:
        cards, count = may["cards"]["cards"], may["cards"]["count"]
        places = range(1, len(cards) + 1)
        words = may["signal"]["words"] if "signal" in may else []
        print(self.telling.hand())
        what = f"Your {'card' if count == 1 else f'{count} cards'} for it"
        what += "".join(f", or {word} (“{SIGNALS[word]}”)" for word in words)
        while True:
            line = self.ask(f"{what}:")
            if line in words:
                return "signal", {"word": line}
            if found := chosen(line, places, count, count):
                return "cards", {"cards": [cards[number - 1] for number in found]}
            print(wanted(places, count, count))

    def vote(self, may: May) -> Move | None:
        vote = may["vote"]
        print(self.telling.table())
        what = "Your vote:" if vote["most"] == 1 else f"Your votes, up to {vote['most']}:"
        slots = self.numbers(what, vote["slots"], vote["least"], vote["most"])
        trap = {"trap": self.numbers("Your trap:", vote["trap"])[0]} if vote["trap"] else {}
        return "vote", {"slots": slots, **trap}

    def ready(self, may: May) -> Move | None:
        self.ask("Enter to go on:")
        return "ready", {}


QUESTIONS: dict[str, Callable[[Table, May], Move | None]] = {
    "bot": Table.gather,
    "start": Table.gather,
    "clue": Table.clue,
    "cards": Table.cards,
    "vote": Table.vote,
    "ready": Table.ready,
}
