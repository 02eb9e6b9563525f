"""Controls: each law is broken on purpose, and its checker has to go red; a law that can't fail says nothing."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from types import ModuleType
from typing import Any

import pytest

from games.rulebook import Reason, Refused, player_view, sealed
from games.rulebook.actions import MayVote
from games.rulebook.events import CardsSubmitted, ClueGiven, Event, HandsDealt, HandsRefilled, VoteCast
from games.rulebook.match import Reveal, Submitting, Voting, board_of
from games.rulebook.phases import gathering, reveal, voting
from games.rulebook.round import Award, Clue
from games.rulebook.rulesets import CLASSIC
from tests.rulebook import secrecy
from tests.rulebook.laws import (
    LAWS,
    Law,
    actions_are_what_is_legal,
    each_card_is_in_one_place,
    nothing_but_refusals,
    nothing_is_left_undone,
    phases_only_go_on,
    replay_is_play,
    rounds_are_bounded,
)
from tests.rulebook.playing import BrokenLaw, Story, played
from tests.rulebook.secrecy import (
    SECRECY,
    hidden_things_change_nothing_seen,
    no_view_shows_a_hidden_card,
    seals_hold,
)

evolving: ModuleType = import_module("games.rulebook.evolve")
deciding: ModuleType = import_module("games.rulebook.decide")
Break = Callable[..., Any]
honest = {
    (module.__name__, name): getattr(module, name)
    for module, names in {
        evolving: ("_evolve_board", "_start_reveal"),
        deciding: ("follow",),
        voting: ("_vote", "actions"),
        reveal: ("begin_round",),
        player_view: ("_you", "_visible_clue", "tableau", "_started_seats"),
        sealed: ("sealed_parts",),
    }.items()
    for name in names
}


def true(module: ModuleType, name: str) -> Any:
    """The function as it is without a fault."""
    return honest[module.__name__, name]


SEEDS = range(5, 11)


def a_story(seed: int) -> Story:
    return played(CLASSIC, 4, seed, mischief=0.2, longest=900)


def look_at_all(law: Law) -> None:
    for seed in SEEDS:
        law(a_story(seed))


def goes_red(law: Law, because: str) -> None:
    with pytest.raises(BrokenLaw, match=because):
        look_at_all(law)


def test_without_a_fault_every_law_holds():
    for story in map(a_story, SEEDS):
        for law in (*LAWS, *SECRECY):
            law(story)


def card_stays_in_hand(board, seat, cards):
    return board


def cards_drawn_stay_in_the_deck(board, event):
    after = true(evolving, "_evolve_board")(board, event)
    return replace(after, deck=board.deck) if isinstance(event, HandsRefilled) else after


def tripping_over_a_slot(match, command):
    assert all(match.tableau[slot - 1] for slot in command.slots)
    return true(voting, "_vote")(match, command)


def refusing_but_doing_it_all_the_same(match, command, now):
    object.__setattr__(match.board, "round", match.board.round + 1)
    raise Refused(Reason.WRONG_PHASE)


def offering_every_slot(match, seat):
    slots = tuple(range(1, len(match.tableau) + 1))
    offered = true(voting, "actions")(match, seat)
    return tuple(replace(action, slots=slots) if isinstance(action, MayVote) else action for action in offered)


def anybody_is_the_host(match, seat):
    return None


COUNTED: list[int] = []


def counting_how_often_it_runs(match, event):
    COUNTED.append(event.round)
    after = true(evolving, "_start_reveal")(match, event)
    return replace(after, ready=()) if len(COUNTED) < 4 else replace(after, board=replace(after.board, reshuffles=99))


def stopping_when_all_are_ready(match, now, chance):
    done = isinstance(match, Reveal) and len(match.ready) == len(match.board.players)
    return None if done else true(deciding, "follow")(match, now, chance)


def no_points_for_anybody(*_: Any) -> tuple[Award, ...]:
    return ()


def the_same_round_again(board, storyteller, now):
    begun = true(reveal, "begin_round")(board, storyteller, now)
    return replace(begun, round=board.round, phase=f"{board.round}.storytelling")


FAULTS: list[tuple[ModuleType, str, Break, Law, str]] = [
    (evolving, "_remove_from_hand", card_stays_in_hand, each_card_is_in_one_place, "each card is in one place"),
    (evolving, "_evolve_board", cards_drawn_stay_in_the_deck, each_card_is_in_one_place, "each card is in one place"),
    (voting, "_vote", tripping_over_a_slot, nothing_but_refusals, "nothing but refusals: IndexError"),
    (reveal, "act", refusing_but_doing_it_all_the_same, nothing_but_refusals, "the state before stays as it was"),
    (voting, "actions", offering_every_slot, actions_are_what_is_legal, "what is listed is accepted"),
    (gathering, "_check_is_host", anybody_is_the_host, actions_are_what_is_legal, "what is not listed is refused"),
    (evolving, "_start_reveal", counting_how_often_it_runs, replay_is_play, "replay is play"),
    (deciding, "follow", stopping_when_all_are_ready, nothing_is_left_undone, "nothing is left undone"),
    (voting, "score", no_points_for_anybody, nothing_is_left_undone, "every match ends"),
    (voting, "score", no_points_for_anybody, rounds_are_bounded, "rounds are bounded"),
    (reveal, "begin_round", the_same_round_again, phases_only_go_on, "phases only go on"),
]


def named(fault: tuple[Any, ...]) -> str:
    return f"{fault[2].__name__} breaks {fault[3].__name__}" if len(fault) > 4 else fault[0].__name__


@pytest.mark.parametrize(("module", "name", "broken", "law", "because"), FAULTS, ids=map(named, FAULTS))
def test_a_fault_in_the_game_turns_its_law_red(monkeypatch, module, name, broken, law, because):
    COUNTED.clear()
    monkeypatch.setattr(module, name, broken)
    goes_red(law, because)


def looking_into_the_next_hand(match, seat):
    you = true(player_view, "_you")(match, seat)
    board = board_of(match)
    return replace(you, hand=board.hands[(seat + 1) % len(board.hands)]) if you and board else you


def showing_cards_before_all_are_given(match):
    early = isinstance(match, Submitting)
    return (
        tuple(card for cards in match.submitted_cards for card in cards)
        if early
        else true(player_view, "tableau")(match)
    )


def showing_the_top_of_the_deck(match):
    clue = true(player_view, "_visible_clue")(match)
    return Clue(kind="text", text=match.board.deck[0]) if clue and match.board.deck else clue


def telling_how_the_others_vote(match):
    return (
        Clue(kind="text", text=str(match.votes))
        if isinstance(match, Voting)
        else true(player_view, "_visible_clue")(match)
    )


def telling_whose_card_comes_first(match):
    owner = (
        [seat for seat, cards in enumerate(match.submitted_cards) if match.tableau[0] in cards]
        if isinstance(match, Voting)
        else 0
    )
    return Clue(kind="text", text=str(owner)) if owner else true(player_view, "_visible_clue")(match)


LEAKS: list[tuple[str, Break, Law, str]] = [
    ("_you", looking_into_the_next_hand, no_view_shows_a_hidden_card, "no view shows a hidden card"),
    ("_you", looking_into_the_next_hand, hidden_things_change_nothing_seen, "hidden things change nothing seen"),
    ("tableau", showing_cards_before_all_are_given, no_view_shows_a_hidden_card, "no view shows a hidden card"),
    ("_visible_clue", showing_the_top_of_the_deck, no_view_shows_a_hidden_card, "no view shows a hidden card"),
    (
        "_visible_clue",
        showing_the_top_of_the_deck,
        hidden_things_change_nothing_seen,
        "hidden things change nothing seen",
    ),
    (
        "_visible_clue",
        telling_how_the_others_vote,
        hidden_things_change_nothing_seen,
        "hidden things change nothing seen",
    ),
    (
        "_visible_clue",
        telling_whose_card_comes_first,
        hidden_things_change_nothing_seen,
        "hidden things change nothing seen",
    ),
]


@pytest.mark.parametrize(
    ("name", "leak", "law", "because"), LEAKS, ids=[f"{k[1].__name__}-{k[2].__name__}" for k in LEAKS]
)
def test_a_leak_in_a_view_turns_its_law_red(monkeypatch, name, leak, law, because):
    monkeypatch.setattr(player_view, name, leak)
    goes_red(law, because)


def sealing(
    event: Event, round: int, change: Callable[[sealed.Part], sealed.Part | None], *kinds: Any
) -> Iterator[Any]:
    for part in true(sealed, "sealed_parts")(event, round):
        if changed := change(part) if isinstance(event, kinds) else part:
            yield changed


@pytest.mark.parametrize(
    ("kind", "change", "because"),
    [
        (CardsSubmitted, lambda part: None, "seals hold"),
        (HandsDealt, lambda part: None if part.name == "hands/2" else part, "seals hold"),
        (ClueGiven, lambda part: None if part.name == "card" else part, "seals hold"),
        (VoteCast, lambda part: None, "secrets are sealed"),
        (HandsRefilled, lambda part: replace(part, reader=0), "the reader's own"),
        (VoteCast, lambda part: replace(part, reader=99), "own part"),
        (CardsSubmitted, lambda part: replace(part, opens="now"), "opens on what everybody sees"),
        (HandsDealt, lambda part: replace(part, opens="scoring/1"), "a scored round is open"),
        (CardsSubmitted, lambda part: replace(part, opens="scoring/0"), "a scored round is open"),
        (CardsSubmitted, lambda part: replace(part, value=()), "a field of the event"),
    ],
)
def test_a_broken_seal_turns_the_law_of_seals_red(monkeypatch, kind, change, because):
    monkeypatch.setattr(secrecy, "sealed_parts", lambda event, number: sealing(event, number, change, kind))
    goes_red(seals_hold, because)
