"""Drawing: seats add entropy to the luck; who doesn't reveal it makes the draw void and drops out."""

from dataclasses import replace
from datetime import timedelta

import pytest

from games.rulebook import Reason, Viewer, view
from games.rulebook.actions import MayAddEntropy
from games.rulebook.commands import Abandon, AddEntropy, Open, Resign, Sit, Stand, Start, TimeUp
from games.rulebook.events import (
    DeadlineExtended,
    DeckShuffled,
    DrawVoided,
    EntropyRevealed,
    HandsDealt,
    MatchEnded,
    MatchStarted,
    RoundBegun,
    SeatResigned,
    SeatTaken,
    SeedCommitted,
)
from games.rulebook.events import TimeUp as TimeIsUp
from games.rulebook.match import Drawing, Gathering, deadline_of, phase_id
from games.rulebook.player_view import waiting_for
from games.rulebook.terms import Player
from tests.rulebook.entropy import KNOWN, committed
from tests.rulebook.table import DIGEST, NOW, SEED, Situation, a_draw, a_lobby, an_empty_house, given, people, terms

TEN = timedelta(seconds=10)
DRAWN = (DeckShuffled, HandsDealt, RoundBegun)


def reveal(seat: int, *, again: bool = True) -> AddEntropy:
    """What a player has committed to when sitting down; `again`: with a digest for a further draw."""
    next_digest = committed(f"again {seat}") if again else None
    return AddEntropy(seat=seat, entropy=KNOWN[committed(f"id-{seat}")], next_digest=next_digest)


def reveal_again(seat: int) -> AddEntropy:
    return AddEntropy(seat=seat, entropy=KNOWN[committed(f"again {seat}")])


def late(table: Situation) -> Situation:
    assert table.match is not None
    then = deadline_of(table.match)
    assert then is not None
    return given(table, then).when(TimeUp(phase="0.drawing"))


def entropy(table: Situation) -> tuple[str | None, ...]:
    return table.started.board.draw.entropy


def test_without_commitments_nobody_waits_for_anything():
    started = given(a_lobby()).when(Start(seat=0)).then(MatchStarted, *DRAWN)
    assert started.find(MatchStarted).deadline_at is None
    assert entropy(started) == (None,) * 4


def test_the_match_waits_ten_seconds_for_whoever_has_committed():
    lobby = given(a_lobby(players=3, seats=4))
    late_comer = Player(id="id-3", name="Player 3", kind="guest")
    seated = lobby.when(Sit(player=late_comer, entropy_digest=committed("id-3")))
    started = seated.when(Start(seat=0)).then(MatchStarted(seats=(0, 1, 2, 3), deadline_at=NOW + TEN))
    assert isinstance(started.match, Drawing)
    assert (phase_id(started.match), waiting_for(started.match)) == ("0.drawing", (3,))
    revealed = started.when(reveal(3))
    revealed.then(EntropyRevealed(seat=3, entropy=reveal(3).entropy, next_digest=committed("again 3")), *DRAWN)
    assert entropy(revealed) == (None, None, None, reveal(3).entropy)


def test_luck_is_asked_only_when_all_have_revealed():
    table = given(a_draw(players=3)).when(reveal(2), reveal(0))
    assert table.luck.asked == []
    table.when(reveal(1)).then(EntropyRevealed, *DRAWN)
    assert table.luck.asked == ["deck"]


def test_the_digest_is_in_the_log_from_the_moment_of_sitting_down_and_gone_with_who_stands_up():
    table = given(a_lobby(players=3, seats=4))
    late_comer = Player(id="id-3", name="Player 3", kind="guest")
    seated = table.when(Sit(player=late_comer, entropy_digest=committed("id-3")))
    taken: SeatTaken = seated.find(SeatTaken)
    assert taken.entropy_digest == committed("id-3")
    gone = seated.when(Stand(seat=3))
    assert isinstance(gone.match, Gathering)
    assert gone.match.digests == (None,) * 4
    gone.when(Sit(player=late_comer), Start(seat=0)).then(MatchStarted, *DRAWN)


