"""Luck is settled by what seats reveal, and cards are dealt."""

from typing import Any

from tests.audit.second import shape
from tests.audit.second.dice import Dice, digest_of_entropy, digest_of_seed
from tests.audit.second.hands import draw
from tests.audit.second.table import Table
from tests.audit.second.tape import UNSEEN

TO_REVEAL = 10


def drawing(table: Table, committed: dict[int, str]) -> None:
    """Seats reveal what they have committed to, and begin again without those who don't."""
    revealed: dict[int, str] = {}
    after: dict[int, str] = {}
    while committed.keys() != revealed.keys():
        missing = sorted(committed.keys() - revealed.keys())
        event = None if set(missing) <= table.resigned else table.wait("entropy_revealed")
        if event is None:
            _voided(table, missing)
            committed = {seat: digest for seat, digest in after.items() if seat not in table.resigned}
            _again(table, committed)
            revealed, after = {}, {}
        elif event["type"] == "entropy_revealed":
            seat, data = event["actor"], event["data"]
            later = data.get("next_digest")
            table.tape.holds(event, seat=seat, entropy=data.get("entropy"), next_digest=later)
            table.tape.need(seat in missing, "it has nothing to reveal")
            table.tape.need(_fits(data["entropy"], committed[seat]), "not what it had committed to")
            revealed[seat] = data["entropy"]
            if later is not None:
                table.tape.need(shape.like(shape.HEX32)(later), "no such digest")
                after[seat] = later
    _settled(table, "".join(revealed[seat] for seat in sorted(revealed)))


def _fits(entropy: Any, digest: str) -> bool:
    return shape.like(shape.HEX32)(entropy) and digest_of_entropy(entropy) == digest


def _voided(table: Table, missing: list[int]) -> None:
    event = table.tape.ahead()
    seed = event["data"].get("seed") if event else None
    table.tape.follows("draw_voided", seed=seed, missing=missing)
    fits = shape.like(shape.HEX32)(seed) and digest_of_seed(str(seed)) == table.seed_digest
    table.tape.need(fits, "not the seed that was committed to")


def _again(table: Table, after: dict[int, str]) -> None:
    tape = table.tape
    digest = tape.ahead()["data"].get("seed_digest") if tape.ahead() else None
    due = tape.later(TO_REVEAL) if after else None
    tape.follows("seed_committed", seed_digest=digest, seats=sorted(after), phase="0.drawing", deadline_at=due)
    tape.need(shape.like(shape.HEX32)(digest), "no such digest")
    table.seed_digest = digest
    table.now_in("0.drawing", due)


def _settled(table: Table, entropy: str) -> None:
    tape = table.tape
    if table.seed is not None and digest_of_seed(table.seed) == table.seed_digest:
        tape.dice = Dice(table.seed, entropy, table.salt)
    event = tape.follows("deck_shuffled", "order", count=len(table.cards))
    table.deck = tape.part(event, "order", [UNSEEN] * len(table.cards))
    tape.need(len(table.deck) == len(table.cards), "cards are missing")
    if UNSEEN not in table.deck:
        tape.need(sorted(table.deck) == sorted(table.cards), "other cards than were agreed on")
        tape.luck("deck", table.cards, table.deck)
    draw(table, "hands_dealt", 0)
