"""The lobby: opening, sitting down, standing up, starting, and who tells first."""

import pytest

from games.rulebook import Reason, Viewer, view
from games.rulebook.commands import (
    Abandon,
    Claim,
    Clear,
    HandOver,
    Move,
    Open,
    Ready,
    Resign,
    SeatBot,
    Sit,
    Stand,
    Start,
    TellClue,
    TimeUp,
)
from games.rulebook.events import (
    DeckShuffled,
    HandsDealt,
    HostChanged,
    MatchEnded,
    MatchOpened,
    MatchStarted,
    Person,
    RoundBegun,
    SeatLeft,
    SeatMoved,
    SeatTaken,
    StorytellerClaimed,
)
from games.rulebook.match import Gathering
from games.rulebook.rulesets import CLASSIC, CLASSIC_LAST_CARD, ODYSSEY, Ruleset
from tests.rulebook.players import robot
from tests.rulebook.table import (
    BOX,
    SEED,
    WORDS,
    Luck,
    Situation,
    a_lobby,
    a_round,
    an_empty_house,
    deck,
    given,
    people,
    terms,
)

HOST, SECOND, THIRD, FOURTH, FIFTH, SIXTH, SEVENTH = people(7)
STARTED = (MatchStarted, DeckShuffled, HandsDealt, RoundBegun)


def names(situation: Situation) -> list[str | None]:
    match = situation.match
    assert isinstance(match, Gathering)
    return [player.name if player else None for player in match.seats]


def test_who_opens_a_match_sits_on_seat_0_and_is_the_host():
    opened = an_empty_house().when(Open(terms=terms(seats=4), player=HOST)).then(MatchOpened, SeatTaken)
    assert names(opened) == ["Player 0", None, None, None]
    assert isinstance(opened.match, Gathering) and opened.match.host == 0


@pytest.mark.parametrize(("rules", "seats"), [(CLASSIC, 2), (CLASSIC, 7), (CLASSIC_LAST_CARD, 7), (ODYSSEY, 13)])
def test_a_match_can_not_have_more_or_fewer_seats_than_its_rules(rules: Ruleset, seats: int):
    an_empty_house().when(Open(terms=terms(rules, seats), player=HOST)).then_refused(Reason.WRONG_PLAYER_COUNT)


def test_a_match_to_the_last_card_needs_one_that_is_not_dealt_at_once():
    exact, one_more = (terms(CLASSIC_LAST_CARD, 6, decks=(deck(BOX[:count]),)) for count in (36, 37))
    an_empty_house().when(Open(terms=exact, player=HOST)).then_refused(Reason.NOT_ENOUGH_CARDS)
    an_empty_house().when(Open(terms=one_more, player=HOST)).then(MatchOpened, SeatTaken)


def test_no_card_is_in_the_deck_twice():
    twice = terms(decks=(deck(), deck(BOX[:1])))
    an_empty_house().when(Open(terms=twice, player=HOST)).then_refused(Reason.CHOSEN_TWICE)


@pytest.mark.parametrize(("cards", "seats"), [(23, 4), (20, 3), (35, 6)])
def test_the_decks_must_hold_a_hand_for_everybody(cards: int, seats: int):
    few, enough = (terms(seats=seats, decks=(deck(BOX[:count]),)) for count in (cards, cards + 1))
    an_empty_house().when(Open(terms=few, player=HOST)).then_refused(Reason.NOT_ENOUGH_CARDS)
    an_empty_house().when(Open(terms=enough, player=HOST)).then(MatchOpened, SeatTaken)


def test_three_players_need_more_cards_than_a_table_of_four_would_show():
    two_decks = (deck(BOX[:10]), deck(BOX[10:21]))
    an_empty_house().when(Open(terms=terms(seats=3, decks=two_decks), player=HOST)).then(MatchOpened, SeatTaken)


def test_nothing_but_opening_begins_a_match_and_it_is_opened_once():
    an_empty_house().when(Sit(player=SECOND)).then_refused(Reason.WRONG_PHASE)
    given(a_lobby()).when(Open(terms=terms(), player=SEVENTH)).then_refused(Reason.WRONG_PHASE)


