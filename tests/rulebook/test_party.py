"""Party: the clue comes before the cards are seen, all players submit a card and vote, the storyteller sets a trap."""

from typing import Any

import pytest

from games.rulebook import Reason, Viewer, view
from games.rulebook.actions import MayTell, MayVote
from games.rulebook.commands import Claim, GiveClue, Submit, Vote
from games.rulebook.events import (
    ClueGiven,
    DeckReshuffled,
    Discarded,
    HandsPassed,
    HandsRefilled,
    MatchEnded,
    RoundBegun,
    RoundScored,
    SeatReady,
    StorytellerClaimed,
    VoteCast,
)
from games.rulebook.rulesets import CLASSIC, PARTY, PARTY_30, PARTY_PASSING, Ruleset
from tests.rulebook.match_scenarios import (
    TEXT_CLUE,
    Situation,
    cast_votes,
    give_clue,
    given,
    mark_all_ready,
    match_in_reveal,
    match_in_storytelling,
    match_in_submitting,
    match_in_voting,
    play_round,
    submit_owed_cards,
)
from tests.rulebook.sent_command import Sent

PARTY_EDITIONS = (PARTY, PARTY_PASSING, PARTY_30)
every_edition = pytest.mark.parametrize("rules", PARTY_EDITIONS, ids=[rules.name for rules in PARTY_EDITIONS])


def visible_hand(situation: Situation, seat: int) -> tuple[str, ...] | None:
    """Return the hand as its holder sees it; None when it lies face down."""
    assert situation.match is not None
    you = view(situation.match, Viewer(seat=seat)).you
    assert you is not None
    return you.hand


def face_down_seats(situation: Situation) -> list[int]:
    return [seat for seat in situation.started_match.board.seats if visible_hand(situation, seat) is None]


@every_edition
def test_no_hand_is_visible_before_the_first_clue(rules: Ruleset):
    table = given(match_in_storytelling(rules, 6))
    assert face_down_seats(table) == [0, 1, 2, 3, 4, 5]
    claimed = table.when(Sent(2, Claim())).then(StorytellerClaimed)
    assert face_down_seats(claimed) == [0, 1, 2, 3, 4, 5]
    assert face_down_seats(give_clue(claimed)) == []


@pytest.mark.parametrize(("rules", "down"), [(PARTY, [1]), (PARTY_PASSING, [1]), (PARTY_30, [0, 1, 2, 3, 4, 5])])
def test_in_later_rounds_some_hands_stay_face_down_until_the_clue(rules: Ruleset, down: list[int]):
    second = play_round(given(match_in_storytelling(rules, 6)))
    assert second.started_match.board.storyteller == 1
    assert face_down_seats(second) == down
    assert face_down_seats(give_clue(second)) == []


def test_a_party_clue_names_no_card():
    table = given(match_in_storytelling(PARTY, 6))
    card = table.started_match.board.hands[0][0]
    table.when(Sent(0, GiveClue(card=card, clue=TEXT_CLUE))).then_refused(Reason.NOT_IN_THESE_RULES)
    assert table.match is not None
    assert MayTell(cards=None) in view(table.match, Viewer(seat=0)).actions
    table.when(Sent(0, GiveClue(card=None, clue=TEXT_CLUE))).then(ClueGiven)


def test_a_classic_clue_needs_a_card():
    given(match_in_storytelling(CLASSIC)).when(Sent(0, GiveClue(card=None, clue=TEXT_CLUE))).then_refused(
        Reason.CLUE_WITHOUT_CARD
    )


@every_edition
def test_every_player_including_the_storyteller_submits_a_card(rules: Ruleset):
    table = given(match_in_submitting(rules, 7))
    assert table.match is not None
    assert view(table.match, Viewer()).phase.waiting_for == (0, 1, 2, 3, 4, 5, 6)
    given_one = table.when(Sent(0, Submit(cards=table.started_match.board.hands[0][:1])))
    assert given_one.match is not None
    assert view(given_one.match, Viewer()).phase.waiting_for == (1, 2, 3, 4, 5, 6)
    assert len(submit_owed_cards(given_one).match.tableau) == 7  # type: ignore[union-attr]


