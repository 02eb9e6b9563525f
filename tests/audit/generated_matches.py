"""Random matches of every kind in log form, and their records, built in memory without a database."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from random import Random
from typing import Any

from games.audit import shuffle
from games.audit.canonical_json import encode_canonical
from games.audit.record_header import RECORD_FORMAT_VERSION, RECORD_TYPE
from games.eventlog.batched_sql import Row
from games.eventlog.event_texts import serialize_record
from games.eventlog.match_state import MatchState
from games.receipts.receipt_signing import public_key, sign_receipt
from games.rulebook.audience import Audience
from games.rulebook.cards import Draw
from games.rulebook.commands import Actor, Command, Open
from games.rulebook.events import Event, SeatTaken
from games.rulebook.rulesets import EDITIONS
from tests.interference.in_memory_event_log import InMemoryEventLog
from tests.rulebook.match_scenarios import SEED, FixedChance
from tests.rulebook.random_absences import AbsenceShares, play_match_with_absences
from tests.rulebook.random_matches import MatchHistory, Step, play_random_match
from tests.rulebook.sent_command import Sent

SEED_DIGEST = sha256(bytes.fromhex(SEED)).hexdigest()


DECK_DIGEST = "d1" * 32


class VerifiableLuck(FixedChance):
    """Randomness that is derived from the seed, as in a real match."""

    def __init__(self, match: "GeneratedMatch") -> None:
        super().__init__()
        self.match = match
        self.draw: Draw | None = None

    def for_draw(self, draw: Draw) -> "VerifiableLuck":
        self.draw = draw
        return self

    def commitment(self) -> str:
        return SEED_DIGEST

    def __call__(self, label: str, items: Sequence[str]) -> tuple[str, ...]:
        self.requested_labels.append(label)
        state = self.match.state
        assert state is not None and self.draw is not None
        entropy_hex = "".join(entropy for entropy in self.draw.entropy if entropy)
        salt = bytes.fromhex(state.hash_before_start or state.hash)
        return shuffle.shuffle(shuffle.derive_key(bytes.fromhex(SEED + entropy_hex), salt, label), items)


@dataclass(kw_only=True)
class GeneratedMatch(MatchHistory):
    """A match as the database would store it."""

    match_id: str
    log: InMemoryEventLog = field(init=False)

    def __post_init__(self) -> None:
        self.log = InMemoryEventLog(salt_seed=self.match_id, match_id=self.match_id)

    @property
    def state(self) -> MatchState | None:
        return self.log.states[-1] if self.log.states else None

    @property
    def event_rows(self) -> list[Row]:
        return self.log.event_rows

    def act(self, command: Sent | Command | Open) -> None:
        if isinstance(command, Open):
            decks = tuple(replace(deck, digest=DECK_DIGEST) for deck in command.terms.decks)
            command = replace(command, terms=replace(command.terms, seed_digest=SEED_DIGEST, decks=decks))
        super().act(command)
        step = self.steps[-1]
        if step.events:
            first = step.events[0]
            self.log.append(step.events, _logged_actor(step, first), self.now)

    def record_lines(self, seat: int | None = None) -> list[str]:
        """Return the events as a seat (None: the public) receives them."""
        return serialize_record(self.log.event_range, Audience(seat))

    def to_record(self, seat: int | None = None) -> bytes:
        assert self.state is not None
        return build_record(self.match_id, self.record_lines(seat), self.rules.name)


def build_record(match_id: str, lines: Sequence[str], ruleset: str, receipts: Sequence[str] | None = None) -> bytes:
    """Return a record of these lines, signed with the server's key."""
    from django.conf import settings

    head = lines[-1].rpartition('"hash":"')[2][:64] if lines else "0" * 64
    keys = [{"id": sha256(bytes.fromhex(public_key(settings.RECEIPT_KEY))).hexdigest()[:16]}]
    keys[0] |= {"public": public_key(settings.RECEIPT_KEY), "signature": None, "signed_by": None}  # type: ignore[dict-item]
    header = {
        "record": RECORD_TYPE,
        "format": RECORD_FORMAT_VERSION,
        "match": match_id,
        "version": len(lines),
        "head": head,
        "ruleset": ruleset,
        "rulebook": json.loads(lines[0])["event"]["data"]["rulebook"] if lines else 1,
        "decks": [{"name": "base", "digest": DECK_DIGEST, "cards": None}],
        "keys": keys,
    }
    receipt_texts = [sign_receipt(match_id, len(lines), head)] if receipts is None else receipts
    all_lines = [encode_canonical(header), *lines, *(f'{{"receipt":{each}}}' for each in receipt_texts)]
    return join_with_checksum(line.encode() for line in all_lines)


def join_with_checksum(lines: Iterable[bytes]) -> bytes:
    """Return the lines of a record with its closing checksum line appended."""
    text = b"".join(line + b"\n" for line in lines)
    return text + f'{{"sha256":"{sha256(text).hexdigest()}"}}\n'.encode()


def generate_match(
    ruleset: str,
    players: int,
    seed: int,
    match_id: str | None = None,
    luck: type[VerifiableLuck] = VerifiableLuck,
    **options: Any,
) -> GeneratedMatch:
    """Generate a random match."""
    match_id = match_id or sha256(f"{ruleset}/{players}/{seed}".encode()).hexdigest()[:32]
    history = GeneratedMatch(
        rules=EDITIONS[ruleset].rules, players=players, seed=seed, chance=FixedChance(), match_id=match_id
    )
    history.chance = luck(history)
    play_random_match(history.rules, players, seed, history=history, **options)
    return history


def generate_match_with_absences(seed: int) -> GeneratedMatch:
    """Generate a random match of rulebook 2, of a random rule set and table size, whose players go away and come back.

    Its policy, its clocks and how often players are away are random, too.
    """
    rng = Random(f"any absences {seed}")
    rules = rng.choice(list(EDITIONS.values())).rules
    match_id = sha256(f"absences/{seed}".encode()).hexdigest()[:32]
    history = GeneratedMatch(
        rules=rules, players=rng.choice(rules.players), seed=seed, chance=FixedChance(), match_id=match_id
    )
    history.chance = VerifiableLuck(history)
    shares = AbsenceShares(
        leaving=rng.choice((0.01, 0.03, 0.1)),
        returning=rng.choice((0.0, 0.05, 0.2)),
        mischief=rng.choice((0.1, 0.3)),
        bots=rng.choice((0.0, 0.2)),
    )
    play_match_with_absences(rules, history.players, seed, shares, history=history)
    return history


def generate_any_match(seed: int) -> GeneratedMatch:
    """Generate a random match of a random rule set, sometimes with missed moves."""
    rng = Random(f"anything {seed}")
    rules = rng.choice(list(EDITIONS.values())).rules
    return generate_match(rules.name, rng.choice(rules.players), seed, **_random_play_options(rng))


def _random_play_options(rng: Random) -> dict[str, Any]:
    return {"mischief": 0.1, "missing": rng.choice((0.0, 0.05, 0.2)), "resigning": rng.choice((0.0, 0.0, 0.02))}


def _logged_actor(step: Step, first: Event) -> Actor:
    """Return the actor as the log has it: a player who opens or joins a match acts from the new seat."""
    if isinstance(step.command, Open):
        return step.command.seat
    return first.seat if isinstance(first, SeatTaken) and step.actor is None else step.actor
