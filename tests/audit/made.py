"""Random matches of every kind, written down as the log does, and their records: in memory, without a database."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from random import Random
from typing import Any

from games.audit import shuffle
from games.audit.canonical_json import encode_canonical
from games.audit.record_header import RECORD_FORMAT_VERSION, RECORD_TYPE
from games.eventlog.batched_sql import Row
from games.eventlog.event_reader import canonical_opening, record_line
from games.eventlog.match_state import MatchState
from games.receipts.receipt_signing import public_key, sign_receipt
from games.rulebook import RULEBOOK_VERSION
from games.rulebook.cards import Draw
from games.rulebook.commands import Command, Open, Sit, SystemCommand, TimeUp
from games.rulebook.events import SeatTaken
from games.rulebook.rulesets import EDITIONS
from tests.interference.log import Log
from tests.rulebook.playing import Story, played
from tests.rulebook.table import SEED, Luck

DIGEST = sha256(bytes.fromhex(SEED)).hexdigest()


DECK = "d1" * 32


class TrueLuck(Luck):
    """Luck that follows from the seed, as it does at the table."""

    def __init__(self, made: "Made") -> None:
        super().__init__()
        self.made = made
        self.draw: Draw | None = None

    def of(self, draw: Draw) -> "TrueLuck":
        self.draw = draw
        return self

    def commitment(self) -> str:
        return DIGEST

    def __call__(self, label: str, items: Sequence[str]) -> tuple[str, ...]:
        self.asked.append(label)
        folded = self.made.folded
        assert folded is not None and self.draw is not None
        added = "".join(entropy for entropy in self.draw.entropy if entropy)
        salt = bytes.fromhex(folded.hash_before_start or folded.hash)
        return shuffle.shuffle(shuffle.derive_key(bytes.fromhex(SEED + added), salt, label), items)


@dataclass(kw_only=True)
class Made(Story):
    """A match as it would lie in the database."""

    match_id: str
    log: Log = field(init=False)

    def __post_init__(self) -> None:
        self.log = Log(name=self.match_id, match_id=self.match_id)

    @property
    def folded(self) -> MatchState | None:
        return self.log.folds[-1] if self.log.folds else None

    @property
    def rows(self) -> list[Row]:
        return self.log.events

    def act(self, command: Command | Open) -> None:
        if isinstance(command, Open):
            decks = tuple(replace(deck, digest=DECK) for deck in command.terms.decks)
            command = replace(command, terms=replace(command.terms, seed_digest=DIGEST, decks=decks))
        super().act(command)
        step = self.steps[-1]
        if step.events:
            first = step.events[0]
            self.log.append(step.events, _actor(command, first), self.now)

    def lines(self, seat: int | None = None) -> Iterator[str]:
        """The events as a seat (None: the public) is told of them."""
        opened: dict[int, list[str]] = {}
        for _, version, part, salt, value, reader, read_from, _, open_from in sorted(self.log.openings, key=_place):
            at = read_from if reader is not None and reader == seat and read_from is not None else open_from
            if at is not None:
                opened.setdefault(at, []).append(canonical_opening(version, part, salt, value))
        for _, version, _, _, _, body, digest in self.rows:
            yield record_line(body, digest, opened.get(version, ()))

    def record(self, seat: int | None = None) -> bytes:
        assert self.folded is not None
        return record(self.match_id, list(self.lines(seat)), self.rules.name)


def record(match_id: str, lines: Sequence[str], ruleset: str, receipts: Sequence[str] | None = None) -> bytes:
    """A record of these lines, made by whoever holds the key."""
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
        "rulebook": RULEBOOK_VERSION,
        "decks": [{"name": "base", "digest": DECK, "cards": None}],
        "keys": keys,
    }
    given = [sign_receipt(match_id, len(lines), head)] if receipts is None else receipts
    whole = [encode_canonical(header), *lines, *(f'{{"receipt":{each}}}' for each in given)]
    return sealed(line.encode() for line in whole)


def sealed(lines: Iterable[bytes]) -> bytes:
    """These lines with the last one of a record."""
    text = b"".join(line + b"\n" for line in lines)
    return text + f'{{"sha256":"{sha256(text).hexdigest()}"}}\n'.encode()


def made(
    ruleset: str, players: int, seed: int, match_id: str | None = None, luck: type[TrueLuck] = TrueLuck, **options: Any
) -> Made:
    """A random match."""
    match_id = match_id or sha256(f"{ruleset}/{players}/{seed}".encode()).hexdigest()[:32]
    story = Made(rules=EDITIONS[ruleset].rules, players=players, seed=seed, luck=Luck(), match_id=match_id)
    story.luck = luck(story)
    played(story.rules, players, seed, story=story, **options)
    return story


def anything(seed: int) -> Made:
    """A random match of a random rule set, now and then with missed moves."""
    rng = Random(f"anything {seed}")
    rules = rng.choice(list(EDITIONS.values())).rules
    return made(rules.name, rng.choice(rules.players), seed, **_habits(rng))


def _habits(rng: Random) -> dict[str, Any]:
    return {"mischief": 0.1, "missing": rng.choice((0.0, 0.05, 0.2)), "resigning": rng.choice((0.0, 0.0, 0.02))}


def _actor(command: Command | Open, first: Any) -> int | str:
    if isinstance(command, TimeUp) and not command.forced:
        return "clock"
    return "staff" if isinstance(command, SystemCommand) else _seat(command, first)


def _seat(command: Command | Open, first: Any) -> int:
    if isinstance(command, Open):
        return 0
    if isinstance(command, Sit):
        assert isinstance(first, SeatTaken)
        return first.seat
    assert not isinstance(command, SystemCommand)
    return command.seat


def _place(opening: Sequence[Any]) -> tuple[int, str]:
    return opening[1], opening[2]
