"""Whether the seed that a match published is the one it was opened with, and whether all its luck follows from it."""

from collections.abc import Sequence
from hashlib import sha256

from games.audit.broken import broken
from games.audit.differences import difference
from games.audit.draws import Seeded
from games.audit.replay import Step
from games.rulebook.decide import follow
from games.rulebook.events import MatchOpened, MatchStarted


def check(steps: Sequence[Step], seed: str, published: int) -> int:
    """Recompute the luck of these steps; gives how many draws there were.

    Args:
        seed: as it was published, in hex, with the version `published`.

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


def _seeds(steps: Sequence[Step], text: str, published: int) -> dict[str, bytes]:
    """The seeds by their digests; each must be one that was committed to."""
    first = steps[0].event
    assert isinstance(first, MatchOpened), "a match begins with its terms"
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        broken(published, "The seed is not hexadecimal.")
    digest = sha256(seed).hexdigest()
    if digest != first.seed_digest:
        broken(published, "The seed is not the one that the match's first event commits to.")
    return {digest: seed}


def _salt(steps: Sequence[Step]) -> bytes:
    """The head hash when the lobby was locked."""
    return bytes.fromhex(next((step.prev for step in steps if isinstance(step.event, MatchStarted)), ""))