def test_digests_go_with_their_players_when_gaps_are_closed():
    table = given(a_lobby(players=3, seats=6)).when(
        Sit(player=Player(id="id-5", name="Player 5", kind="guest"), seat=5, entropy_digest=committed("id-5")),
        Stand(seat=1),
        Start(seat=0),
    )
    assert table.find(MatchStarted).seats == (0, 2, 5)
    assert table.match is not None
    assert waiting_for(table.match) == (2,)
    table.when(AddEntropy(seat=2, entropy=KNOWN[committed("id-5")])).then(EntropyRevealed, *DRAWN)


def test_only_what_was_committed_to_is_taken_and_only_once():
    table = given(a_draw(players=3)).when(reveal(1))
    table.when(reveal(1)).then_refused(Reason.ALREADY_DONE)
    table.when(replace(reveal(1), seat=2)).then_refused(Reason.WRONG_ENTROPY)
    table.when(AddEntropy(seat=0, entropy="00" * 32)).then_refused(Reason.WRONG_ENTROPY)
    given(a_lobby()).when(reveal(0)).then_refused(Reason.WRONG_PHASE)


def test_the_action_names_the_digest_and_is_there_for_who_owes_it():
    table = given(a_draw(players=3)).when(reveal(1))
    assert table.match is not None
    listed = [[a for a in view(table.match, Viewer(seat=seat)).actions if a.type == "entropy"] for seat in range(3)]
    assert listed == [[MayAddEntropy(digest=committed("id-0"))], [], [MayAddEntropy(digest=committed("id-2"))]]
    assert [seat.done for seat in view(table.match, Viewer()).seats] == [False, True, False]


def test_who_does_not_reveal_makes_the_draw_void_and_it_begins_again_without_them():
    table = late(given(a_draw(players=3)).when(reveal(0), reveal(2)))
    table.then(
        TimeIsUp(phase="0.drawing"),
        DrawVoided(seed=SEED, missing=(1,)),
        SeedCommitted(seed_digest=DIGEST, seats=(0, 2), phase="0.drawing", deadline_at=NOW + 2 * TEN),
    )
    assert table.luck.asked == []
    draw = table.started.board.draw
    assert (draw.number, draw.seed_digest, draw.entropy) == (1, DIGEST, (None, None, None))
    table.when(reveal(1)).then_refused(Reason.NOTHING_COMMITTED)
    table.when(reveal(0)).then_refused(Reason.WRONG_ENTROPY)
    again = table.when(reveal_again(2), reveal_again(0)).then(EntropyRevealed, *DRAWN)
    assert entropy(again) == (reveal_again(0).entropy, None, reveal_again(2).entropy)


def test_who_gave_no_digest_for_a_further_draw_takes_no_part_in_it():
    table = late(given(a_draw(players=3)).when(reveal(0, again=False), reveal(2)))
    assert table.find(SeedCommitted).seats == (2,)
    table.when(reveal_again(2)).then(EntropyRevealed, *DRAWN)


def test_when_nobody_is_left_to_add_anything_luck_is_the_houses_alone():
    table = late(given(a_draw(players=3)))
    committed_to = SeedCommitted(seed_digest=DIGEST, seats=(), phase="0.drawing", deadline_at=None)
    table.then(TimeIsUp, DrawVoided(seed=SEED, missing=(0, 1, 2)), committed_to, *DRAWN)
    assert table.luck.asked == ["deck"]


@pytest.mark.parametrize("players", [3, 6])
def test_each_void_costs_somebody_so_that_a_match_cannot_be_stalled_for_ever(players: int):
    """The worst case: one seat after the other reveals in all draws but one."""
    table, digests = given(a_draw(players=players)), {seat: committed(f"id-{seat}") for seat in range(players)}
    voids = 0
    while isinstance(table.match, Drawing):
        assert table.match.deadline_at is not None
        table = given(table, table.match.deadline_at)
        _, *others = waiting_for(table.match)  # type: ignore[arg-type]
        for seat in others:
            next_digest = committed(f"{seat} {voids}")
            table = table.when(AddEntropy(seat=seat, entropy=KNOWN[digests[seat]], next_digest=next_digest))
            digests[seat] = next_digest
        table, voids = late(table), voids + 1
    assert (voids, table.started.board.draw.number) == (players, players)
    assert table.now == NOW + players * TEN