def test_every_player_may_vote_for_any_slot_and_the_storyteller_sets_the_trap():
    table = given(match_in_voting(PARTY, 6))
    assert table.match is not None
    every = (1, 2, 3, 4, 5, 6)
    assert MayVote(slots=every, least=1, most=1, trap=every) in view(table.match, Viewer(seat=0)).actions
    assert MayVote(slots=every, least=1, most=1, trap=None) in view(table.match, Viewer(seat=1)).actions
    table.when(Sent(0, Vote(slots=(1,)))).then_refused(Reason.TRAP_MISSING)
    table.when(Sent(1, Vote(slots=(1,), trap=2))).then_refused(Reason.NOT_THE_STORYTELLER)
    table.when(Sent(0, Vote(slots=(1,), trap=7))).then_refused(Reason.NOT_ON_THE_TABLE)
    table.when(Sent(0, Vote(slots=(1,), trap=0))).then_refused(Reason.NOT_ON_THE_TABLE)
    table.when(Sent(0, Vote(slots=(1, 2), trap=3))).then_refused(Reason.WRONG_NUMBER)
    table.when(Sent(0, Vote(slots=(1,), trap=1))).then(VoteCast(seat=0, slots=(1,), trap=1))


def test_only_the_storyteller_sees_the_trap_until_the_round_is_scored():
    table = given(match_in_voting(PARTY, 6)).when(Sent(0, Vote(slots=(1,), trap=4)))
    assert table.match is not None
    shown = [view(table.match, Viewer(seat=seat)).you for seat in range(6)]
    assert [you.trap for you in shown if you] == [4, None, None, None, None, None]
    result = cast_votes(table).find(RoundScored)
    assert result.trap == 4


def test_a_trap_is_refused_in_classic():
    given(match_in_voting(CLASSIC)).when(Sent(1, Vote(slots=(2,), trap=1))).then_refused(Reason.NOT_IN_THESE_RULES)


def test_party_ends_when_every_player_has_been_the_storyteller_once():
    table = given(match_in_storytelling(PARTY, 6))
    for storyteller in (0, 1, 2, 3, 4):
        table = play_round(table)
        assert table.started_match.board.storyteller == storyteller + 1
    last = cast_votes(submit_owed_cards(give_clue(table)))
    last.then(VoteCast, RoundScored, MatchEnded)
    assert (last.finished_match.end_reason, last.find(RoundScored).phase) == ("laps", None)


def test_hands_are_passed_to_the_left_in_party_passing_but_not_in_party():
    stay = mark_all_ready(given(match_in_reveal(PARTY, 6)))
    stay.then(SeatReady, Discarded, HandsRefilled, RoundBegun)
    result = given(match_in_reveal(PARTY_PASSING, 6))
    before = result.started_match.board.hands
    passed = mark_all_ready(result).then(SeatReady, Discarded, HandsRefilled, HandsPassed, RoundBegun)
    drawn = passed.find(HandsRefilled).hands
    full = [hand + new for hand, new in zip(before, drawn, strict=True)]
    assert list(passed.started_match.board.hands) == [full[-1], *full[:-1]]


def play_round_without_points(situation: Situation) -> Situation:
    """Play a round without points: each player votes alone for their own card."""
    voting = submit_owed_cards(give_clue(situation))
    match: Any = voting.match
    own_slots = {seat: match.tableau.index(cards[0]) + 1 for seat, cards in enumerate(match.submitted_cards)}
    return mark_all_ready(cast_votes(voting, own_slots))


@pytest.mark.parametrize(
    ("players", "left", "mixed"), [(12, 0, 48), (11, 7, 51)], ids=["nothing left", "mixed in, not dealt first"]
)
def test_party_30_mixes_the_remaining_deck_with_the_discard_pile(players: int, left: int, mixed: int):
    """84 cards, 4 a hand; a round uses as many as there are players, so three refills go without mixing."""
    table = given(match_in_storytelling(PARTY_30, players))
    for _ in range(3):
        table = play_round_without_points(table).then(SeatReady, Discarded, HandsRefilled, HandsPassed, RoundBegun)
    assert len(table.started_match.board.deck) == left
    fourth = play_round_without_points(table).then(
        SeatReady, Discarded, DeckReshuffled, HandsRefilled, HandsPassed, RoundBegun
    )
    assert fourth.find(DeckReshuffled).count == mixed


@pytest.mark.parametrize(("rules", "accepted"), [(PARTY_30, True), (PARTY, False)])
def test_the_airship_is_named_in_party_30_but_not_in_party(rules: Ruleset, accepted: bool):  # noqa: FBT001
    table = given(match_in_storytelling(rules, 6)).when(Sent(3, Claim(text="Nautilus")))
    if accepted:
        table.then(StorytellerClaimed(seat=3, text="Nautilus"))
    else:
        table.then_refused(Reason.NOT_IN_THESE_RULES)
