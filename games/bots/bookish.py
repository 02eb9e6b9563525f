"""The bookish player: it goes by the words that belong to the cards of the house's decks."""

from collections.abc import Callable, Iterable
from functools import cache
from random import Random

from games import decks
from games.bots import random
from games.rulebook import commands
from games.rulebook.actions import Action, MaySubmit, MayTell, MayVote
from games.rulebook.cards import Card
from games.rulebook.commands import SeatCommand
from games.rulebook.round import Clue
from games.rulebook.view_types import MatchView


def move(seen: MatchView, moves: list[Action], luck: Random) -> Callable[[int], SeatCommand] | None:
    """A clue from the card's own words; the cards and the slot that have most in common with the clue."""
    if not moves:
        return None
    match luck.choice(moves):
        case MayTell(cards=cards) if cards:
            return _tell(luck.choice(cards), luck)
        case MaySubmit(cards=hand, count=count):
            chosen = tuple(_by_likeness(hand, seen.clue, luck)[:count])
            return lambda seat: commands.Submit(seat=seat, cards=chosen)
        case MayVote(slots=slots, trap=traps):
            best = _best_slot(seen, slots, luck)
            trap = luck.choice(traps) if traps else None
            return lambda seat: commands.Vote(seat=seat, slots=(best,), trap=trap)
        case _:
            return random.move(moves, luck)


def _tell(card: Card, luck: Random) -> Callable[[int], SeatCommand]:
    words = sorted(_words().get(card, ())) or random.CLUES
    clue = Clue(kind="text", text=luck.choice(words))
    return lambda seat: commands.TellClue(seat=seat, card=card, clue=clue)


def _best_slot(seen: MatchView, slots: Iterable[int], luck: Random) -> int:
    slot_of = {laid.card: laid.slot for laid in seen.tableau if laid.slot in set(slots)}
    return slot_of[_by_likeness(slot_of, seen.clue, luck)[0]]


def _by_likeness(cards: Iterable[Card], clue: Clue | None, luck: Random) -> list[Card]:
    """The cards, those with most words of the clue first; luck orders those that are alike."""
    said = set((clue.text or "").lower().split()) if clue else set[str]()
    shuffled = luck.sample(sorted(cards), len(list(cards)))
    return sorted(shuffled, key=lambda card: -len(said & _words().get(card, frozenset())))


@cache
def _words() -> dict[Card, frozenset[str]]:
    """Each card's words, of all decks there are."""
    every = (card for deck in decks.all_decks().values() for card in deck.cards)
    return {card.id: frozenset(word.lower() for word in card.words) for card in every}
