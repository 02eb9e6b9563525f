"""The lobby: opening, joining, leaving the seat, starting, and who the first storyteller is."""

import pytest

from games.rulebook import Reason, Viewer, view
from games.rulebook.commands import (
    Abandon,
    Claim,
    Clear,
    ExpirePhase,
    GiveClue,
    HandOver,
    Move,
    Open,
    Ready,
    Resign,
    SeatBot,
    Sit,
    Stand,
    Start,
)
from games.rulebook.events import (
    DeckShuffled,
    HandsDealt,
    HostChanged,
    MatchEnded,
    MatchOpened,
    MatchStarted,
    PlayerIdentity,
    RoundBegun,
    SeatLeft,
    SeatMoved,
    SeatTaken,
    StorytellerClaimed,
)
from games.rulebook.match import Gathering, kicked_players_of
from games.rulebook.rulesets import CLASSIC, CLASSIC_LAST_CARD, ODYSSEY, Ruleset
from tests.rulebook.match_scenarios import (
    ALL_CARDS,
    SEED,
    TEXT_CLUE,
    FixedChance,
    Situation,
    deck,
    given,
    human_players,
    match_in_gathering,
    match_in_storytelling,
    no_match,
    terms,
)
from tests.rulebook.random_players import bot_player
from tests.rulebook.sent_command import Sent

HOST, SECOND, THIRD, FOURTH, FIFTH, SIXTH, SEVENTH = human_players(7)
START_EVENTS = (MatchStarted, DeckShuffled, HandsDealt, RoundBegun)


def seated_names(situation: Situation) -> list[str | None]:
    match = situation.match
    assert isinstance(match, Gathering)
    return [player.name if player else None for player in match.seats]


def test_the_player_who_opens_a_match_takes_seat_0_and_is_the_host():
    opened = no_match().when(Open(terms=terms(seats=4), player=HOST)).then(MatchOpened, SeatTaken)
    assert seated_names(opened) == ["Player 0", None, None, None]
    assert isinstance(opened.match, Gathering) and opened.match.host == 0


@pytest.mark.parametrize(("rules", "seats"), [(CLASSIC, 2), (CLASSIC, 7), (CLASSIC_LAST_CARD, 7), (ODYSSEY, 13)])
def test_the_number_of_seats_must_be_allowed_by_the_ruleset(rules: Ruleset, seats: int):
    no_match().when(Open(terms=terms(rules, seats), player=HOST)).then_refused(Reason.WRONG_PLAYER_COUNT)


def test_a_last_card_match_needs_a_card_left_after_the_first_deal():
    exact, one_more = (terms(CLASSIC_LAST_CARD, 6, decks=(deck(ALL_CARDS[:count]),)) for count in (36, 37))
    no_match().when(Open(terms=exact, player=HOST)).then_refused(Reason.NOT_ENOUGH_CARDS)
    no_match().when(Open(terms=one_more, player=HOST)).then(MatchOpened, SeatTaken)


def test_decks_with_a_duplicate_card_are_refused():
    twice = terms(decks=(deck(), deck(ALL_CARDS[:1])))
    no_match().when(Open(terms=twice, player=HOST)).then_refused(Reason.CHOSEN_TWICE)


@pytest.mark.parametrize(("cards", "seats"), [(23, 4), (20, 3), (35, 6)])
def test_the_decks_must_hold_a_hand_for_every_seat(cards: int, seats: int):
    few, enough = (terms(seats=seats, decks=(deck(ALL_CARDS[:count]),)) for count in (cards, cards + 1))
    no_match().when(Open(terms=few, player=HOST)).then_refused(Reason.NOT_ENOUGH_CARDS)
    no_match().when(Open(terms=enough, player=HOST)).then(MatchOpened, SeatTaken)


def test_21_cards_in_two_decks_are_enough_for_three_players():
    two_decks = (deck(ALL_CARDS[:10]), deck(ALL_CARDS[10:21]))
    no_match().when(Open(terms=terms(seats=3, decks=two_decks), player=HOST)).then(MatchOpened, SeatTaken)


