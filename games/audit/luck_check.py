"""Whether the seed that a match published is the one it was opened with, and whether all its luck follows from it."""

from collections.abc import Sequence
from hashlib import sha256

from games.audit.errors import fail
from games.audit.event_difference import describe_difference
from games.audit.replay import ReplayStep
from games.audit.replay_random import SeededRandom
from games.rulebook.cards import Draw
from games.rulebook.decide import follow
from games.rulebook.events import DrawVoided, MatchStarted
from games.rulebook.match import draw_of


def check_draws(steps: Sequence[ReplayStep], seed: str, published_version: int) -> int:
    """Recompute the luck of these steps; gives how many draws there were.

    Args:
        seed: the last one, as it was published in hex with the version `published`.

    Raises:
        Broken
    """
    chance = SeededRandom(_seeds_by_digest(steps, seed, published_version), _shuffle_salt(steps))
    draw_count = 0
    for step in steps:
        if not step.shuffles or step.before is None:
            continue
        draw_count += len(step.shuffles)
        expected = follow(step.before, step.at, chance)
        if expected != step.event:
            labels = ", ".join(drawn.label for drawn in step.shuffles)
            words = describe_difference(expected, step.event) if expected else "Nothing would follow."
            fail(step.version, f"It is not what the seed gives for {labels}. {words}")
    return draw_count


def _seeds_by_digest(steps: Sequence[ReplayStep], last_seed: str, published_version: int) -> dict[str, bytes]:
    """The seeds by their digests, of void draws and of the last one; each must be the one that was committed to."""
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
        fail(version, "The seed is not the one that was committed to.")
    return {draw.seed_digest: seed}


def _shuffle_salt(steps: Sequence[ReplayStep]) -> bytes:
    """The head hash when the lobby was locked."""
    return bytes.fromhex(next((step.prev for step in steps if isinstance(step.event, MatchStarted)), ""))
