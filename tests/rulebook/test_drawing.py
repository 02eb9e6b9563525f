"""Drawing: seats contribute entropy to the draw; a seat that doesn't reveal it voids the draw and is excluded."""

from dataclasses import replace
from datetime import timedelta

import pytest

from games.rulebook import Reason, Viewer, view
from games.rulebook.actions import MayAddEntropy
from games.rulebook.commands import Abandon, AddEntropy, ExpirePhase, Open, Resign, Sit, Stand, Start
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
from games.rulebook.terms import Player
from games.rulebook.waiting import waiting_for
from tests.rulebook.known_entropy import ENTROPY_BY_DIGEST, commit_entropy
from tests.rulebook.match_scenarios import (
    NOW,
    SEED,
    SEED_DIGEST,
    Situation,
    given,
    human_players,
    match_in_drawing,
    match_in_gathering,
    no_match,
    terms,
)
from tests.rulebook.sent_command import Sent

REVEAL_TIME = timedelta(seconds=10)
DRAW_EVENTS = (DeckShuffled, HandsDealt, RoundBegun)


def entropy_of(phrase: str) -> str:
    return ENTROPY_BY_DIGEST[commit_entropy(phrase)]


def reveal_entropy(seat: int, *, with_next_digest: bool = True) -> Sent:
    """Reveal what a player has committed to when joining; `again`: with a digest for a further draw."""
    next_digest = commit_entropy(f"again {seat}") if with_next_digest else None
    return Sent(seat, AddEntropy(entropy=entropy_of(f"id-{seat}"), next_digest=next_digest))


def reveal_next_entropy(seat: int) -> Sent:
    return Sent(seat, AddEntropy(entropy=entropy_of(f"again {seat}")))


def expire_deadline(table: Situation) -> Situation:
    assert table.match is not None
    due_at = deadline_of(table.match)
    assert due_at is not None
    return given(table, due_at).when(ExpirePhase(phase="0.drawing"))


def entropy_by_seat(table: Situation) -> tuple[str | None, ...]:
    return table.started_match.board.draw.entropy


def test_without_commitments_the_match_does_not_wait_for_entropy():
    started = given(match_in_gathering()).when(Sent(0, Start())).then(MatchStarted, *DRAW_EVENTS)
    assert started.find(MatchStarted).deadline_at is None
    assert entropy_by_seat(started) == (None,) * 4


def test_the_match_waits_ten_seconds_for_seats_that_committed_to_entropy():
    lobby = given(match_in_gathering(players=3, seats=4))
    late_comer = Player(id="id-3", name="Player 3", kind="guest")
    seated = lobby.when(Sit(player=late_comer, entropy_digest=commit_entropy("id-3")))
    started = seated.when(Sent(0, Start())).then(MatchStarted(seats=(0, 1, 2, 3), deadline_at=NOW + REVEAL_TIME))
    assert isinstance(started.match, Drawing)
    assert (phase_id(started.match), waiting_for(started.match)) == ("0.drawing", (3,))
    revealed = started.when(reveal_entropy(3))
    revealed.then(
        EntropyRevealed(seat=3, entropy=entropy_of("id-3"), next_digest=commit_entropy("again 3")), *DRAW_EVENTS
    )
    assert entropy_by_seat(revealed) == (None, None, None, entropy_of("id-3"))


def test_cards_are_shuffled_only_after_all_entropy_is_revealed():
    table = given(match_in_drawing(players=3)).when(reveal_entropy(2), reveal_entropy(0))
    assert table.chance.requested_labels == []
    table.when(reveal_entropy(1)).then(EntropyRevealed, *DRAW_EVENTS)
    assert table.chance.requested_labels == ["deck"]


def test_sitting_down_records_the_entropy_digest_and_standing_up_removes_it():
    table = given(match_in_gathering(players=3, seats=4))
    late_comer = Player(id="id-3", name="Player 3", kind="guest")
    seated = table.when(Sit(player=late_comer, entropy_digest=commit_entropy("id-3")))
    taken: SeatTaken = seated.find(SeatTaken)
    assert taken.entropy_digest == commit_entropy("id-3")
    gone = seated.when(Sent(3, Stand()))
    assert isinstance(gone.match, Gathering)
    assert gone.match.digests == (None,) * 4
    gone.when(Sit(player=late_comer), Sent(0, Start())).then(MatchStarted, *DRAW_EVENTS)


