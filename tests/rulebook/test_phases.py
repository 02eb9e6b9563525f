"""A round, phase by phase: the legal commands, the refusals and their reasons, and the automatic steps."""

from datetime import timedelta
from typing import Any

import pytest

from games.rulebook import Reason, Viewer, view
from games.rulebook.actions import MayVote
from games.rulebook.commands import Abandon, AddEntropy, Claim, GiveClue, Ready, Stand, Start, Submit, Vote
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
from tests.rulebook.known_entropy import ENTROPY_BY_DIGEST, commit_entropy
from tests.rulebook.match_scenarios import (
    MATCH_IN_PHASE,
    NOW,
    SEED,
    FixedChance,
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


def hand_of(situation: Situation, seat: int) -> tuple[str, ...]:
    return situation.started_match.board.hands[seat]


def own_slot(situation: Situation, seat: int) -> int:
    match: Any = situation.match
    return next(slot for slot, card in enumerate(match.tableau, start=1) if card in match.submitted_cards[seat])


def make_clue(kind: Any = "text", text: str | None = None) -> Clue:
    return Clue(kind=kind, text=text)


COMMANDS_BY_NAME: dict[str, Sent] = {
    "start": Sent(0, Start()),
    "stand": Sent(0, Stand()),
    "entropy": Sent(1, AddEntropy(entropy=ENTROPY_BY_DIGEST[commit_entropy("id-1")])),
    "claim": Sent(1, Claim()),
    "clue": Sent(1, GiveClue(card="card-02", clue=make_clue("mime"))),
    "cards": Sent(1, Submit(cards=("card-02",))),
    "vote": Sent(1, Vote(slots=(1,))),
    "ready": Sent(1, Ready()),
}
COMMAND_NAMES_BY_PHASE = {
    "gathering": {"start", "stand"},
    "drawing": {"entropy"},
    "storytelling": {"claim", "clue"},
    "submitting": {"cards"},
    "voting": {"vote"},
    "reveal": {"ready"},
}


@pytest.mark.parametrize("command", COMMANDS_BY_NAME)
@pytest.mark.parametrize("phase", MATCH_IN_PHASE)
def test_each_command_is_accepted_only_in_its_phase(phase: str, command: str):
    situation = given(MATCH_IN_PHASE[phase]()).when(COMMANDS_BY_NAME[command])
    is_wrong_phase = situation.refused is not None and situation.refused.reason is Reason.WRONG_PHASE
    assert is_wrong_phase == (command not in COMMAND_NAMES_BY_PHASE[phase])


def test_a_text_clue_needs_words_and_a_card_from_the_storytellers_hand():
    table = given(match_in_storytelling(first="host"))
    mine, theirs = hand_of(table, 0)[0], hand_of(table, 1)[0]
    table.when(Sent(0, GiveClue(card=mine, clue=make_clue()))).then_refused(Reason.CLUE_WITHOUT_WORDS)
    table.when(Sent(0, GiveClue(card=theirs, clue=make_clue(text="sea")))).then_refused(Reason.CARD_NOT_IN_HAND)
    table.when(Sent(1, GiveClue(card=theirs, clue=make_clue(text="sea")))).then_refused(Reason.NOT_THE_STORYTELLER)
    after_clue = table.when(Sent(0, GiveClue(card=mine, clue=make_clue(text="sea")))).then(ClueGiven)
    assert hand_of(after_clue, 0) == tuple(card for card in hand_of(table, 0) if card != mine)


@pytest.mark.parametrize("kind", ["sound", "song", "mime"])
def test_a_clue_may_have_no_words(kind: str):
    table = given(match_in_storytelling())
    table.when(Sent(0, GiveClue(card=hand_of(table, 0)[0], clue=make_clue(kind)))).then(ClueGiven)


def test_cards_are_submitted_once_by_everybody_but_the_storyteller():
    table = given(match_in_submitting())
    mine = hand_of(table, 1)
    table.when(Sent(0, Submit(cards=hand_of(table, 0)[:1]))).then_refused(Reason.YOU_ARE_THE_STORYTELLER)
    table.when(Sent(1, Submit(cards=()))).then_refused(Reason.WRONG_NUMBER)
    table.when(Sent(1, Submit(cards=mine[:2]))).then_refused(Reason.WRONG_NUMBER)
    table.when(Sent(1, Submit(cards=hand_of(table, 2)[:1]))).then_refused(Reason.CARD_NOT_IN_HAND)
    once = table.when(Sent(1, Submit(cards=mine[:1]))).then(CardsSubmitted(seat=1, cards=mine[:1]))
    once.when(Sent(1, Submit(cards=mine[1:2]))).then_refused(Reason.ALREADY_DONE)


def test_three_players_hold_7_cards_submit_2_and_5_lie_on_the_table():
    table = given(match_in_submitting(players=3))
    mine = hand_of(table, 1)
    assert [len(cards) for cards in table.started_match.board.hands] == [6, 7, 7]
    table.when(Sent(1, Submit(cards=mine[:1]))).then_refused(Reason.WRONG_NUMBER)
    table.when(Sent(1, Submit(cards=(mine[0], mine[0])))).then_refused(Reason.CHOSEN_TWICE)
    laid = table.when(Sent(1, Submit(cards=mine[:2])), Sent(2, Submit(cards=hand_of(table, 2)[:2])))
    assert len(laid.find(TableauLaid).tableau) == 5
    assert [len(cards) for cards in laid.started_match.board.hands] == [6, 5, 5]


def test_the_tableau_does_not_depend_on_the_order_of_submissions():
    table = given(match_in_submitting(chance=FixedChance(7)))
    cards = [Sent(seat, Submit(cards=hand_of(table, seat)[:1])) for seat in (1, 2, 3)]
    first, second = (
        table.when(*row).then(CardsSubmitted, TableauLaid).find(TableauLaid) for row in (cards, cards[::-1])
    )
    assert first == second
    assert table.chance.requested_labels[-1] == "tableau/1"


def test_a_vote_names_one_slot_of_another_player():
    table = given(match_in_voting())
    theirs = own_slot(table, 0)
    table.when(Sent(0, Vote(slots=(own_slot(table, 1),)))).then_refused(Reason.YOU_ARE_THE_STORYTELLER)
    table.when(Sent(1, Vote(slots=(own_slot(table, 1),)))).then_refused(Reason.YOUR_OWN_CARD)
    table.when(Sent(1, Vote(slots=()))).then_refused(Reason.WRONG_NUMBER)
    table.when(Sent(1, Vote(slots=(1, 2)))).then_refused(Reason.WRONG_NUMBER)
    table.when(Sent(1, Vote(slots=(theirs,), trap=1))).then_refused(Reason.NOT_IN_THESE_RULES)
    for slot in (0, -1, 5):
        table.when(Sent(1, Vote(slots=(slot,)))).then_refused(Reason.NOT_ON_THE_TABLE)
    once = table.when(Sent(1, Vote(slots=(theirs,)))).then(VoteCast(seat=1, slots=(theirs,)))
    once.when(Sent(1, Vote(slots=(theirs,)))).then_refused(Reason.ALREADY_DONE)


@pytest.mark.parametrize(("players", "most"), [(6, 1), (7, 2), (12, 2)])
def test_from_7_players_on_a_second_vote_may_be_placed(players: int, most: int):
    table = given(match_in_voting(ODYSSEY, players))
    (action, *_) = view(table.match, Viewer(seat=1)).actions  # type: ignore[arg-type]
    assert isinstance(action, MayVote) and (action.least, action.most) == (1, most)
    assert set(action.slots) == set(range(1, players + 1)) - {own_slot(table, 1)}


def test_two_votes_must_name_two_different_slots():
    table = given(match_in_voting(ODYSSEY, 7))
    mine = own_slot(table, 1)
    one, two, three = (slot for slot in range(1, 5) if slot != mine)
    table.when(Sent(1, Vote(slots=(one, one)))).then_refused(Reason.CHOSEN_TWICE)
    table.when(Sent(1, Vote(slots=(one, mine)))).then_refused(Reason.YOUR_OWN_CARD)
    table.when(Sent(1, Vote(slots=(one, two, three)))).then_refused(Reason.WRONG_NUMBER)
    table.when(Sent(1, Vote(slots=(two, one)))).then(VoteCast(seat=1, slots=(one, two)))


def test_the_last_vote_scores_the_round_and_reveals_the_owners_of_the_cards():
    table = given(match_in_voting())
    scored = cast_votes(table).then(VoteCast, RoundScored).find(RoundScored)
    assert [shown.seat for shown in scored.tableau] == [0, 1, 2, 3]
    assert [shown.votes for shown in scored.tableau] == [(1, 2, 3), (), (), ()]
    assert scored.scores == (0, 2, 2, 2)
    assert scored.phase == "1.reveal"


def test_when_all_are_ready_the_next_round_begins_with_the_left_neighbour_as_storyteller():
    table = given(match_in_reveal(teller=3)).when(*(Sent(seat, Ready()) for seat in (2, 0, 3)))
    table.when(Sent(2, Ready())).then_refused(Reason.ALREADY_DONE)
    begun = RoundBegun(round=2, storyteller=0, phase="2.storytelling", deadline_at=None)
    after = table.when(Sent(1, Ready()))
    refilled = after.find(HandsRefilled)
    after.then(SeatReady(seat=1), Discarded(count=4), refilled, begun)
    assert refilled.counts == (1, 1, 1, 1)
    assert [len(cards) for cards in after.started_match.board.hands] == [6, 6, 6, 6]
    after.when(Sent(1, Claim())).then_refused(Reason.NOT_THE_STORYTELLER)


def test_the_storyteller_role_goes_round_the_table():
    table = given(match_in_storytelling(players=3))
    tellers = []
    for _ in range(4):
        table = play_round(table, teller=1)
        tellers.append(table.started_match.board.storyteller)
    assert tellers == [2, 0, 1, 2]


def test_deadlines_are_counted_from_the_current_time():
    clock = Clock(clue=60, submit=90, vote=None, reveal=5)
    later = NOW + timedelta(hours=1)
    table = given(match_in_storytelling(clock=clock))
    assert table.started_match.deadline_at == NOW + timedelta(seconds=60)
    after_clue = give_clue(given(table, now=later))
    assert after_clue.find(ClueGiven).deadline_at == later + timedelta(seconds=90)
    laid = submit_owed_cards(after_clue)
    assert laid.find(TableauLaid).deadline_at is None
    shown = cast_votes(laid)
    assert shown.find(RoundScored).deadline_at == later + timedelta(seconds=5)
    assert mark_all_ready(shown).find(RoundBegun).deadline_at == later + timedelta(seconds=60)


@pytest.mark.parametrize("phase", ["drawing", "storytelling", "submitting", "voting", "reveal"])
def test_a_match_is_abandoned_when_all_agree_in_the_same_round(phase: str):
    table = (
        given(MATCH_IN_PHASE[phase](players=3)).when(Sent(2, Abandon()), Sent(0, Abandon())).then(AbandonAgreed(seat=0))
    )
    table.when(Sent(2, Abandon())).then_refused(Reason.ALREADY_DONE)
    over = MatchEnded(status="abandoned", winners=(), why="agreed", seed=SEED)
    table.when(Sent(1, Abandon())).then(AbandonAgreed(seat=1), over).when(Sent(1, Abandon())).then_refused(
        Reason.WRONG_PHASE
    )


def test_agreements_to_abandon_are_reset_in_the_next_round():
    table = given(match_in_reveal(CLASSIC, 3)).when(Sent(0, Abandon()), Sent(1, Abandon()))
    mark_all_ready(table).when(Sent(2, Abandon())).then(AbandonAgreed(seat=2))