def test_who_names_no_seat_gets_the_lowest_free_one():
    lobby = given(a_lobby(players=3, seats=5)).when(Stand(seat=1), Sit(player=FOURTH)).then(SeatTaken)
    assert names(lobby) == ["Player 0", "Player 3", "Player 2", None, None]


def test_a_seat_can_be_named():
    lobby = given(a_lobby(players=2, seats=5)).when(Sit(player=FIFTH, seat=4)).then(SeatTaken)
    assert names(lobby) == ["Player 0", "Player 1", None, None, "Player 4"]


def test_sitting_down_is_refused_where_it_makes_no_sense():
    given(a_lobby(players=3, seats=3)).when(Sit(player=FOURTH)).then_refused(Reason.MATCH_FULL)
    given(a_lobby(players=3, seats=4)).when(Sit(player=FOURTH, seat=2)).then_refused(Reason.SEAT_TAKEN)
    given(a_lobby(players=3, seats=4)).when(Sit(player=SECOND)).then_refused(Reason.ALREADY_SEATED)
    for seat in (-1, 4, 99):
        given(a_lobby(players=3, seats=4)).when(Sit(player=FOURTH, seat=seat)).then_refused(Reason.NO_SUCH_SEAT)
    given(a_round()).when(Sit(player=FIFTH)).then_refused(Reason.WRONG_PHASE)


def test_only_the_host_starts_or_calls_the_match_off():
    given(a_lobby()).when(Start(seat=1)).then_refused(Reason.NOT_THE_HOST)
    given(a_lobby()).when(Abandon(seat=1)).then_refused(Reason.NOT_THE_HOST)
    given(a_lobby()).when(Abandon(seat=0)).then(MatchEnded(status="abandoned", winners=(), why="host", seed=SEED))


def test_a_match_starts_with_as_many_players_as_its_rules_are_for():
    given(a_lobby(players=2, seats=4)).when(Start(seat=0)).then_refused(Reason.WRONG_PLAYER_COUNT)
    given(a_lobby(players=3, seats=4)).when(Start(seat=0)).then(*STARTED)


def test_the_host_who_leaves_hands_on_to_the_lowest_seat_taken():
    lobby = given(a_lobby(players=4)).when(Stand(seat=1), Stand(seat=0)).then(SeatLeft(seat=0), HostChanged(seat=2))
    lobby.when(Start(seat=3)).then_refused(Reason.NOT_THE_HOST)


def test_who_comes_back_is_not_the_host_again():
    lobby = given(a_lobby(players=4)).when(Stand(seat=0), Sit(player=HOST))
    assert names(lobby)[0] == "Player 0"
    lobby.when(Start(seat=0)).then_refused(Reason.NOT_THE_HOST)
    lobby.when(Start(seat=1)).then(*STARTED)


def test_the_last_one_standing_up_ends_the_lobby():
    over = MatchEnded(status="abandoned", winners=(), why="everyone_left", seed=SEED)
    ended = given(a_lobby(players=2)).when(Stand(seat=1), Stand(seat=0)).then(SeatLeft(seat=0), over)
    ended.when(Sit(player=SECOND)).then_refused(Reason.WRONG_PHASE)


def test_gaps_are_closed_when_the_match_starts():
    gappy = given(a_lobby(players=6)).when(Stand(seat=3), Stand(seat=0), Stand(seat=1))
    started = gappy.when(Start(seat=2)).then(*STARTED)
    assert started.events[0] == MatchStarted(seats=(2, 4, 5))
    board = started.started.board
    assert [player.name for player in board.players] == ["Player 2", "Player 4", "Player 5"]
    assert board.host == 0
    assert [len(hand) for hand in board.hands] == [7, 7, 7]


def test_the_host_keeps_the_part_when_seats_move():
    gappy = given(a_lobby(players=4, first="host")).when(Stand(seat=0), Sit(player=HOST), Stand(seat=2))
    started = gappy.when(Start(seat=1)).then(*STARTED)
    assert started.started.board.host == started.started.board.storyteller == 1


def test_cards_are_dealt_from_the_top_one_at_a_time():
    dealt: HandsDealt = given(a_lobby(players=3)).when(Start(seat=0)).find(HandsDealt)
    assert dealt.counts == (7, 7, 7)
    assert dealt.hands[0] == BOX[0:21:3]
    assert dealt.hands[2] == BOX[2:21:3]


