"""Party: the clue comes before the cards are seen, everybody gives a card and votes, the storyteller sets a trap."""

from typing import Any

import pytest

from games.rulebook import Reason, Viewer, view
from games.rulebook.actions import MayTell, MayVote
from games.rulebook.commands import Claim, Submit, TellClue, Vote
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
from tests.rulebook.table import (
    WORDS,
    Situation,
    a_clue,
    a_result,
    a_round,
    a_tableau,
    given,
    next_round,
    ready,
    submit,
    tell,
    vote,
)

EDITIONS = (PARTY, PARTY_PASSING, PARTY_30)
every_edition = pytest.mark.parametrize("rules", EDITIONS, ids=[rules.name for rules in EDITIONS])


def seen(situation: Situation, seat: int) -> tuple[str, ...] | None:
    """The hand as its holder sees it; None when it lies face down."""
    assert situation.match is not None
    you = view(situation.match, Viewer(seat=seat)).you
    assert you is not None
    return you.hand


def face_down(situation: Situation) -> list[int]:
    return [seat for seat in situation.started.board.seats if seen(situation, seat) is None]


@every_edition
def test_before_the_first_clue_nobody_sees_a_hand(rules: Ruleset):
    table = given(a_round(rules, 6))
    assert face_down(table) == [0, 1, 2, 3, 4, 5]
    claimed = table.when(Claim(seat=2)).then(StorytellerClaimed)
    assert face_down(claimed) == [0, 1, 2, 3, 4, 5]
    assert face_down(tell(claimed)) == []


@pytest.mark.parametrize(("rules", "down"), [(PARTY, [1]), (PARTY_PASSING, [1]), (PARTY_30, [0, 1, 2, 3, 4, 5])])
def test_later_the_storyteller_or_in_japan_everyone_waits_for_the_clue(rules: Ruleset, down: list[int]):
    second = next_round(given(a_round(rules, 6)))
    assert second.started.board.storyteller == 1
    assert face_down(second) == down
    assert face_down(tell(second)) == []


def test_a_clue_names_no_card_as_none_has_been_seen():
    table = given(a_round(PARTY, 6))
    card = table.started.board.hands[0][0]
    table.when(TellClue(seat=0, card=card, clue=WORDS)).then_refused(Reason.NOT_IN_THESE_RULES)
    assert table.match is not None
    assert MayTell(cards=None) in view(table.match, Viewer(seat=0)).actions
    table.when(TellClue(seat=0, card=None, clue=WORDS)).then(ClueGiven)


def test_elsewhere_a_clue_needs_a_card():
    given(a_round(CLASSIC)).when(TellClue(seat=0, card=None, clue=WORDS)).then_refused(Reason.CLUE_WITHOUT_CARD)


@every_edition
def test_everybody_gives_a_card_the_storyteller_too(rules: Ruleset):
    table = given(a_clue(rules, 7))
    assert table.match is not None
    assert view(table.match, Viewer()).phase.waiting_for == (0, 1, 2, 3, 4, 5, 6)
    given_one = table.when(Submit(seat=0, cards=table.started.board.hands[0][:1]))
    assert given_one.match is not None
    assert view(given_one.match, Viewer()).phase.waiting_for == (1, 2, 3, 4, 5, 6)
    assert len(submit(given_one).match.tableau) == 7  # type: ignore[union-attr]


def test_everybody_votes_for_any_slot_and_the_storyteller_sets_the_trap():
    table = given(a_tableau(PARTY, 6))
    assert table.match is not None
    every = (1, 2, 3, 4, 5, 6)
    assert MayVote(slots=every, least=1, most=1, trap=every) in view(table.match, Viewer(seat=0)).actions
    assert MayVote(slots=every, least=1, most=1, trap=None) in view(table.match, Viewer(seat=1)).actions
    table.when(Vote(seat=0, slots=(1,))).then_refused(Reason.TRAP_MISSING)
    table.when(Vote(seat=1, slots=(1,), trap=2)).then_refused(Reason.NOT_THE_STORYTELLER)
    table.when(Vote(seat=0, slots=(1,), trap=7)).then_refused(Reason.NOT_ON_THE_TABLE)
    table.when(Vote(seat=0, slots=(1, 2), trap=3)).then_refused(Reason.WRONG_NUMBER)
    table.when(Vote(seat=0, slots=(1,), trap=1)).then(VoteCast(seat=0, slots=(1,), trap=1))


