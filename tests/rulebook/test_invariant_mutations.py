"""Controls: each invariant is broken on purpose, and its check has to fail; a check that can't fail proves nothing."""

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
from tests.rulebook import secrecy_invariants
from tests.rulebook.invariants import (
    INVARIANTS,
    Invariant,
    check_each_card_is_in_one_place,
    check_listed_actions_are_the_legal_ones,
    check_match_waits_or_is_over,
    check_only_refusals_are_raised,
    check_phases_only_advance,
    check_replay_gives_the_same_match,
    check_rounds_are_bounded,
)
from tests.rulebook.random_matches import InvariantViolation, MatchHistory, play_random_match
from tests.rulebook.secrecy_invariants import (
    SECRECY_INVARIANTS,
    check_no_view_shows_a_hidden_card,
    check_secrets_stay_sealed,
    check_views_ignore_hidden_state,
)

evolving: ModuleType = import_module("games.rulebook.evolve")
deciding: ModuleType = import_module("games.rulebook.decide")
Replacement = Callable[..., Any]
ORIGINALS = {
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


def original(module: ModuleType, name: str) -> Any:
    """Return the function without a fault."""
    return ORIGINALS[module.__name__, name]


SEEDS = range(5, 11)


def random_history(seed: int) -> MatchHistory:
    return play_random_match(CLASSIC, 4, seed, mischief=0.2, longest=900)


def check_all_seeds(invariant: Invariant) -> None:
    for seed in SEEDS:
        invariant(random_history(seed))


def expect_violation(invariant: Invariant, message: str) -> None:
    with pytest.raises(InvariantViolation, match=message):
        check_all_seeds(invariant)


def test_every_invariant_holds_without_a_mutation():
    for history in map(random_history, SEEDS):
        for check in (*INVARIANTS, *SECRECY_INVARIANTS):
            check(history)


def keep_submitted_card_in_hand(board, seat, cards):
    return board


def keep_drawn_cards_in_deck(board, event):
    after = original(evolving, "_evolve_board")(board, event)
    return replace(after, deck=board.deck) if isinstance(event, HandsRefilled) else after


def fail_on_unknown_slot(match, command, seat):
    assert all(match.tableau[slot - 1] for slot in command.slots)
    return original(voting, "_vote")(match, command, seat)


def refuse_but_change_state(match, command, seat, now):
    object.__setattr__(match.board, "round", match.board.round + 1)
    raise Refused(Reason.WRONG_PHASE)


def offer_every_slot(match, seat):
    slots = tuple(range(1, len(match.tableau) + 1))
    actions = original(voting, "actions")(match, seat)
    return tuple(replace(action, slots=slots) if isinstance(action, MayVote) else action for action in actions)


def accept_any_seat_as_host(match, seat):
    return None


SCORED_ROUNDS: list[int] = []


def depend_on_call_count(match, event):
    SCORED_ROUNDS.append(event.round)
    after = original(evolving, "_start_reveal")(match, event)
    return (
        replace(after, ready=())
        if len(SCORED_ROUNDS) < 4
        else replace(after, board=replace(after.board, reshuffles=99))
    )


def stop_when_all_are_ready(match, now, chance):
    is_done = isinstance(match, Reveal) and len(match.ready) == len(match.board.players)
    return None if is_done else original(deciding, "follow")(match, now, chance)


def award_no_points(*_: Any) -> tuple[Award, ...]:
    return ()


def repeat_round(board, storyteller, now):
    begun = original(reveal, "begin_round")(board, storyteller, now)
    return replace(begun, round=board.round, phase=f"{board.round}.storytelling")


GAME_MUTATIONS: list[tuple[ModuleType, str, Replacement, Invariant, str]] = [
    (
        evolving,
        "_remove_from_hand",
        keep_submitted_card_in_hand,
        check_each_card_is_in_one_place,
        "each card is in one place",
    ),
    (evolving, "_evolve_board", keep_drawn_cards_in_deck, check_each_card_is_in_one_place, "each card is in one place"),
    (voting, "_vote", fail_on_unknown_slot, check_only_refusals_are_raised, "only refusals are raised: IndexError"),
    (
        reveal,
        "act",
        refuse_but_change_state,
        check_only_refusals_are_raised,
        "the match before a command is not changed",
    ),
    (voting, "actions", offer_every_slot, check_listed_actions_are_the_legal_ones, "a listed command is accepted"),
    (
        gathering,
        "_check_is_host",
        accept_any_seat_as_host,
        check_listed_actions_are_the_legal_ones,
        "an unlisted command is refused",
    ),
    (
        evolving,
        "_start_reveal",
        depend_on_call_count,
        check_replay_gives_the_same_match,
        "a replay gives the same match",
    ),
    (deciding, "follow", stop_when_all_are_ready, check_match_waits_or_is_over, "no automatic event is pending"),
    (voting, "score", award_no_points, check_match_waits_or_is_over, "every match ends"),
    (voting, "score", award_no_points, check_rounds_are_bounded, "rounds are bounded"),
    (reveal, "begin_round", repeat_round, check_phases_only_advance, "phases only advance"),
]


def mutation_id(mutation: tuple[Any, ...]) -> str:
    return f"{mutation[2].__name__} breaks {mutation[3].__name__}" if len(mutation) > 4 else mutation[0].__name__


@pytest.mark.parametrize(
    ("module", "name", "broken", "check", "because"), GAME_MUTATIONS, ids=map(mutation_id, GAME_MUTATIONS)
)
def test_a_game_mutation_violates_its_invariant(monkeypatch, module, name, broken, check, because):
    SCORED_ROUNDS.clear()
    monkeypatch.setattr(module, name, broken)
    expect_violation(check, because)


def show_next_hand(match, seat):
    you = original(player_view, "_you")(match, seat)
    board = board_of(match)
    return replace(you, hand=board.hands[(seat + 1) % len(board.hands)]) if you and board else you


def show_tableau_early(match):
    is_early = isinstance(match, Submitting)
    return (
        tuple(card for cards in match.submitted_cards for card in cards)
        if is_early
        else original(player_view, "tableau")(match)
    )


def show_top_of_deck(match):
    clue = original(player_view, "_visible_clue")(match)
    return Clue(kind="text", text=match.board.deck[0]) if clue and match.board.deck else clue


def show_votes(match):
    return (
        Clue(kind="text", text=str(match.votes))
        if isinstance(match, Voting)
        else original(player_view, "_visible_clue")(match)
    )


def show_owner_of_first_slot(match):
    owner = (
        [seat for seat, cards in enumerate(match.submitted_cards) if match.tableau[0] in cards]
        if isinstance(match, Voting)
        else 0
    )
    return Clue(kind="text", text=str(owner)) if owner else original(player_view, "_visible_clue")(match)


VIEW_LEAKS: list[tuple[str, Replacement, Invariant, str]] = [
    ("_you", show_next_hand, check_no_view_shows_a_hidden_card, "no view shows a hidden card"),
    ("_you", show_next_hand, check_views_ignore_hidden_state, "hidden state changes no view"),
    ("tableau", show_tableau_early, check_no_view_shows_a_hidden_card, "no view shows a hidden card"),
    ("_visible_clue", show_top_of_deck, check_no_view_shows_a_hidden_card, "no view shows a hidden card"),
    (
        "_visible_clue",
        show_top_of_deck,
        check_views_ignore_hidden_state,
        "hidden state changes no view",
    ),
    (
        "_visible_clue",
        show_votes,
        check_views_ignore_hidden_state,
        "hidden state changes no view",
    ),
    (
        "_visible_clue",
        show_owner_of_first_slot,
        check_views_ignore_hidden_state,
        "hidden state changes no view",
    ),
]


@pytest.mark.parametrize(
    ("name", "leak", "check", "because"), VIEW_LEAKS, ids=[f"{k[1].__name__}-{k[2].__name__}" for k in VIEW_LEAKS]
)
def test_a_view_leak_violates_its_secrecy_invariant(monkeypatch, name, leak, check, because):
    monkeypatch.setattr(player_view, name, leak)
    expect_violation(check, because)


def alter_sealed_parts(
    event: Event, round: int, change: Callable[[sealed.Part], sealed.Part | None], *event_types: Any
) -> Iterator[Any]:
    for part in original(sealed, "sealed_parts")(event, round):
        if altered := change(part) if isinstance(event, event_types) else part:
            yield altered


@pytest.mark.parametrize(
    ("kind", "change", "because"),
    [
        (CardsSubmitted, lambda part: None, "public data names no hidden card"),
        (HandsDealt, lambda part: None if part.name == "hands/2" else part, "public data names no hidden card"),
        (ClueGiven, lambda part: None if part.name == "card" else part, "public data names no hidden card"),
        (VoteCast, lambda part: None, "secrets are sealed"),
        (HandsRefilled, lambda part: replace(part, reader=0), "the reader's own"),
        (VoteCast, lambda part: replace(part, reader=99), "only the acting seat reads its part early"),
        (CardsSubmitted, lambda part: replace(part, opens="now"), "a part opened to all shows known cards"),
        (HandsDealt, lambda part: replace(part, opens="scoring/1"), "the parts of a scored round are open"),
        (CardsSubmitted, lambda part: replace(part, opens="scoring/0"), "the parts of a scored round are open"),
        (CardsSubmitted, lambda part: replace(part, value=()), "a field of the event"),
    ],
)
def test_an_altered_seal_violates_the_sealing_invariant(monkeypatch, kind, change, because):
    monkeypatch.setattr(
        secrecy_invariants, "sealed_parts", lambda event, number: alter_sealed_parts(event, number, change, kind)
    )
    expect_violation(check_secrets_stay_sealed, because)