def test_nothing_is_played_before_the_start():
    for command in (Claim(seat=0), Ready(seat=0), TellClue(seat=0, card=BOX[0], clue=WORDS)):
        given(a_lobby()).when(command).then_refused(Reason.WRONG_PHASE)


def test_the_first_storyteller_is_whoever_claims_the_part():
    waiting = given(a_round(first="claim"))
    assert waiting.started.board.storyteller is None
    claimed = waiting.when(Claim(seat=2)).then(StorytellerClaimed(seat=2))
    claimed.when(Claim(seat=3)).then_refused(Reason.NOT_THE_STORYTELLER)
    claimed.when(Claim(seat=2)).then_refused(Reason.ALREADY_DONE)
    card = waiting.started.board.hands[3][0]
    claimed.when(TellClue(seat=3, card=card, clue=WORDS)).then_refused(Reason.NOT_THE_STORYTELLER)
    assert waiting.when(TellClue(seat=3, card=card, clue=WORDS)).started.board.storyteller == 3


def test_a_claim_has_no_text_in_these_rules():
    given(a_round()).when(Claim(seat=0, text="Zeppelin")).then_refused(Reason.NOT_IN_THESE_RULES)


def test_the_first_storyteller_is_the_host():
    begun: RoundBegun = given(a_lobby(first="host")).when(Start(seat=0)).find(RoundBegun)
    assert begun == RoundBegun(round=1, storyteller=0, phase="1.storytelling", deadline_at=None)


def test_the_first_storyteller_is_drawn_by_luck():
    luck = Luck(arranged={"first": ["2", "0", "3", "1"]})
    begun: RoundBegun = given(a_lobby(first="luck", luck=luck)).when(Start(seat=0)).find(RoundBegun)
    assert begun.storyteller == 2
    assert luck.asked == ["deck", "first"]


ROBOT = robot(9)


def test_the_host_puts_computer_players_on_free_places():
    lobby = given(a_lobby(players=2, seats=4)).when(SeatBot(seat=0, target_seat=3, player=ROBOT)).then(SeatTaken)
    taken = lobby.find(SeatTaken)
    assert (taken.seat, taken.kind, taken.player) == (3, "bot", Person(id="robot-9", name="Robot 9"))
    lobby.when(SeatBot(seat=0, target_seat=2, player=robot(2)), Start(seat=0)).then(*STARTED)


def test_a_computer_player_is_refused_where_it_makes_no_sense():
    lobby = given(a_lobby(players=2, seats=4))
    lobby.when(SeatBot(seat=1, target_seat=3, player=ROBOT)).then_refused(Reason.NOT_THE_HOST)
    lobby.when(SeatBot(seat=0, target_seat=1, player=ROBOT)).then_refused(Reason.SEAT_TAKEN)
    for place in (-1, 4, 99):
        lobby.when(SeatBot(seat=0, target_seat=place, player=ROBOT)).then_refused(Reason.NO_SUCH_SEAT)
        lobby.when(Clear(seat=0, target_seat=place)).then_refused(Reason.NO_SUCH_SEAT)
    given(a_round()).when(SeatBot(seat=0, target_seat=3, player=ROBOT)).then_refused(Reason.WRONG_PHASE)


def test_the_host_frees_a_place_whoever_sits_there():
    lobby = given(a_lobby(players=2, seats=4)).when(SeatBot(seat=0, target_seat=3, player=ROBOT))
    lobby.when(Clear(seat=0, target_seat=3)).then(SeatLeft(seat=3))
    lobby.when(Clear(seat=0, target_seat=1)).then(SeatLeft(seat=1))
    lobby.when(Clear(seat=0, target_seat=2)).then_refused(Reason.NOBODY_THERE)
    lobby.when(Clear(seat=0, target_seat=0)).then_refused(Reason.YOUR_OWN_SEAT)
    lobby.when(Clear(seat=1, target_seat=3)).then_refused(Reason.NOT_THE_HOST)
    given(a_round()).when(Clear(seat=0, target_seat=1)).then_refused(Reason.WRONG_PHASE)


