"""Every shuffle of a match, step by step, so that a reader can repeat it by hand (spec: `docs/reference/luck.md`)."""

import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256

from games.audit import shuffle
from games.audit.chain_check import Chain
from games.audit.record_line import EventLine
from games.audit.replay import ReplayStep
from games.audit.replay_random import ShuffleCall
from games.report.report_types import CommitmentTold, DrawTold, LuckTold, StepTold


def build_luck_report(lines: Sequence[EventLine], chain: Chain, steps: Sequence[ReplayStep]) -> LuckTold:
    """Return the seed commitments, the revealed entropy, and each shuffle whose seed has been published."""
    commitments = _commitment_reports(lines, chain)
    seeds = {each.seed_digest: each.seed for each in commitments if each.seed is not None}
    # The salt is the hash of the event before the start. It depends on everything that happened in the lobby, so it was
    # not yet fixed when the server committed to the seed.
    salt = next((line.body["prev"] for line in lines if line.body["type"] == "match_started"), None)
    # Only those of reliable events: the replay may have gone further than the first fault, such as a wrong receipt.
    shuffle_calls = [(step.version, each) for step in steps[: len(lines)] for each in step.shuffles]
    return LuckTold(
        commitments=tuple(commitments),
        entropy=_revealed_entropy(lines),
        salt=salt,
        draws=tuple(_draw_reports(shuffle_calls, seeds, salt)) if salt else (),
    )


def _commitment_reports(lines: Sequence[EventLine], chain: Chain) -> list[CommitmentTold]:
    """Return each committed seed digest, with the version that published the seed."""
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
    return [_commitment_report(version, digest, seeds) for version, digest in digests]


def _commitment_report(version: int, digest: str, seeds: Sequence[tuple[int, str]]) -> CommitmentTold:
    """Return the commitment, with the first matching seed that was published after it."""
    matching_seeds = (
        (by, seed) for by, seed in seeds if by > version and sha256(bytes.fromhex(seed)).hexdigest() == digest
    )
    by, seed = next(matching_seeds, (None, None))
    return CommitmentTold(version=version, seed_digest=digest, seed=seed, published=by)


def _revealed_entropy(lines: Sequence[EventLine]) -> tuple[str | None, ...]:
    """Return the entropy that each seat revealed for the valid draw, which is the last one; None for no entropy."""
    revealed: dict[int, str] = {}
    seats = 0
    for line in lines:
        match line.body["type"], line.body["data"]:
            case "match_started", data:
                seats = len(data["seats"])
            case "entropy_revealed", data:
                revealed[data["seat"]] = data["entropy"]
            case "draw_voided", _:
                # What was revealed for a void draw is public. Each seat reveals a fresh value for the next draw.
                revealed.clear()
            case _:
                pass
    return tuple(revealed.get(seat) for seat in range(seats))


def _draw_reports(
    shuffle_calls: Sequence[tuple[int, ShuffleCall]], seeds: Mapping[str, str], salt: str
) -> Iterator[DrawTold]:
    for version, shuffle_call in shuffle_calls:
        if shuffle_call.draw.seed_digest not in seeds:
            continue
        material = shuffle.key_material(bytes.fromhex(seeds[shuffle_call.draw.seed_digest]), shuffle_call.draw.entropy)
        key = shuffle.derive_key(material, bytes.fromhex(salt), shuffle_call.label)
        yield DrawTold(
            version=version,
            label=shuffle_call.label,
            material=material.hex(),
            salt=salt,
            key=key.hex(),
            items=shuffle_call.items,
            steps=tuple(shuffle_steps(key, len(shuffle_call.items))),
            order=shuffle.shuffle(key, shuffle_call.items),
        )


def shuffle_steps(key: bytes, count: int) -> Iterator[StepTold]:
    """Yield the Fisher-Yates steps of a shuffle of `count` items, from the last position down to position 1."""
    numbers = shuffle.random_words(key)
    for last in range(count - 1, 0, -1):
        drawn = tuple(shuffle.words_until_accepted(last + 1, numbers))
        yield StepTold(last=last, draws=drawn, other=drawn[-1] % (last + 1))
