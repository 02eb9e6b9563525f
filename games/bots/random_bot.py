"""The random strategy: any legal move."""

from collections.abc import Sequence
from random import Random

from games.rulebook import commands
from games.rulebook.actions import Action, MayClaim, MayReady, MaySignal, MaySubmit, MayTell, MayVote
from games.rulebook.commands import Command
from games.rulebook.round import Clue

CLUES = (
    "a door that leads nowhere", "almost", "before the rain", "borrowed light", "far from home", "half a secret",
    "nobody is watching", "once upon a time", "the last train", "too late", "what the moon said", "where is happiness?",
)  # fmt: skip
AIRSHIP_NAMES = ("Albatross", "Dandelion", "Slow Cloud", "The Late Swallow", "Whale of the North")


def choose_random_move(actions: Sequence[Action], rng: Random) -> Command | None:  # noqa: PLR0911  (one case per action)
    """Return a command for a random action that advances the match; None if there is none."""
    advancing = MayClaim | MayTell | MaySubmit | MaySignal | MayVote | MayReady
    moves = [action for action in actions if isinstance(action, advancing)]
    if not moves:
        return None
    match rng.choice(moves):
        case MayClaim(text=may_name_airship):
            text = rng.choice((None, *AIRSHIP_NAMES)) if may_name_airship else None
            return commands.Claim(text=text)
        case MayTell(cards=cards):
            card = None if cards is None else rng.choice(cards)
            clue = Clue(kind="text", text=rng.choice(CLUES))
            return commands.GiveClue(card=card, clue=clue)
        case MaySubmit(cards=hand, count=count):
            chosen = tuple(rng.sample(hand, count))
            return commands.Submit(cards=chosen)
        case MaySignal(words=words):
            word = rng.choice(words)
            return commands.Signal(word=word)
        case MayVote(slots=slots, least=least, most=most, trap=traps):
            votes = tuple(rng.sample(slots, rng.randint(least, most)))
            trap = rng.choice(traps) if traps else None
            return commands.Vote(slots=votes, trap=trap)
        case MayReady():
            return commands.Ready()
