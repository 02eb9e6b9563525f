"""A round, phase by phase: what may be done, what is refused and why, and what follows by itself."""

from datetime import timedelta
from typing import Any

import pytest

from games.rulebook import Reason, Viewer, view
from games.rulebook.actions import MayVote
from games.rulebook.commands import Abandon, AddEntropy, Claim, Command, Ready, Stand, Start, Submit, TellClue, Vote
from games.rulebook.events import (
    AbandonAgreed,
    CardsSubmitted,
    ClueGiven,
    Discarded,
    HandsRefilled,
    MatchEnded,
    RoundBegun,
    RoundScored,
    SeatReady,
    TableauLaid,
    VoteCast,
)
from games.rulebook.round import Clue
from games.rulebook.rulesets import CLASSIC, ODYSSEY
from games.rulebook.terms import Clock
from tests.rulebook.entropy import KNOWN, committed
from tests.rulebook.table import (
    NOW,
    PHASES,
    SEED,
    Luck,
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


def hand(situation: Situation, seat: int) -> tuple[str, ...]:
    return situation.started.board.hands[seat]


def own_slot(situation: Situation, seat: int) -> int:
    match: Any = situation.match
    return next(slot for slot, card in enumerate(match.tableau, start=1) if card in match.given[seat])


def clue(kind: Any = "text", text: str | None = None) -> Clue:
    return Clue(kind=kind, text=text)


EVERY: dict[str, Command] = {
    "start": Start(seat=0),
    "stand": Stand(seat=0),
    "entropy": AddEntropy(seat=1, entropy=KNOWN[committed("id-1")]),
    "claim": Claim(seat=1),
    "clue": TellClue(seat=1, card="card-02", clue=clue("mime")),
    "cards": Submit(seat=1, cards=("card-02",)),
    "vote": Vote(seat=1, slots=(1,)),
    "ready": Ready(seat=1),
}
OF_PHASE = {
    "gathering": {"start", "stand"},
    "drawing": {"entropy"},
    "storytelling": {"claim", "clue"},
    "submitting": {"cards"},
    "voting": {"vote"},
    "reveal": {"ready"},
}


@pytest.mark.parametrize("command", EVERY)
@pytest.mark.parametrize("phase", PHASES)
def test_every_command_has_its_phase(phase: str, command: str):
    answer = given(PHASES[phase]()).when(EVERY[command])
    wrong = answer.refused is not None and answer.refused.reason is Reason.WRONG_PHASE
    assert wrong == (command not in OF_PHASE[phase])


def test_a_clue_needs_its_words_and_a_card_of_the_own_hand():
    table = given(a_round(first="host"))
    mine, theirs = hand(table, 0)[0], hand(table, 1)[0]
    table.when(TellClue(seat=0, card=mine, clue=clue())).then_refused(Reason.CLUE_WITHOUT_WORDS)
    table.when(TellClue(seat=0, card=theirs, clue=clue(text="sea"))).then_refused(Reason.CARD_NOT_IN_HAND)
    table.when(TellClue(seat=1, card=theirs, clue=clue(text="sea"))).then_refused(Reason.NOT_THE_STORYTELLER)
    told = table.when(TellClue(seat=0, card=mine, clue=clue(text="sea"))).then(ClueGiven)
    assert hand(told, 0) == tuple(card for card in hand(table, 0) if card != mine)


@pytest.mark.parametrize("kind", ["sound", "song", "mime"])
def test_a_clue_need_not_be_words(kind: str):
    table = given(a_round())
    table.when(TellClue(seat=0, card=hand(table, 0)[0], clue=clue(kind))).then(ClueGiven)


def test_cards_are_submitted_once_by_everybody_but_the_storyteller():
    table = given(a_clue())
    mine = hand(table, 1)
    table.when(Submit(seat=0, cards=hand(table, 0)[:1])).then_refused(Reason.YOU_ARE_THE_STORYTELLER)
    table.when(Submit(seat=1, cards=())).then_refused(Reason.WRONG_NUMBER)
    table.when(Submit(seat=1, cards=mine[:2])).then_refused(Reason.WRONG_NUMBER)
    table.when(Submit(seat=1, cards=hand(table, 2)[:1])).then_refused(Reason.CARD_NOT_IN_HAND)
    once = table.when(Submit(seat=1, cards=mine[:1])).then(CardsSubmitted(seat=1, cards=mine[:1]))
    once.when(Submit(seat=1, cards=mine[1:2])).then_refused(Reason.ALREADY_DONE)


def test_three_players_hold_7_cards_submit_2_and_5_lie_on_the_table():
    table = given(a_clue(players=3))
    mine = hand(table, 1)
    assert [len(cards) for cards in table.started.board.hands] == [6, 7, 7]
    table.when(Submit(seat=1, cards=mine[:1])).then_refused(Reason.WRONG_NUMBER)
    table.when(Submit(seat=1, cards=(mine[0], mine[0]))).then_refused(Reason.CHOSEN_TWICE)
    laid = table.when(Submit(seat=1, cards=mine[:2]), Submit(seat=2, cards=hand(table, 2)[:2]))
    assert len(laid.find(TableauLaid).tableau) == 5
    assert [len(cards) for cards in laid.started.board.hands] == [6, 5, 5]


def test_the_tableau_is_the_same_whoever_gave_first():
    table = given(a_clue(luck=Luck(7)))
    cards = [Submit(seat=seat, cards=hand(table, seat)[:1]) for seat in (1, 2, 3)]
    first, second = (
        table.when(*row).then(CardsSubmitted, TableauLaid).find(TableauLaid) for row in (cards, cards[::-1])
    )
    assert first == second
    assert table.luck.asked[-1] == "tableau/1"


def test_a_vote_is_for_one_slot_of_somebody_else():
    table = given(a_tableau())
    theirs = own_slot(table, 0)
    table.when(Vote(seat=0, slots=(own_slot(table, 1),))).then_refused(Reason.YOU_ARE_THE_STORYTELLER)
    table.when(Vote(seat=1, slots=(own_slot(table, 1),))).then_refused(Reason.YOUR_OWN_CARD)
    table.when(Vote(seat=1, slots=())).then_refused(Reason.WRONG_NUMBER)
    table.when(Vote(seat=1, slots=(1, 2))).then_refused(Reason.WRONG_NUMBER)
    table.when(Vote(seat=1, slots=(theirs,), trap=1)).then_refused(Reason.NOT_IN_THESE_RULES)
    for slot in (0, -1, 5):
        table.when(Vote(seat=1, slots=(slot,))).then_refused(Reason.NOT_ON_THE_TABLE)
    once = table.when(Vote(seat=1, slots=(theirs,))).then(VoteCast(seat=1, slots=(theirs,)))
    once.when(Vote(seat=1, slots=(theirs,))).then_refused(Reason.ALREADY_DONE)


@pytest.mark.parametrize(("players", "most"), [(6, 1), (7, 2), (12, 2)])
def test_from_7_players_on_a_second_vote_may_be_placed(players: int, most: int):
    table = given(a_tableau(ODYSSEY, players))
    (action, *_) = view(table.match, Viewer(seat=1)).actions  # type: ignore[arg-type]
    assert isinstance(action, MayVote) and (action.least, action.most) == (1, most)
    assert set(action.slots) == set(range(1, players + 1)) - {own_slot(table, 1)}


def test_two_votes_are_for_two_slots():
    table = given(a_tableau(ODYSSEY, 7))
    mine = own_slot(table, 1)
    one, two, three = (slot for slot in range(1, 5) if slot != mine)
    table.when(Vote(seat=1, slots=(one, one))).then_refused(Reason.CHOSEN_TWICE)
    table.when(Vote(seat=1, slots=(one, mine))).then_refused(Reason.YOUR_OWN_CARD)
    table.when(Vote(seat=1, slots=(one, two, three))).then_refused(Reason.WRONG_NUMBER)
    table.when(Vote(seat=1, slots=(two, one))).then(VoteCast(seat=1, slots=(one, two)))


def test_the_last_vote_scores_the_round_and_shows_whose_card_was_whose():
    table = given(a_tableau())
    scored = vote(table).then(VoteCast, RoundScored).find(RoundScored)
    assert [shown.seat for shown in scored.tableau] == [0, 1, 2, 3]
    assert [shown.votes for shown in scored.tableau] == [(1, 2, 3), (), (), ()]
    assert scored.scores == (0, 2, 2, 2)
    assert scored.phase == "1.reveal"


def test_when_all_are_ready_the_table_is_cleared_and_the_left_neighbour_tells():
    table = given(a_result(teller=3)).when(*(Ready(seat=seat) for seat in (2, 0, 3)))
    table.when(Ready(seat=2)).then_refused(Reason.ALREADY_DONE)
    begun = RoundBegun(round=2, storyteller=0, phase="2.storytelling", deadline_at=None)
    after = table.when(Ready(seat=1))
    refilled = after.find(HandsRefilled)
    after.then(SeatReady(seat=1), Discarded(count=4), refilled, begun)
    assert refilled.counts == (1, 1, 1, 1)
    assert [len(cards) for cards in after.started.board.hands] == [6, 6, 6, 6]
    after.when(Claim(seat=1)).then_refused(Reason.NOT_THE_STORYTELLER)


def test_the_storyteller_goes_round_the_table():
    table = given(a_round(players=3))
    tellers = []
    for _ in range(4):
        table = next_round(table, teller=1)
        tellers.append(table.started.board.storyteller)
    assert tellers == [2, 0, 1, 2]


def test_deadlines_are_counted_from_the_clock():
    clock = Clock(clue=60, submit=90, vote=None, reveal=5)
    later = NOW + timedelta(hours=1)
    table = given(a_round(clock=clock))
    assert table.started.deadline_at == NOW + timedelta(seconds=60)
    told = tell(given(table, now=later))
    assert told.find(ClueGiven).deadline_at == later + timedelta(seconds=90)
    laid = submit(told)
    assert laid.find(TableauLaid).deadline_at is None
    shown = vote(laid)
    assert shown.find(RoundScored).deadline_at == later + timedelta(seconds=5)
    assert ready(shown).find(RoundBegun).deadline_at == later + timedelta(seconds=60)


@pytest.mark.parametrize("phase", ["drawing", "storytelling", "submitting", "voting", "reveal"])
def test_a_match_is_abandoned_when_all_agree_in_the_same_round(phase: str):
    table = given(PHASES[phase](players=3)).when(Abandon(seat=2), Abandon(seat=0)).then(AbandonAgreed(seat=0))
    table.when(Abandon(seat=2)).then_refused(Reason.ALREADY_DONE)
    over = MatchEnded(status="abandoned", winners=(), why="agreed", seed=SEED)
    table.when(Abandon(seat=1)).then(AbandonAgreed(seat=1), over).when(Abandon(seat=1)).then_refused(Reason.WRONG_PHASE)


def test_who_agreed_to_abandon_is_asked_anew_in_the_next_round():
    table = given(a_result(CLASSIC, 3)).when(Abandon(seat=0), Abandon(seat=1))
    ready(table).when(Abandon(seat=2)).then(AbandonAgreed(seat=2))