def test_a_reveal_after_the_time_counts_until_the_clock_has_spoken():
    table = given(a_draw(players=3)).when(reveal(0), reveal(1))
    given(table, NOW + 6 * TEN).when(reveal(2)).then(EntropyRevealed, *DRAWN)
    given(table, NOW + TEN / 2).when(TimeUp(phase="0.drawing")).then_refused(Reason.NOT_YET)


def test_an_outage_of_the_house_costs_nobody_the_draw():
    table = given(a_draw(players=3), NOW + 6 * TEN)
    extended = table.when(TimeUp(phase="0.drawing", outage=True)).then(DeadlineExtended)
    given(extended, NOW + 20 * TEN).when(TimeUp(phase="0.drawing", outage=True)).find(DrawVoided)


def test_a_table_of_people_and_computers_waits_for_the_people():
    host = Open(terms=terms(), player=people(1)[0], entropy_digest=committed("id-0"))
    bots = (Sit(player=Player(id=f"b-{n}", name=f"Bot {n}", kind="bot")) for n in range(2))
    table = an_empty_house().when(host, *bots, Start(seat=0))
    assert table.match is not None
    assert waiting_for(table.match) == (0,)
    table.when(reveal(0)).then(EntropyRevealed, *DRAWN)


def test_who_resigns_without_having_revealed_makes_the_draw_void_as_soon_as_nobody_else_is_waited_for():
    table = given(a_draw(players=3)).when(reveal(0), Resign(seat=1))
    assert table.match is not None
    assert waiting_for(table.match) == (2,)
    voided = table.when(reveal(2)).then(EntropyRevealed, DrawVoided(seed=SEED, missing=(1,)), SeedCommitted)
    assert voided.find(SeedCommitted).seats == (0, 2)


def test_who_has_revealed_and_resigned_counts_but_takes_no_part_in_a_further_draw():
    table = given(a_draw(players=4)).when(reveal(0), Resign(seat=0), reveal(1))
    table.when(reveal(2), reveal(3)).then(EntropyRevealed, *DRAWN)
    assert late(table).find(SeedCommitted).seats == (1,)


def digests(table: Situation) -> list[str | None]:
    assert table.match is not None
    return [seat.entropy_digest for seat in view(table.match, Viewer()).seats]


def test_everybody_sees_what_each_seat_reveals_next():
    table = given(a_draw(players=3))
    first, further = [committed(f"id-{seat}") for seat in range(3)], [committed(f"again {seat}") for seat in range(3)]
    assert digests(table) == first
    table = table.when(reveal(0), reveal(2, again=False))
    assert digests(table) == [further[0], first[1], None]
    void = late(table)
    assert digests(void) == [further[0], None, None]
    assert digests(void.when(reveal_again(0))) == [None, None, None]
    assert digests(table.when(reveal(1))) == [None, None, None], "no longer of any use"
    assert digests(given(a_lobby()).when(Abandon(seat=0))) == [None] * 4


def test_the_draw_does_not_wait_for_who_has_resigned():
    """Nobody knows their entropy: without it the draw is void, as soon as nobody else is waited for."""
    table = given(a_draw(players=4)).when(reveal(0), Resign(seat=3)).then(SeatResigned(seat=3))
    assert table.match is not None
    assert waiting_for(table.match) == (1, 2)
    void = table.when(reveal(1), reveal(2)).then(EntropyRevealed, DrawVoided(seed=SEED, missing=(3,)), SeedCommitted)
    assert waiting_for(void.started) == (0, 1, 2)
    void.when(*map(reveal_again, range(3))).then(EntropyRevealed, *DRAWN)
    left = table.when(reveal(1), Resign(seat=2))
    left.then(SeatResigned(seat=2), DrawVoided(seed=SEED, missing=(2, 3)), SeedCommitted)


def test_when_everybody_resigns_in_the_draw_the_match_is_over():
    table = given(a_draw(players=3)).when(*(Resign(seat=seat) for seat in range(3)))
    table.then(SeatResigned, MatchEnded(status="abandoned", winners=(), why="everybody_resigned", seed=SEED))
