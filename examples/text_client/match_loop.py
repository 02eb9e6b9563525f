"""The loop that plays one match: show the events, ask for a move, send it."""

from dixit_client import Problem

from examples.text_client.lobby_commands import Move
from examples.text_client.player_prompt import HELP, PlayerPrompt
from examples.text_client.questions import HOST_ACTIONS, QUESTIONS, Question

MISSED_MOVE_CODES = ("phase_over", "already_done", "not_the_storyteller", "wrong_phase")
"""Codes of problems that mean that the match has moved on, so that the same question makes no sense again."""


class MatchLoop(PlayerPrompt):
    """A person's prompt that also plays the match."""

    passed_question: tuple[str, Question | None] | None = None
    """The phase and the last question, if the person has chosen to wait instead of answering."""

    def play(self) -> None:
        """Play to the end of the match, or until the host removes this player."""
        print(f"\n{self.match.view['ruleset']['name']}, match {self.match.id}. {HELP}")
        try:
            for view in self.match.views():
                self.print_events()
                if view["kicked"]:
                    break
                self.perform_move()
        except Problem as problem:
            # To a player who was removed, a private match looks as if it didn't exist.
            if problem.code != "not_found":
                raise
        if not self.match.over:
            print("The host has removed you. You can only rejoin with a new invite.")

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
        """Ask the person for a move; None if there is nothing to do, or they would rather wait."""
        actions = {str(action["type"]): action for action in self.match.actions}
        question = next((QUESTIONS[name] for name in QUESTIONS if name in actions), None)
        asked = (self.match.view["phase"]["id"], question)
        # After passing, a person isn't asked the same again in the phase, unless they can start the match or seat
        # players: perhaps nobody else can.
        if question is None or (self.passed_question == asked and not HOST_ACTIONS & actions.keys()):
            return None
        move = question(self, actions)
        self.passed_question = None if move else asked
        return move
