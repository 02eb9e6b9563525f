"""Whether the seed that a match published is the one it was opened with, and whether all its luck follows from it."""

from collections.abc import Sequence
from hashlib import sha256

from games.audit.broken import broken
from games.audit.differences import difference
from games.audit.draws import Seeded
from games.audit.replay import Step
from games.rulebook.cards import Draw
from games.rulebook.decide import follow
from games.rulebook.events import DrawVoided, MatchStarted
from games.rulebook.match import draw_of


def check(steps: Sequence[Step], seed: str, published: int) -> int:
    """Recompute the luck of these steps; gives how many draws there were.

    Args:
        seed: the last one, as it was published in hex with the version `published`.

    Raises:
        Broken
    """
    chance = Seeded(_seeds(steps, seed, published), _salt(steps))
    count = 0
    for step in steps:
        if not step.drawn or step.before is None:
            continue
        count += len(step.drawn)
        expected = follow(step.before, step.at, chance)
        if expected != step.event:
            labels = ", ".join(drawn.label for drawn in step.drawn)
            words = difference(expected, step.event) if expected else "Nothing would follow."
            broken(step.version, f"It is not what the seed gives for {labels}. {words}")
    return count


def _seeds(steps: Sequence[Step], last: str, published: int) -> dict[str, bytes]:
    """The seeds by their digests, of void draws and of the last one; each must be the one that was committed to."""
    seeds: dict[str, bytes] = {}
    for step in steps:
        if isinstance(step.event, DrawVoided) and step.before is not None:
            seeds |= _seed(step.event.seed, draw_of(step.before), step.version)
    return seeds | _seed(last, draw_of(steps[-1].after), published)


def _seed(text: str, draw: Draw, version: int) -> dict[str, bytes]:
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        broken(version, "The seed is not hexadecimal.")
    if sha256(seed).hexdigest() != draw.seed_digest:
        broken(version, "The seed is not the one that was committed to.")
    return {draw.seed_digest: seed}


def _salt(steps: Sequence[Step]) -> bytes:
    """The head hash when the lobby was locked."""
    return bytes.fromhex(next((step.prev for step in steps if isinstance(step.event, MatchStarted)), ""))