def test_only_the_storyteller_sees_the_trap_until_the_scores():
    table = given(a_tableau(PARTY, 6)).when(Vote(seat=0, slots=(1,), trap=4))
    assert table.match is not None
    shown = [view(table.match, Viewer(seat=seat)).you for seat in range(6)]
    assert [you.trap for you in shown if you] == [4, None, None, None, None, None]
    result = vote(table).find(RoundScored)
    assert result.trap == 4


def test_there_is_no_trap_elsewhere():
    given(a_tableau(CLASSIC)).when(Vote(seat=1, slots=(2,), trap=1)).then_refused(Reason.NOT_IN_THESE_RULES)


def test_party_ends_when_everyone_has_told_once():
    table = given(a_round(PARTY, 6))
    for storyteller in (0, 1, 2, 3, 4):
        table = next_round(table)
        assert table.started.board.storyteller == storyteller + 1
    last = vote(submit(tell(table)))
    last.then(VoteCast, RoundScored, MatchEnded)
    assert (last.over.end_reason, last.find(RoundScored).phase) == ("laps", None)


def test_hands_stay_in_one_edition_and_go_to_the_left_in_the_others():
    stay = ready(given(a_result(PARTY, 6)))
    stay.then(SeatReady, Discarded, HandsRefilled, RoundBegun)
    result = given(a_result(PARTY_PASSING, 6))
    before = result.started.board.hands
    passed = ready(result).then(SeatReady, Discarded, HandsRefilled, HandsPassed, RoundBegun)
    drawn = passed.find(HandsRefilled).hands
    full = [hand + new for hand, new in zip(before, drawn, strict=True)]
    assert list(passed.started.board.hands) == [full[-1], *full[:-1]]


def quiet_round(situation: Situation) -> Situation:
    """A round without points: everyone votes for the own card, all alone."""
    laid = submit(tell(situation))
    match: Any = laid.match
    own = {seat: match.tableau.index(cards[0]) + 1 for seat, cards in enumerate(match.given)}
    return ready(vote(laid, own))


@pytest.mark.parametrize(
    ("players", "left", "mixed"), [(12, 0, 48), (11, 7, 51)], ids=["nothing left", "mixed in, not dealt first"]
)
def test_in_japan_the_rest_of_the_deck_and_the_discard_pile_are_mixed(players: int, left: int, mixed: int):
    """84 cards, 4 a hand; a round takes as many as there are players, so three refills go without mixing."""
    table = given(a_round(PARTY_30, players))
    for _ in range(3):
        table = quiet_round(table).then(SeatReady, Discarded, HandsRefilled, HandsPassed, RoundBegun)
    assert len(table.started.board.deck) == left
    fourth = quiet_round(table).then(SeatReady, Discarded, DeckReshuffled, HandsRefilled, HandsPassed, RoundBegun)
    assert fourth.find(DeckReshuffled).count == mixed


@pytest.mark.parametrize(("rules", "accepted"), [(PARTY_30, True), (PARTY, False)])
def test_the_airship_is_named_in_japan(rules: Ruleset, accepted: bool):  # noqa: FBT001
    table = given(a_round(rules, 6)).when(Claim(seat=3, text="Nautilus"))
    if accepted:
        table.then(StorytellerClaimed(seat=3, text="Nautilus"))
    else:
        table.then_refused(Reason.NOT_IN_THESE_RULES)
