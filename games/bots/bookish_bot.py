"""The bookish player: it goes by the words that belong to the cards of the house's decks."""

from collections.abc import Iterable
from functools import cache
from random import Random

from games import decks
from games.bots import random_bot
from games.rulebook import commands
from games.rulebook.actions import Action, MaySubmit, MayTell, MayVote
from games.rulebook.cards import Card
from games.rulebook.commands import Command
from games.rulebook.round import Clue
from games.rulebook.view_types import MatchView


def choose_bookish_move(view: MatchView, moves: list[Action], rng: Random) -> Command | None:
    """A clue from the card's own words; the cards and the slot that have most in common with the clue."""
    if not moves:
        return None
    match rng.choice(moves):
        case MayTell(cards=cards) if cards:
            return _give_clue(rng.choice(cards), rng)
        case MaySubmit(cards=hand, count=count):
            chosen = tuple(_ranked_by_similarity(hand, view.clue, rng)[:count])
            return commands.Submit(cards=chosen)
        case MayVote(slots=slots, trap=traps):
            best = _best_slot(view, slots, rng)
            trap = rng.choice(traps) if traps else None
            return commands.Vote(slots=(best,), trap=trap)
        case _:
            return random_bot.choose_random_move(moves, rng)


def _give_clue(card: Card, rng: Random) -> Command:
    words = sorted(_words_by_card().get(card, ())) or random_bot.CLUES
    clue = Clue(kind="text", text=rng.choice(words))
    return commands.TellClue(card=card, clue=clue)


def _best_slot(view: MatchView, slots: Iterable[int], rng: Random) -> int:
    slot_of = {laid.card: laid.slot for laid in view.tableau if laid.slot in set(slots)}
    return slot_of[_ranked_by_similarity(slot_of, view.clue, rng)[0]]


def _ranked_by_similarity(cards: Iterable[Card], clue: Clue | None, rng: Random) -> list[Card]:
    """The cards, those with most words of the clue first; luck orders those that are alike."""
    clue_words = set((clue.text or "").lower().split()) if clue else set[str]()
    shuffled = rng.sample(sorted(cards), len(list(cards)))
    return sorted(shuffled, key=lambda card: -len(clue_words & _words_by_card().get(card, frozenset())))


@cache
def _words_by_card() -> dict[Card, frozenset[str]]:
    """Each card's words, of all decks there are."""
    all_cards = (card for deck in decks.all_decks().values() for card in deck.cards)
    return {card.id: frozenset(word.lower() for word in card.words) for card in all_cards}