def test_entropy_digests_follow_their_players_when_empty_seats_are_removed():
    table = given(match_in_gathering(players=3, seats=6)).when(
        Sit(player=Player(id="id-5", name="Player 5", kind="guest"), seat=5, entropy_digest=commit_entropy("id-5")),
        Sent(1, Stand()),
        Sent(0, Start()),
    )
    assert table.find(MatchStarted).seats == (0, 2, 5)
    assert table.match is not None
    assert waiting_for(table.match) == (2,)
    table.when(Sent(2, AddEntropy(entropy=ENTROPY_BY_DIGEST[commit_entropy("id-5")]))).then(
        EntropyRevealed, *DRAW_EVENTS
    )


def test_entropy_must_match_its_digest_and_is_accepted_once():
    table = given(match_in_drawing(players=3)).when(reveal_entropy(1))
    table.when(reveal_entropy(1)).then_refused(Reason.ALREADY_DONE)
    table.when(replace(reveal_entropy(1), actor=2)).then_refused(Reason.WRONG_ENTROPY)
    table.when(Sent(0, AddEntropy(entropy="00" * 32))).then_refused(Reason.WRONG_ENTROPY)
    given(match_in_gathering()).when(reveal_entropy(0)).then_refused(Reason.WRONG_PHASE)


def test_the_entropy_action_names_the_digest_and_is_offered_to_seats_that_owe_it():
    table = given(match_in_drawing(players=3)).when(reveal_entropy(1))
    assert table.match is not None
    listed = [[a for a in view(table.match, Viewer(seat=seat)).actions if a.type == "entropy"] for seat in range(3)]
    assert listed == [
        [MayAddEntropy(digest=commit_entropy("id-0"))],
        [],
        [MayAddEntropy(digest=commit_entropy("id-2"))],
    ]
    assert [seat.done for seat in view(table.match, Viewer()).seats] == [False, True, False]


def test_a_missing_reveal_voids_the_draw_and_restarts_it_without_that_seat():
    table = expire_deadline(given(match_in_drawing(players=3)).when(reveal_entropy(0), reveal_entropy(2)))
    table.then(
        TimeIsUp(phase="0.drawing"),
        DrawVoided(seed=SEED, missing=(1,)),
        SeedCommitted(seed_digest=SEED_DIGEST, seats=(0, 2), phase="0.drawing", deadline_at=NOW + 2 * REVEAL_TIME),
    )
    assert table.chance.requested_labels == []
    draw = table.started_match.board.draw
    assert (draw.number, draw.seed_digest, draw.entropy) == (1, SEED_DIGEST, (None, None, None))
    table.when(reveal_entropy(1)).then_refused(Reason.NOTHING_COMMITTED)
    table.when(reveal_entropy(0)).then_refused(Reason.WRONG_ENTROPY)
    again = table.when(reveal_next_entropy(2), reveal_next_entropy(0)).then(EntropyRevealed, *DRAW_EVENTS)
    assert entropy_by_seat(again) == (entropy_of("again 0"), None, entropy_of("again 2"))


def test_a_seat_without_a_next_digest_takes_no_part_in_the_next_draw():
    table = expire_deadline(
        given(match_in_drawing(players=3)).when(reveal_entropy(0, with_next_digest=False), reveal_entropy(2))
    )
    assert table.find(SeedCommitted).seats == (2,)
    table.when(reveal_next_entropy(2)).then(EntropyRevealed, *DRAW_EVENTS)


def test_without_remaining_commitments_only_the_server_seed_is_used():
    table = expire_deadline(given(match_in_drawing(players=3)))
    committed_to = SeedCommitted(seed_digest=SEED_DIGEST, seats=(), phase="0.drawing", deadline_at=None)
    table.then(TimeIsUp, DrawVoided(seed=SEED, missing=(0, 1, 2)), committed_to, *DRAW_EVENTS)
    assert table.chance.requested_labels == ["deck"]


@pytest.mark.parametrize("players", [3, 6])
def test_each_void_draw_excludes_a_seat_so_a_match_cannot_stall_forever(players: int):
    """The worst case: one seat after the other reveals in all draws but one."""
    table, digests = (
        given(match_in_drawing(players=players)),
        {seat: commit_entropy(f"id-{seat}") for seat in range(players)},
    )
    voids = 0
    while isinstance(table.match, Drawing):
        assert table.match.deadline_at is not None
        table = given(table, table.match.deadline_at)
        _, *others = waiting_for(table.match)  # type: ignore[arg-type]
        for seat in others:
            next_digest = commit_entropy(f"{seat} {voids}")
            table = table.when(
                Sent(seat, AddEntropy(entropy=ENTROPY_BY_DIGEST[digests[seat]], next_digest=next_digest))
            )
            digests[seat] = next_digest
        table, voids = expire_deadline(table), voids + 1
    assert (voids, table.started_match.board.draw.number) == (players, players)
    assert table.now == NOW + players * REVEAL_TIME


