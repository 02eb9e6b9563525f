"""The question for each kind of action. Each returns the move to make, or None to wait."""

from collections.abc import Callable
from typing import TypeAlias

from examples.text_client import host_commands, lobby_commands
from examples.text_client.lobby_commands import Actions, Move
from examples.text_client.match_text import SIGNALS
from examples.text_client.player_prompt import PlayerPrompt
from examples.text_client.terminal import choice_hint, parse_choice, parse_number

Question: TypeAlias = Callable[[PlayerPrompt, Actions], Move | None]


def lobby_question(person: PlayerPrompt, actions: Actions) -> Move | None:
    print(person.text.seat_list())
    while line := person.ask(f"{lobby_commands.offered_commands(actions)}, help, or Enter to wait:"):
        if move := lobby_commands.parse_move(line, actions):
            return move
        if line.startswith("invite") and "abandon" in actions:
            print(host_commands.invite(person.dixit, person.match, line))
        else:
            print(lobby_commands.HELP)
    return None


def clue_question(person: PlayerPrompt, actions: Actions) -> Move | None:
    # Without a storyteller, everyone may give the clue, and the first to do so becomes the storyteller.
    cards, may_pass = actions["clue"]["cards"], person.match.view["storyteller"] is None
    print(person.text.hand())
    what = "Your clue" if cards is None else "Your card and clue, for example 2 a quiet storm"
    question = (
        f"You can be the storyteller. {what}, or Enter to pass:" if may_pass else f"You're the storyteller. {what}:"
    )
    while True:
        line = person.ask(question)
        number, _, text = line.partition(" ")
        if may_pass and not line:
            return None
        if cards is None and line:
            return "clue", {"clue": {"kind": "text", "text": line}}
        if cards and text and 0 < parse_number(number) <= len(cards):
            return "clue", {"card": cards[parse_number(number) - 1], "clue": {"kind": "text", "text": text}}
        print(f"Please type a card from 1 to {len(cards)}, and a clue." if cards else "Please type a clue.")


def cards_question(person: PlayerPrompt, actions: Actions) -> Move | None:
    cards, count = actions["cards"]["cards"], actions["cards"]["count"]
    numbers = range(1, len(cards) + 1)
    words = actions["signal"]["words"] if "signal" in actions else []
    print(person.text.hand())
    what = f"Your {'card' if count == 1 else f'{count} cards'} for the clue"
    what += "".join(f", or {word} to tell your partner “{SIGNALS[word]}”" for word in words)
    while True:
        line = person.ask(f"{what}:")
        if line in words:
            return "signal", {"word": line}
        if found := parse_choice(line, numbers, count, count):
            return "cards", {"cards": [cards[number - 1] for number in found]}
        print(choice_hint(numbers, count, count))


def vote_question(person: PlayerPrompt, actions: Actions) -> Move | None:
    vote = actions["vote"]
    print(person.text.table())
    what = "Your vote:" if vote["most"] == 1 else f"Your votes, up to {vote['most']}:"
    slots = person.ask_numbers(what, vote["slots"], vote["least"], vote["most"])
    trap = {"trap": person.ask_numbers("Your trap:", vote["trap"])[0]} if vote["trap"] else {}
    return "vote", {"slots": slots, **trap}


def resume_question(person: PlayerPrompt, actions: Actions) -> Move | None:
    person.ask("You are away, and the match doesn't wait for you. Press Enter to come back:")
    return "resume", {}


def call_time_question(person: PlayerPrompt, actions: Actions) -> Move | None:
    grace = person.match.view["terms"]["call_grace"]
    print(f"{person.text.waiting()} There is no time limit. If you call time, {grace} seconds are left.")
    while line := person.ask("time to call time, or Enter to wait:"):
        if line == "time":
            return "call_time", {}
    return None


def ready_question(person: PlayerPrompt, actions: Actions) -> Move | None:
    person.ask("Press Enter to continue:")
    return "ready", {}


HOST_ACTIONS = {"start", "bot", "clear"}
"""Actions of the host in the lobby; of the others, too, the first, once the host has been idle for a while."""
QUESTIONS: dict[str, Question] = {
    **dict.fromkeys([*sorted(HOST_ACTIONS), "move"], lobby_question),
    "clue": clue_question,
    "cards": cards_question,
    "vote": vote_question,
    "ready": ready_question,
    "resume": resume_question,
    "call_time": call_time_question,
}
"""By type of action. The first one that the view has is asked."""
