"""The level *luck*: the published seed matches its commitment, and every shuffle follows from it."""

from collections.abc import Sequence
from hashlib import sha256

from games.audit.errors import fail
from games.audit.event_difference import describe_difference
from games.audit.replay import ReplayStep
from games.audit.seeded_random import SeededRandom
from games.rulebook.cards import Draw
from games.rulebook.decide import follow
from games.rulebook.events import DrawVoided, MatchStarted
from games.rulebook.match import draw_of


def check_draws(steps: Sequence[ReplayStep], seed: str, published_version: int) -> int:
    """Recompute all shuffles of these steps and return how many there were.

    Args:
        seed: The match's last seed in hexadecimal, as published by `match_ended`.
        published_version: The version of that event.

    Raises:
        VerificationError
    """
    chance = SeededRandom(_seeds_by_digest(steps, seed, published_version).get, _shuffle_salt(steps))
    draw_count = 0
    for step in steps:
        # The replay has noted which events shuffled. All others were checked without the seed.
        if not step.shuffles or step.before is None:
            continue
        draw_count += len(step.shuffles)
        # Only automatic events use randomness, so `follow` is enough: no command has to be reconstructed here.
        expected = follow(step.before, step.at, chance)
        if expected != step.event:
            labels = ", ".join(drawn.label for drawn in step.shuffles)
            words = describe_difference(expected, step.event) if expected else "No event would follow."
            fail(step.version, f"The seed gives a different result for {labels}. {words}")
    return draw_count


def _seeds_by_digest(steps: Sequence[ReplayStep], last_seed: str, published_version: int) -> dict[str, bytes]:
    """Return all seeds by digest, after checking each against its commitment.

    A match has more than one seed if a draw was voided, which publishes its seed.
    """
    seeds: dict[str, bytes] = {}
    for step in steps:
        if isinstance(step.event, DrawVoided) and step.before is not None:
            seeds |= _check_seed(step.event.seed, draw_of(step.before), step.version)
    return seeds | _check_seed(last_seed, draw_of(steps[-1].after), published_version)


def _check_seed(text: str, draw: Draw, version: int) -> dict[str, bytes]:
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        fail(version, "The seed is not hexadecimal.")
    if sha256(seed).hexdigest() != draw.seed_digest:
        fail(version, "The seed does not match its commitment.")
    return {draw.seed_digest: seed}


def _shuffle_salt(steps: Sequence[ReplayStep]) -> bytes:
    """Return the head hash at which the lobby was locked; empty if the match never started."""
    return bytes.fromhex(next((step.prev for step in steps if isinstance(step.event, MatchStarted)), ""))
