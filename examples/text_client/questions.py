"""What a person is asked, for each thing there is to do; None is to wait."""

from collections.abc import Callable
from typing import TypeAlias

from examples.text_client import gathering, hosting
from examples.text_client.asking import Asking
from examples.text_client.gathering import May, Move
from examples.text_client.person import chosen, wanted, whole
from examples.text_client.telling import SIGNALS

Question: TypeAlias = Callable[[Asking, May], Move | None]


def gather(person: Asking, may: May) -> Move | None:
    print(person.telling.here())
    while line := person.ask(f"{gathering.offered(may)}, help, or Enter to wait:"):
        if move := gathering.chosen(line, may):
            return move
        if line.startswith("invite") and "abandon" in may:
            print(hosting.invite(person.dixit, person.match, line))
        else:
            print(gathering.HELP)
    if not HOSTS & may.keys():
        person.left_to_others = person.match.view["phase"]["id"]
    return None


def clue(person: Asking, may: May) -> Move | None:
    cards, others = may["clue"]["cards"], person.match.view["storyteller"] is None
    print(person.telling.hand())
    what = "Your clue" if cards is None else "Your card and clue, as in: 2 a quiet storm"
    while True:
        line = person.ask(f"You may tell first. {what}, or Enter to let others:" if others else f"You tell. {what}:")
        number, _, text = line.partition(" ")
        if others and not line:
            person.left_to_others = person.match.view["phase"]["id"]
            return None
        if cards is None and line:
            return "clue", {"clue": {"kind": "text", "text": line}}
        if cards and text and 0 < whole(number) <= len(cards):
            return "clue", {"card": cards[whole(number) - 1], "clue": {"kind": "text", "text": text}}
        print(f"Please a card of 1 to {len(cards)}, and words for it." if cards else "Please say something.")


def cards(person: Asking, may: May) -> Move | None:
    cards, count = may["cards"]["cards"], may["cards"]["count"]
    places = range(1, len(cards) + 1)
    words = may["signal"]["words"] if "signal" in may else []
    print(person.telling.hand())
    what = f"Your {'card' if count == 1 else f'{count} cards'} for it"
    what += "".join(f", or {word} (“{SIGNALS[word]}”)" for word in words)
    while True:
        line = person.ask(f"{what}:")
        if line in words:
            return "signal", {"word": line}
        if found := chosen(line, places, count, count):
            return "cards", {"cards": [cards[number - 1] for number in found]}
        print(wanted(places, count, count))


def vote(person: Asking, may: May) -> Move | None:
    vote = may["vote"]
    print(person.telling.table())
    what = "Your vote:" if vote["most"] == 1 else f"Your votes, up to {vote['most']}:"
    slots = person.numbers(what, vote["slots"], vote["least"], vote["most"])
    trap = {"trap": person.numbers("Your trap:", vote["trap"])[0]} if vote["trap"] else {}
    return "vote", {"slots": slots, **trap}


def ready(person: Asking, may: May) -> Move | None:
    person.ask("Enter to go on:")
    return "ready", {}


HOSTS = {"start", "bot", "clear"}
"""What a host may do before the match begins."""
QUESTIONS: dict[str, Question] = {
    **dict.fromkeys([*sorted(HOSTS), "move"], gather),
    "clue": clue,
    "cards": cards,
    "vote": vote,
    "ready": ready,
}
"""By the names of the view's actions."""