def test_only_the_open_command_creates_a_match_and_only_once():
    no_match().when(Sit(player=SECOND)).then_refused(Reason.WRONG_PHASE)
    given(match_in_gathering()).when(Open(terms=terms(), player=SEVENTH)).then_refused(Reason.WRONG_PHASE)


def test_sitting_down_without_choosing_takes_the_lowest_free_seat():
    lobby = given(match_in_gathering(players=3, seats=5)).when(Sent(1, Stand()), Sit(player=FOURTH)).then(SeatTaken)
    assert seated_names(lobby) == ["Player 0", "Player 3", "Player 2", None, None]


def test_a_player_can_choose_a_seat():
    lobby = given(match_in_gathering(players=2, seats=5)).when(Sit(player=FIFTH, seat=4)).then(SeatTaken)
    assert seated_names(lobby) == ["Player 0", "Player 1", None, None, "Player 4"]


def test_invalid_sit_commands_are_refused():
    given(match_in_gathering(players=3, seats=3)).when(Sit(player=FOURTH)).then_refused(Reason.MATCH_FULL)
    given(match_in_gathering(players=3, seats=4)).when(Sit(player=FOURTH, seat=2)).then_refused(Reason.SEAT_TAKEN)
    given(match_in_gathering(players=3, seats=4)).when(Sit(player=SECOND)).then_refused(Reason.ALREADY_SEATED)
    for seat in (-1, 4, 99):
        given(match_in_gathering(players=3, seats=4)).when(Sit(player=FOURTH, seat=seat)).then_refused(
            Reason.NO_SUCH_SEAT
        )
    given(match_in_storytelling()).when(Sit(player=FIFTH)).then_refused(Reason.WRONG_PHASE)


def test_only_the_host_starts_or_abandons_a_match_in_the_lobby():
    given(match_in_gathering()).when(Sent(1, Start())).then_refused(Reason.NOT_THE_HOST)
    given(match_in_gathering()).when(Sent(1, Abandon())).then_refused(Reason.NOT_THE_HOST)
    given(match_in_gathering()).when(Sent(0, Abandon())).then(
        MatchEnded(status="abandoned", winners=(), why="host", seed=SEED)
    )


def test_a_match_starts_only_with_a_number_of_players_that_its_rules_allow():
    given(match_in_gathering(players=2, seats=4)).when(Sent(0, Start())).then_refused(Reason.WRONG_PLAYER_COUNT)
    given(match_in_gathering(players=3, seats=4)).when(Sent(0, Start())).then(*START_EVENTS)


def test_when_the_host_leaves_the_lowest_occupied_seat_becomes_the_host():
    lobby = (
        given(match_in_gathering(players=4))
        .when(Sent(1, Stand()), Sent(0, Stand()))
        .then(SeatLeft(seat=0), HostChanged(seat=2))
    )
    lobby.when(Sent(3, Start())).then_refused(Reason.NOT_THE_HOST)


def test_a_former_host_who_returns_is_not_the_host_again():
    lobby = given(match_in_gathering(players=4)).when(Sent(0, Stand()), Sit(player=HOST))
    assert seated_names(lobby)[0] == "Player 0"
    lobby.when(Sent(0, Start())).then_refused(Reason.NOT_THE_HOST)
    lobby.when(Sent(1, Start())).then(*START_EVENTS)


def test_the_lobby_ends_when_the_last_player_stands_up():
    over = MatchEnded(status="abandoned", winners=(), why="everyone_left", seed=SEED)
    ended = given(match_in_gathering(players=2)).when(Sent(1, Stand()), Sent(0, Stand())).then(SeatLeft(seat=0), over)
    ended.when(Sit(player=SECOND)).then_refused(Reason.WRONG_PHASE)