def test_the_host_is_a_person():
    lobby = given(a_lobby(players=1, seats=4)).when(SeatBot(seat=0, target_seat=1, player=ROBOT))
    lobby.when(Sit(player=SECOND, seat=3), Stand(seat=0)).then(SeatLeft(seat=0), HostChanged(seat=3))
    ended = MatchEnded(status="abandoned", winners=(), why="everyone_left", seed=SEED)
    lobby.when(Stand(seat=0)).then(SeatLeft(seat=0), ended)


def test_nobody_is_waited_for_in_a_lobby_that_has_ended():
    for lobby in (given(a_lobby()), given(a_lobby()).when(Abandon(seat=0))):
        assert lobby.match is not None
        seen = view(lobby.match, Viewer())
        assert [not seat.done for seat in seen.seats] == [seat in seen.phase.waiting_for for seat in range(4)]
    assert seen.phase.waiting_for == ()


def test_a_seat_is_changed_with_all_that_goes_with_it():
    lobby = given(a_lobby(players=3, seats=5))
    lobby.when(Move(seat=1, target_seat=4)).then(SeatMoved(seat=1, to=4))
    moved = given(lobby.when(Move(seat=0, target_seat=3)))
    assert isinstance(moved.match, Gathering)
    assert (moved.match.host, moved.match.taken_seats) == (3, (1, 2, 3))
    moved.when(Start(seat=3)).find(MatchStarted)
    moved.when(Move(seat=3, target_seat=2)).then_refused(Reason.SEAT_TAKEN)
    moved.when(Move(seat=3, target_seat=5)).then_refused(Reason.NO_SUCH_SEAT)
    moved.when(Move(seat=0, target_seat=4)).then_refused(Reason.NOT_SEATED)
    given(a_round()).when(Move(seat=1, target_seat=4)).then_refused(Reason.WRONG_PHASE)


def test_entropy_that_somebody_has_committed_to_moves_along():
    lobby = given(a_lobby(players=1, seats=4)).when(
        Sit(player=SECOND, entropy_digest="d1" * 32), Move(seat=1, target_seat=3)
    )
    assert isinstance(lobby.match, Gathering)
    assert lobby.match.digests == (None, None, None, "d1" * 32)


def test_the_host_hands_the_part_over_to_another_person():
    lobby = given(a_lobby(players=2, seats=4)).when(SeatBot(seat=0, target_seat=3, player=ROBOT))
    lobby.when(HandOver(seat=0, target_seat=1)).then(HostChanged(seat=1))
    lobby.when(HandOver(seat=0, target_seat=2)).then_refused(Reason.NOBODY_THERE)
    lobby.when(HandOver(seat=0, target_seat=3)).then_refused(Reason.NOT_A_PERSON)
    lobby.when(HandOver(seat=0, target_seat=0)).then_refused(Reason.ALREADY_DONE)
    lobby.when(HandOver(seat=0, target_seat=4)).then_refused(Reason.NO_SUCH_SEAT)
    lobby.when(HandOver(seat=1, target_seat=1)).then_refused(Reason.NOT_THE_HOST)


def test_later_it_goes_to_nobody_who_has_resigned():
    playing = given(a_round()).when(Resign(seat=2))
    playing.when(HandOver(seat=0, target_seat=1)).then(HostChanged(seat=1))
    playing.when(HandOver(seat=0, target_seat=2)).then_refused(Reason.NOT_A_PERSON)
    playing.when(HandOver(seat=0, target_seat=4)).then_refused(Reason.NO_SUCH_SEAT)
    given(a_round()).when(*(Abandon(seat=seat) for seat in range(4)), HandOver(seat=0, target_seat=1)).then_refused(
        Reason.WRONG_PHASE
    )


def test_the_clock_starts_a_full_table_where_that_was_agreed():
    tick = TimeUp(phase="0.gathering")
    full = given(a_lobby(players=4, seats=4, start="full"))
    full.when(tick).find(MatchStarted)
    given(a_lobby(players=3, seats=4, start="full")).when(tick).then_refused(Reason.NOT_YET)
    given(a_lobby(players=4, seats=4)).when(tick).then_refused(Reason.NOT_YET)
    given(a_lobby(players=3, seats=4, start="full")).when(Start(seat=0)).find(MatchStarted)
    full.when(Start(seat=0)).find(MatchStarted)
