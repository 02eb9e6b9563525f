"""One match, played by a person."""

from dixit_client import Problem

from examples.text_client.asking import HELP, Asking
from examples.text_client.gathering import Move
from examples.text_client.questions import HOSTS, QUESTIONS

MISSED = ("phase_over", "already_done", "not_the_storyteller", "wrong_phase")


class Table(Asking):
    """Tells what happens, and asks what to do."""

    def play(self) -> None:
        """To the end of the match, or until the host has freed our seat."""
        print(f"\n{self.match.view['ruleset']['name']}, match {self.match.id}. {HELP}")
        try:
            for view in self.match.views():
                self.tell()
                if view["kicked"]:
                    break
                self.act()
        except Problem as problem:
            # A private match isn't there for who has no seat in it.
            if problem.code != "not_found":
                raise
        if not self.match.over:
            print("The host has freed your seat. Only an invite leads back.")

    def tell(self) -> None:
        for event in self.match.news:
            if line := self.telling.told(event):
                print(line)

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
        waits = self.left_to_others == self.match.view["phase"]["id"] and not HOSTS & may.keys()
        return None if question is None or waits else question(self, may)