def test_empty_seats_are_removed_when_the_match_starts():
    gappy = given(match_in_gathering(players=6)).when(Sent(3, Stand()), Sent(0, Stand()), Sent(1, Stand()))
    started = gappy.when(Sent(2, Start())).then(*START_EVENTS)
    assert started.events[0] == MatchStarted(seats=(2, 4, 5))
    board = started.started_match.board
    assert [player.name for player in board.players] == ["Player 2", "Player 4", "Player 5"]
    assert board.host == 0
    assert [len(hand) for hand in board.hands] == [7, 7, 7]


def test_the_host_remains_the_host_when_empty_seats_are_removed():
    gappy = given(match_in_gathering(players=4, first="host")).when(
        Sent(0, Stand()), Sit(player=HOST), Sent(2, Stand())
    )
    started = gappy.when(Sent(1, Start())).then(*START_EVENTS)
    assert started.started_match.board.host == started.started_match.board.storyteller == 1


def test_cards_are_dealt_from_the_top_one_at_a_time():
    dealt: HandsDealt = given(match_in_gathering(players=3)).when(Sent(0, Start())).find(HandsDealt)
    assert dealt.counts == (7, 7, 7)
    assert dealt.hands[0] == ALL_CARDS[0:21:3]
    assert dealt.hands[2] == ALL_CARDS[2:21:3]


def test_playing_commands_are_refused_before_the_start():
    for command in (Sent(0, Claim()), Sent(0, Ready()), Sent(0, GiveClue(card=ALL_CARDS[0], clue=TEXT_CLUE))):
        given(match_in_gathering()).when(command).then_refused(Reason.WRONG_PHASE)


def test_the_first_storyteller_is_the_player_who_claims_the_role():
    waiting = given(match_in_storytelling(first="claim"))
    assert waiting.started_match.board.storyteller is None
    claimed = waiting.when(Sent(2, Claim())).then(StorytellerClaimed(seat=2))
    claimed.when(Sent(3, Claim())).then_refused(Reason.NOT_THE_STORYTELLER)
    claimed.when(Sent(2, Claim())).then_refused(Reason.ALREADY_DONE)
    card = waiting.started_match.board.hands[3][0]
    claimed.when(Sent(3, GiveClue(card=card, clue=TEXT_CLUE))).then_refused(Reason.NOT_THE_STORYTELLER)
    assert waiting.when(Sent(3, GiveClue(card=card, clue=TEXT_CLUE))).started_match.board.storyteller == 3


def test_a_claim_with_text_is_refused_in_classic():
    given(match_in_storytelling()).when(Sent(0, Claim(text="Zeppelin"))).then_refused(Reason.NOT_IN_THESE_RULES)


def test_the_first_storyteller_is_the_host():
    begun: RoundBegun = given(match_in_gathering(first="host")).when(Sent(0, Start())).find(RoundBegun)
    assert begun == RoundBegun(round=1, storyteller=0, phase="1.storytelling", deadline_at=None)


def test_the_first_storyteller_is_drawn_at_random():
    chance = FixedChance(arranged_orders={"first": ["2", "0", "3", "1"]})
    begun: RoundBegun = given(match_in_gathering(first="luck", chance=chance)).when(Sent(0, Start())).find(RoundBegun)
    assert begun.storyteller == 2
    assert chance.requested_labels == ["deck", "first"]


BOT = bot_player(9)


def test_the_host_puts_bots_on_free_seats():
    lobby = (
        given(match_in_gathering(players=2, seats=4)).when(Sent(0, SeatBot(target_seat=3, player=BOT))).then(SeatTaken)
    )
    taken = lobby.find(SeatTaken)
    assert (taken.seat, taken.kind, taken.player) == (3, "bot", PlayerIdentity(id="robot-9", name="Robot 9"))
    lobby.when(Sent(0, SeatBot(target_seat=2, player=bot_player(2))), Sent(0, Start())).then(*START_EVENTS)


