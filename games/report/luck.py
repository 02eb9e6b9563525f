"""How luck was drawn, step by step, so that it can be done again by hand."""

import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256

from games.audit import shuffle
from games.audit.chain_check import Chain
from games.audit.record_line import EventLine
from games.audit.replay import ReplayStep
from games.audit.replay_random import ShuffleCall
from games.report.shapes import CommitmentTold, DrawTold, LuckTold, StepTold

WORDS = 2**32


def told_luck(lines: Sequence[EventLine], chain: Chain, steps: Sequence[ReplayStep]) -> LuckTold:
    """The commitments to seeds, and every draw from seeds that are published."""
    commitments = _commitments(lines, chain)
    seeds = {each.seed_digest: each.seed for each in commitments if each.seed is not None}
    salt = next((line.body["prev"] for line in lines if line.body["type"] == "match_started"), None)
    drawn = [(step.version, each) for step in steps[: len(lines)] for each in step.shuffles]
    return LuckTold(
        commitments=tuple(commitments),
        entropy=_entropy(lines),
        salt=salt,
        draws=tuple(_draws(drawn, seeds, salt)) if salt else (),
    )


def _commitments(lines: Sequence[EventLine], chain: Chain) -> list[CommitmentTold]:
    """Each seed that was committed to, with the version that published it."""
    digests: list[tuple[int, str]] = []
    seeds: list[tuple[int, str]] = []
    for line in lines:
        version, data = line.body["version"], line.body["data"]
        match line.body["type"]:
            case "match_opened" | "seed_committed":
                digests.append((version, data["seed_digest"]))
            case "draw_voided":
                seeds.append((version, data["seed"]))
            case "match_ended" if (version, "seed") in chain.opened_values:
                seeds.append((version, json.loads(chain.opened_values[version, "seed"])))
            case _:
                pass
    return [_commitment(version, digest, seeds) for version, digest in digests]


def _commitment(version: int, digest: str, seeds: Sequence[tuple[int, str]]) -> CommitmentTold:
    """The commitment with the first seed published behind it that is the one."""
    fitting = ((by, seed) for by, seed in seeds if by > version and sha256(bytes.fromhex(seed)).hexdigest() == digest)
    by, seed = next(fitting, (None, None))
    return CommitmentTold(version=version, seed_digest=digest, seed=seed, published=by)


def _entropy(lines: Sequence[EventLine]) -> tuple[str | None, ...]:
    """What seats have revealed for the draw that counts, the last one."""
    revealed: dict[int, str] = {}
    seats = 0
    for line in lines:
        match line.body["type"], line.body["data"]:
            case "match_started", data:
                seats = len(data["seats"])
            case "entropy_revealed", data:
                revealed[data["seat"]] = data["entropy"]
            case "draw_voided", _:
                revealed.clear()
            case _:
                pass
    return tuple(revealed.get(seat) for seat in range(seats))


def _draws(drawn: Sequence[tuple[int, ShuffleCall]], seeds: Mapping[str, str], salt: str) -> Iterator[DrawTold]:
    for version, each in drawn:
        if each.draw.seed_digest not in seeds:
            continue
        material = shuffle.key_material(bytes.fromhex(seeds[each.draw.seed_digest]), each.draw.entropy)
        key = shuffle.derive_key(material, bytes.fromhex(salt), each.label)
        yield DrawTold(
            version=version,
            label=each.label,
            material=material.hex(),
            salt=salt,
            key=key.hex(),
            items=each.items,
            steps=tuple(shuffled(key, len(each.items))),
            order=shuffle.shuffle(key, each.items),
        )


def shuffled(key: bytes, count: int) -> Iterator[StepTold]:
    """The steps of a shuffle of so many items."""
    numbers = shuffle.random_words(key)
    for last in range(count - 1, 0, -1):
        limit = WORDS - WORDS % (last + 1)
        rejected = list[int]()
        number = next(numbers)
        while number >= limit:
            rejected.append(number)
            number = next(numbers)
        yield StepTold(last=last, draws=(*rejected, number), other=number % (last + 1))
