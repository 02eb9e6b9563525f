"""Non-interference with skipped seats: one who looks on sees what the seat may see, and the others nothing more.

The twins differ in the hands of skipped seats, among others, and in the cards that were played for them.
"""

from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import pytest

from games.rulebook import player_view
from games.rulebook.fast_replace import replace
from games.rulebook.match import Started, board_of
from games.rulebook.view_types import SeatView
from tests.interference.test_non_interference import first_difference
from tests.interference.twin_matches import Twins, generate_twins_with_absences
from tests.rulebook.match_scenarios import RULESETS_AND_PLAYER_COUNTS

SEED_COUNT = 300
SHARE_COUNT = 4


def generate_pair(seed: int) -> tuple[Twins | None, str]:
    rules, players = RULESETS_AND_PLAYER_COUNTS[seed % len(RULESETS_AND_PLAYER_COUNTS)]
    return generate_twins_with_absences(rules, players, seed), f"{rules.name}, {players}, seed {seed}"


def hands_that_differ(pair: Twins) -> int:
    """Return how many skipped seats, other than the viewer's, have different hands in the twins."""
    first, second = (board_of(log.states[-1].match) for log in (pair.first, pair.second))
    assert first is not None and second is not None
    assert first.skipped_seats == second.skipped_seats != ()
    return sum(first.hands[seat] != second.hands[seat] for seat in first.skipped_seats if seat != pair.viewer)


@pytest.mark.parametrize("share", range(SHARE_COUNT))
def test_a_viewer_cannot_distinguish_twins_with_skipped_seats(share: int) -> None:
    pairs = skipped_viewers = differing_hands = 0
    for seed in range(share, SEED_COUNT, SHARE_COUNT):
        pair, name = generate_pair(seed)
        if pair is None:
            continue
        assert first_difference(pair) is None, name
        board = board_of(pair.first.states[-1].match)
        assert board is not None
        pairs, differing_hands = pairs + 1, differing_hands + hands_that_differ(pair)
        skipped_viewers += pair.viewer in board.skipped_seats
    assert pairs > SEED_COUNT // SHARE_COUNT // 2
    assert skipped_viewers > pairs // 4
    assert differing_hands > pairs // 2, "hands of skipped seats differ"


def show_hand_of_skipped_seats(original: Any) -> Any:
    """Return a view that shows the first card of each skipped seat, as if nobody could mind."""

    def leaky(match: Started, owing_seats: tuple[int, ...]) -> Iterator[SeatView]:
        for view in original(match, owing_seats):
            hand = match.board.hands[view.seat]
            yield replace(view, entropy_digest=hand[0]) if view.skipped and hand else view

    return lambda *args: tuple(leaky(*args))


def show_others_hands_to_skipped_players(original: Any) -> Any:
    """Return a view that shows the next player's hand, too, to a skipped player, who doesn't play anyway."""

    def leaky(match: Any, seat: int) -> Any:
        hand, board = original(match, seat), board_of(match)
        if board is None or seat not in board.skipped_seats or hand is None:
            return hand
        return hand + board.hands[(seat + 1) % len(board.players)][:1]

    return leaky


@pytest.mark.parametrize(
    ("name", "make_leaky"),
    [("_started_seats", show_hand_of_skipped_seats), ("_visible_hand", show_others_hands_to_skipped_players)],
)
def test_leaks_of_skipped_seats_are_detected(name: str, make_leaky: Any) -> None:
    with patch.object(player_view, name, make_leaky(getattr(player_view, name))):
        pairs = (generate_pair(seed)[0] for seed in range(60))
        assert any(pair is not None and first_difference(pair) is not None for pair in pairs)
