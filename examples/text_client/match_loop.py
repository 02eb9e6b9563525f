"""One match, played by a person."""

from dixit_client import Problem

from examples.text_client.lobby_commands import Move
from examples.text_client.player_prompt import HELP, PlayerPrompt
from examples.text_client.questions import HOST_ACTIONS, QUESTIONS

MISSED_MOVE_CODES = ("phase_over", "already_done", "not_the_storyteller", "wrong_phase")


class MatchLoop(PlayerPrompt):
    """Tells what happens, and asks what to do."""

    def play(self) -> None:
        """To the end of the match, or until the host has freed our seat."""
        print(f"\n{self.match.view['ruleset']['name']}, match {self.match.id}. {HELP}")
        try:
            for view in self.match.views():
                self.print_events()
                if view["kicked"]:
                    break
                self.perform_move()
        except Problem as problem:
            # A private match isn't there for who has no seat in it.
            if problem.code != "not_found":
                raise
        if not self.match.over:
            print("The host has freed your seat. Only an invite leads back.")

    def print_events(self) -> None:
        for event in self.match.news:
            if line := self.text.event_text(event):
                print(line)

    def perform_move(self) -> None:
        while move := self.choose_move():
            try:
                self.match.act(move[0], **move[1])
            except Problem as problem:
                print(problem.detail)
                if problem.code not in MISSED_MOVE_CODES:
                    continue
            return

    def choose_move(self) -> Move | None:
        """What the person wants to do, if there is something; None is to wait."""
        actions = {str(action["type"]): action for action in self.match.view["actions"]}
        question = next((QUESTIONS[name] for name in QUESTIONS if name in actions), None)
        is_waiting = self.passed_phase == self.match.view["phase"]["id"] and not HOST_ACTIONS & actions.keys()
        return None if question is None or is_waiting else question(self, actions)