def test_invalid_seat_bot_commands_are_refused():
    lobby = given(match_in_gathering(players=2, seats=4))
    lobby.when(Sent(1, SeatBot(target_seat=3, player=BOT))).then_refused(Reason.NOT_THE_HOST)
    lobby.when(Sent(0, SeatBot(target_seat=1, player=BOT))).then_refused(Reason.SEAT_TAKEN)
    for place in (-1, 4, 99):
        lobby.when(Sent(0, SeatBot(target_seat=place, player=BOT))).then_refused(Reason.NO_SUCH_SEAT)
        lobby.when(Sent(0, Clear(target_seat=place))).then_refused(Reason.NO_SUCH_SEAT)
    given(match_in_storytelling()).when(Sent(0, SeatBot(target_seat=3, player=BOT))).then_refused(Reason.WRONG_PHASE)


def test_the_host_clears_any_occupied_seat_but_their_own():
    lobby = given(match_in_gathering(players=2, seats=4)).when(Sent(0, SeatBot(target_seat=3, player=BOT)))
    lobby.when(Sent(0, Clear(target_seat=3))).then(SeatLeft(seat=3))
    lobby.when(Sent(0, Clear(target_seat=1))).then(SeatLeft(seat=1))
    lobby.when(Sent(0, Clear(target_seat=2))).then_refused(Reason.NOBODY_THERE)
    lobby.when(Sent(0, Clear(target_seat=0))).then_refused(Reason.YOUR_OWN_SEAT)
    lobby.when(Sent(1, Clear(target_seat=3))).then_refused(Reason.NOT_THE_HOST)
    given(match_in_storytelling()).when(Sent(0, Clear(target_seat=1))).then_refused(Reason.WRONG_PHASE)


def kicked(situation: Situation) -> frozenset[str]:
    assert situation.match is not None
    return kicked_players_of(situation.match)


def test_a_removed_player_sits_down_again_only_with_an_invite():
    lobby = given(match_in_gathering(players=4)).when(Sent(0, Clear(target_seat=1)))
    assert kicked(lobby) == {"id-1"}
    lobby.when(Sit(player=SECOND)).then_refused(Reason.KICKED)
    returned = lobby.when(Sit(player=SECOND, is_invited=True)).then(SeatTaken)
    assert kicked(returned) == frozenset()
    returned.when(Sent(1, Stand()), Sit(player=SECOND)).then(SeatTaken)


def test_neither_leaving_a_seat_nor_removing_a_bot_counts_as_a_kick():
    lobby = given(match_in_gathering(players=4)).when(Sent(1, Stand()))
    lobby.when(Sit(player=SECOND)).then(SeatTaken)
    lobby = lobby.when(Sent(0, SeatBot(target_seat=1, player=bot_player(1))), Sent(0, Clear(target_seat=1)))
    assert kicked(lobby) == frozenset()


def test_a_removed_player_gets_the_refusal_kicked_after_the_start_and_after_the_end():
    lobby = given(match_in_gathering(players=4)).when(Sent(0, Clear(target_seat=1)))
    lobby.when(Sent(0, Start()), Sit(player=SECOND)).then_refused(Reason.KICKED)
    lobby.when(Sent(0, Abandon()), Sit(player=SECOND)).then_refused(Reason.KICKED)


def test_a_bot_never_becomes_the_host():
    lobby = given(match_in_gathering(players=1, seats=4)).when(Sent(0, SeatBot(target_seat=1, player=BOT)))
    lobby.when(Sit(player=SECOND, seat=3), Sent(0, Stand())).then(SeatLeft(seat=0), HostChanged(seat=3))
    ended = MatchEnded(status="abandoned", winners=(), why="everyone_left", seed=SEED)
    lobby.when(Sent(0, Stand())).then(SeatLeft(seat=0), ended)


