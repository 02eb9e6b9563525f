"""The drawing phase: seats reveal their entropy, and cards are dealt."""

from typing import Any

from tests.conformance.independent_luck_check import ShuffleInputs, digest_of_entropy, digest_of_seed
from tests.conformance.verifier import value_shapes
from tests.conformance.verifier.absence_procedure import follow_command
from tests.conformance.verifier.event_tape import UNKNOWN_CARD
from tests.conformance.verifier.hand_dealing import fill_hands
from tests.conformance.verifier.phase_reading import next_seat_event
from tests.conformance.verifier.table_state import TableState

REVEAL_SECONDS = 10


def run_drawing_phase(table: TableState, committed: dict[int, str]) -> None:
    """Seats reveal the entropy they committed to; the draw restarts without those that do not."""
    revealed: dict[int, str] = {}
    next_digests: dict[int, str] = {}
    while committed.keys() != revealed.keys():
        missing = sorted(committed.keys() - revealed.keys())
        is_void = table.is_time_up or set(missing) <= table.resigned_seats
        event = None if is_void else next_seat_event(table, "entropy_revealed")
        if is_void:
            _void_draw(table, missing)
            committed = {seat: digest for seat, digest in next_digests.items() if seat not in table.resigned_seats}
            _restart_draw(table, committed)
            revealed, next_digests = {}, {}
        elif event is not None and event["type"] == "entropy_revealed":
            seat, data = event["actor"], event["data"]
            next_digest = data.get("next_digest")
            table.tape.require_members(event, seat=seat, entropy=data.get("entropy"), next_digest=next_digest)
            table.tape.require(seat in missing, "it has nothing to reveal")
            table.tape.require(_matches_digest(data["entropy"], committed[seat]), "not what it had committed to")
            revealed[seat] = data["entropy"]
            if next_digest is not None:
                table.tape.require(value_shapes.matching(value_shapes.HEX_32_BYTES)(next_digest), "no such digest")
                next_digests[seat] = next_digest
            follow_command(table, event)
    _settle_draw(table, "".join(revealed[seat] for seat in sorted(revealed)))


def _matches_digest(entropy: Any, digest: str) -> bool:
    return value_shapes.matching(value_shapes.HEX_32_BYTES)(entropy) and digest_of_entropy(entropy) == digest


def _void_draw(table: TableState, missing: list[int]) -> None:
    event = table.tape.peek()
    seed = event["data"].get("seed") if event else None
    table.tape.expect_following_event("draw_voided", seed=seed, missing=missing)
    is_committed_seed = (
        value_shapes.matching(value_shapes.HEX_32_BYTES)(seed) and digest_of_seed(str(seed)) == table.seed_digest
    )
    table.tape.require(is_committed_seed, "not the seed that was committed to")


def _restart_draw(table: TableState, committed: dict[int, str]) -> None:
    tape = table.tape
    digest = tape.peek()["data"].get("seed_digest") if tape.peek() else None
    deadline = tape.deadline_after(REVEAL_SECONDS) if committed else None
    tape.expect_following_event(
        "seed_committed", seed_digest=digest, seats=sorted(committed), phase="0.drawing", deadline_at=deadline
    )
    tape.require(value_shapes.matching(value_shapes.HEX_32_BYTES)(digest), "no such digest")
    table.seed_digest = digest
    table.enter_phase("0.drawing", deadline)


def _settle_draw(table: TableState, entropy: str) -> None:
    tape = table.tape
    if table.seed is not None and digest_of_seed(table.seed) == table.seed_digest:
        tape.shuffle_inputs = ShuffleInputs(
            seed=bytes.fromhex(table.seed), entropy=bytes.fromhex(entropy), salt=bytes.fromhex(table.salt)
        )
    event = tape.expect_following_event("deck_shuffled", "order", count=len(table.all_cards))
    table.deck = tape.sealed_value(event, "order", [UNKNOWN_CARD] * len(table.all_cards))
    tape.require(len(table.deck) == len(table.all_cards), "cards are missing")
    if UNKNOWN_CARD not in table.deck:
        tape.require(sorted(table.deck) == sorted(table.all_cards), "other cards than were agreed on")
        tape.check_shuffle("deck", table.all_cards, table.deck)
    fill_hands(table, "hands_dealt", 0)