def test_a_late_reveal_counts_until_time_up_is_recorded():
    table = given(match_in_drawing(players=3)).when(reveal_entropy(0), reveal_entropy(1))
    given(table, NOW + 6 * REVEAL_TIME).when(reveal_entropy(2)).then(EntropyRevealed, *DRAW_EVENTS)
    given(table, NOW + REVEAL_TIME / 2).when(ExpirePhase(phase="0.drawing")).then_refused(Reason.NOT_YET)


def test_a_server_outage_extends_the_reveal_deadline_once():
    table = given(match_in_drawing(players=3), NOW + 6 * REVEAL_TIME)
    extended = table.when(ExpirePhase(phase="0.drawing", outage=True)).then(DeadlineExtended)
    given(extended, NOW + 20 * REVEAL_TIME).when(ExpirePhase(phase="0.drawing", outage=True)).find(DrawVoided)


def test_a_match_with_bots_waits_for_entropy_of_the_human_players():
    host = Open(terms=terms(), player=human_players(1)[0], entropy_digest=commit_entropy("id-0"))
    bots = (Sit(player=Player(id=f"b-{n}", name=f"Bot {n}", kind="bot")) for n in range(2))
    table = no_match().when(host, *bots, Sent(0, Start()))
    assert table.match is not None
    assert waiting_for(table.match) == (0,)
    table.when(reveal_entropy(0)).then(EntropyRevealed, *DRAW_EVENTS)


def test_resigning_before_the_reveal_voids_the_draw_once_no_other_seat_is_awaited():
    table = given(match_in_drawing(players=3)).when(reveal_entropy(0), Sent(1, Resign()))
    assert table.match is not None
    assert waiting_for(table.match) == (2,)
    voided = table.when(reveal_entropy(2)).then(EntropyRevealed, DrawVoided(seed=SEED, missing=(1,)), SeedCommitted)
    assert voided.find(SeedCommitted).seats == (0, 2)


def test_entropy_of_a_resigned_seat_counts_but_the_seat_takes_no_part_in_the_next_draw():
    table = given(match_in_drawing(players=4)).when(reveal_entropy(0), Sent(0, Resign()), reveal_entropy(1))
    table.when(reveal_entropy(2), reveal_entropy(3)).then(EntropyRevealed, *DRAW_EVENTS)
    assert expire_deadline(table).find(SeedCommitted).seats == (1,)


def visible_digests(table: Situation) -> list[str | None]:
    assert table.match is not None
    return [seat.entropy_digest for seat in view(table.match, Viewer()).seats]


def test_every_viewer_sees_the_digest_that_each_seat_reveals_next():
    table = given(match_in_drawing(players=3))
    first, further = (
        [commit_entropy(f"id-{seat}") for seat in range(3)],
        [commit_entropy(f"again {seat}") for seat in range(3)],
    )
    assert visible_digests(table) == first
    table = table.when(reveal_entropy(0), reveal_entropy(2, with_next_digest=False))
    assert visible_digests(table) == [further[0], first[1], None]
    void = expire_deadline(table)
    assert visible_digests(void) == [further[0], None, None]
    assert visible_digests(void.when(reveal_next_entropy(0))) == [None, None, None]
    assert visible_digests(table.when(reveal_entropy(1))) == [None, None, None], "digests are dropped after the draw"
    assert visible_digests(given(match_in_gathering()).when(Sent(0, Abandon()))) == [None] * 4


def test_the_draw_does_not_wait_for_a_resigned_seat():
    """The entropy of a resigned seat is missing, so the draw is void as soon as no other seat is awaited."""
    table = given(match_in_drawing(players=4)).when(reveal_entropy(0), Sent(3, Resign())).then(SeatResigned(seat=3))
    assert table.match is not None
    assert waiting_for(table.match) == (1, 2)
    void = table.when(reveal_entropy(1), reveal_entropy(2)).then(
        EntropyRevealed, DrawVoided(seed=SEED, missing=(3,)), SeedCommitted
    )
    assert waiting_for(void.started_match) == (0, 1, 2)
    void.when(*map(reveal_next_entropy, range(3))).then(EntropyRevealed, *DRAW_EVENTS)
    left = table.when(reveal_entropy(1), Sent(2, Resign()))
    left.then(SeatResigned(seat=2), DrawVoided(seed=SEED, missing=(2, 3)), SeedCommitted)


def test_the_match_ends_when_every_player_resigns_during_the_draw():
    table = given(match_in_drawing(players=3)).when(*(Sent(seat, Resign()) for seat in range(3)))
    table.then(SeatResigned, MatchEnded(status="abandoned", winners=(), why="everybody_resigned", seed=SEED))