def test_an_abandoned_lobby_awaits_no_seat():
    for lobby in (given(match_in_gathering()), given(match_in_gathering()).when(Sent(0, Abandon()))):
        assert lobby.match is not None
        shown_view = view(lobby.match, Viewer())
        assert [not seat.done for seat in shown_view.seats] == [
            seat in shown_view.phase.waiting_for for seat in range(4)
        ]
    assert shown_view.phase.waiting_for == ()


def test_moving_to_another_seat_moves_the_host_role_too():
    lobby = given(match_in_gathering(players=3, seats=5))
    lobby.when(Sent(1, Move(target_seat=4))).then(SeatMoved(seat=1, to=4))
    moved = given(lobby.when(Sent(0, Move(target_seat=3))))
    assert isinstance(moved.match, Gathering)
    assert (moved.match.host, moved.match.taken_seats) == (3, (1, 2, 3))
    moved.when(Sent(3, Start())).find(MatchStarted)
    moved.when(Sent(3, Move(target_seat=2))).then_refused(Reason.SEAT_TAKEN)
    moved.when(Sent(3, Move(target_seat=5))).then_refused(Reason.NO_SUCH_SEAT)
    moved.when(Sent(0, Move(target_seat=4))).then_refused(Reason.NOT_SEATED)
    given(match_in_storytelling()).when(Sent(1, Move(target_seat=4))).then_refused(Reason.WRONG_PHASE)


def test_moving_to_another_seat_moves_the_entropy_digest_too():
    lobby = given(match_in_gathering(players=1, seats=4)).when(
        Sit(player=SECOND, entropy_digest="d1" * 32), Sent(1, Move(target_seat=3))
    )
    assert isinstance(lobby.match, Gathering)
    assert lobby.match.digests == (None, None, None, "d1" * 32)


def test_the_host_hands_the_role_over_to_another_human_player():
    lobby = given(match_in_gathering(players=2, seats=4)).when(Sent(0, SeatBot(target_seat=3, player=BOT)))
    lobby.when(Sent(0, HandOver(target_seat=1))).then(HostChanged(seat=1))
    lobby.when(Sent(0, HandOver(target_seat=2))).then_refused(Reason.NOBODY_THERE)
    lobby.when(Sent(0, HandOver(target_seat=3))).then_refused(Reason.NOT_A_PERSON)
    lobby.when(Sent(0, HandOver(target_seat=0))).then_refused(Reason.ALREADY_DONE)
    lobby.when(Sent(0, HandOver(target_seat=4))).then_refused(Reason.NO_SUCH_SEAT)
    lobby.when(Sent(1, HandOver(target_seat=1))).then_refused(Reason.NOT_THE_HOST)


def test_the_host_role_cannot_be_handed_over_to_a_resigned_seat():
    playing = given(match_in_storytelling()).when(Sent(2, Resign()))
    playing.when(Sent(0, HandOver(target_seat=1))).then(HostChanged(seat=1))
    playing.when(Sent(0, HandOver(target_seat=2))).then_refused(Reason.NOT_A_PERSON)
    playing.when(Sent(0, HandOver(target_seat=4))).then_refused(Reason.NO_SUCH_SEAT)
    given(match_in_storytelling()).when(
        *(Sent(seat, Abandon()) for seat in range(4)), Sent(0, HandOver(target_seat=1))
    ).then_refused(Reason.WRONG_PHASE)


def test_a_full_match_starts_automatically_if_its_terms_say_so():
    tick = ExpirePhase(phase="0.gathering")
    full = given(match_in_gathering(players=4, seats=4, start="full"))
    full.when(tick).find(MatchStarted)
    given(match_in_gathering(players=3, seats=4, start="full")).when(tick).then_refused(Reason.NOT_YET)
    given(match_in_gathering(players=4, seats=4)).when(tick).then_refused(Reason.NOT_YET)
    given(match_in_gathering(players=3, seats=4, start="full")).when(Sent(0, Start())).find(MatchStarted)
    full.when(Sent(0, Start())).find(MatchStarted)
