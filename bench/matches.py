"""Matches to measure with: played in memory by the rulebook, encoded as the log does, and copied under other ids."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from random import Random
from typing import Any, Literal, Self, TypeAlias

import msgspec

from games import decks
from games.bots.random_bot import choose_random_move
from games.eventlog.canonical_encoding import encode_canonical
from games.eventlog.codec import encode
from games.eventlog.digests import GENESIS_HASH, chain_hash
from games.eventlog.event_reader import RecordedEvent
from games.eventlog.event_writer import new_salt
from games.eventlog.match_state import MatchState, apply_event
from games.projections.projector import PROJECTIONS
from games.rulebook import RULEBOOK_VERSION, Viewer, decide, evolve
from games.rulebook.cards import Draw, Pile
from games.rulebook.commands import Command, Open, Sit, Start
from games.rulebook.events import Event
from games.rulebook.match import Gathering, Match, Voting, board_of
from games.rulebook.player_view import actions, waiting_for
from games.rulebook.rulesets import CLASSIC, ODYSSEY, End, Ruleset
from games.rulebook.sealed import OPENS_NOW, key_opened_by
from games.rulebook.terms import Clock, Deck, Player, Terms

EPOCH = datetime(2026, 1, 1, tzinfo=UTC)
SEED = bytes(32)
"""Every match's: automatic moves are only made with the one that was committed to."""
FOR_EVER = End(points=10**9)
LONG_ODYSSEY = replace(ODYSSEY, end=FOR_EVER)
"""Odyssey that doesn't end, for logs of any length."""
LONG_CLASSIC = replace(CLASSIC, end=FOR_EVER)
UNTIMED = Clock()

Row: TypeAlias = tuple[Any, ...]
Until: TypeAlias = Callable[[int, Match], bool]


@dataclass(frozen=True, kw_only=True)
class Log:
    """A match as rows: events, openings, and what the other tables hold of it, by the tables' names."""

    match_id: str
    events: list[Row]
    tables: dict[str, list[Row]]
    match: Match

    @property
    def read(self) -> list[Row]:
        """The rows as a fold reads them: bodies with hashes, and sealed values."""
        sealed: dict[int, list[Row]] = {}
        for _, version, part, _, value, *_ in self.tables["eventlog_opening"]:
            sealed.setdefault(version, []).append((part, value))
        return [(*row[5:], *part) for row in self.events for part in sealed.get(row[1], [(None, None)])]


def voting(players: Sequence[Player], least: int = 0) -> Log:
    """An Odyssey match of which nobody has voted yet, with at least so many events."""

    def until(version: int, match: Match) -> bool:
        return version >= least and isinstance(match, Voting) and not any(match.votes)

    return played(LONG_ODYSSEY, players, until)


def small(players: Sequence[Player]) -> Log:
    """A match of three in its first round, of which a database holds many."""
    return played(LONG_CLASSIC, players[:3], lambda version, match: isinstance(match, Voting))


def timed(players: Sequence[Player]) -> Log:
    """A match of four, in its first round, whose time to vote is running."""
    return played(LONG_CLASSIC, players[:4], lambda version, match: isinstance(match, Voting), Clock(vote=60))


def played(
    rules: Ruleset,
    players: Sequence[Player],
    until: Until,
    clock: Clock = UNTIMED,
    visibility: Literal["public", "unlisted"] = "unlisted",
) -> Log:
    """A match among random players, up to where it is wanted."""
    match_id = _id("template")
    folded, events, openings = None, list[Row](), list[Row]()
    for event in _events(_terms(rules, len(players), clock, visibility), players, until):
        folded = _append(match_id, folded, event, events, openings)
    assert folded is not None
    return Log(match_id=match_id, events=events, tables=_tables(match_id, folded, openings), match=folded.match)


def copied(log: Log, name: str) -> Log:
    """The same match under another id: each body names it, so the whole chain is made anew."""
    match_id, events, before, prev = _id(name), list[Row](), GENESIS_HASH, GENESIS_HASH
    for _, version, kind, command_id, at, body, digest in log.events:
        new = body.replace(log.match_id, match_id, 1).replace(before, prev, 1)
        before, prev = digest, chain_hash(new)
        events.append((match_id, version, kind, command_id, at, new, prev))
    tables = {table: [(match_id, *row[1:]) for row in rows] for table, rows in log.tables.items()}
    tables["eventlog_head"] = [(match_id, len(events), prev)]
    return Log(match_id=match_id, events=events, tables=tables, match=log.match)


class Shuffling:
    """Luck that can be repeated; its seeds are for show."""

    def __init__(self, luck: Random) -> None:
        self._luck = luck

    def of(self, draw: Draw) -> Self:
        return self

    def __call__(self, label: str, items: Sequence[str]) -> Pile:
        return tuple(self._luck.sample(items, len(items)))

    def seed(self) -> str:
        return SEED.hex()

    def commitment(self) -> str:
        return "0" * 64


def _events(terms: Terms, players: Sequence[Player], until: Until) -> Iterator[Event]:
    luck = Random(terms.ruleset.name)
    match, version = None, 0

    while match is None or not until(version, match):
        events = decide(match, _command(match, terms, players, luck), now=EPOCH, chance=Shuffling(luck))
        yield from events
        version += len(events)
        match = _evolved(match, events)


def _evolved(match: Match | None, events: Sequence[Event]) -> Match:
    for event in events:
        match = evolve(match, event)
    assert match is not None
    return match


def _command(match: Match | None, terms: Terms, players: Sequence[Player], luck: Random) -> Command | Open:
    if match is None:
        return Open(terms=terms, player=players[0])
    if isinstance(match, Gathering):
        taken = len(match.taken_seats)
        return Sit(player=players[taken]) if taken < len(players) else Start(seat=0)
    seat = luck.choice(waiting_for(match))
    ask = choose_random_move(actions(match, Viewer(seat=seat)), luck)
    assert ask is not None
    return ask(seat)


def _terms(rules: Ruleset, seats: int, clock: Clock, visibility: Literal["public", "unlisted"]) -> Terms:
    base = decks.get_deck("base")
    return Terms(
        ruleset=rules,
        rulebook=RULEBOOK_VERSION,
        decks=(Deck(name=base.name, digest=base.digest, cards=tuple(card.id for card in base.cards)),),
        seats=seats,
        visibility=visibility,
        clock=clock,
        on_timeout="auto",
        first="claim",
        seed_digest=sha256(SEED).hexdigest(),
    )


def _append(
    match_id: str, before: MatchState | None, event: Event, events: list[Row], openings: list[Row]
) -> MatchState:
    version, prev = (before.version + 1, before.hash) if before else (1, GENESIS_HASH)
    board = board_of(before.match) if before else None
    encoded = encode(event, board, new_salt)
    at = EPOCH + timedelta(seconds=version)
    facts = {"match": match_id, "version": version, "type": encoded.type, "schema": encoded.schema, "actor": None}
    body = encode_canonical({**facts, "at": msgspec.to_builtins(at), "data": encoded.data, "prev": prev})
    digest = chain_hash(body)
    events.append((match_id, version, encoded.type, f"template-{version}", at, body, digest))
    _open(openings, key_opened_by(event), version)
    for secret in encoded.parts:
        part = secret.part
        open_from = version if part.opens == OPENS_NOW else None
        read_from = None if part.reader is None else version
        told = (part.reader, read_from, part.opens, open_from)
        openings.append((match_id, version, part.name, secret.salt, secret.value, *told))
    return apply_event(before, RecordedEvent(version=version, at=at, actor=None, prev=prev, hash=digest, event=event))


def _open(openings: list[Row], key: str | None, version: int) -> None:
    if key is not None:
        openings[:] = [(*row[:8], version) if row[7] == key and row[8] is None else row for row in openings]


def _tables(match_id: str, folded: MatchState, openings: list[Row]) -> dict[str, list[Row]]:
    rows = {projection.table: list(projection.rows(match_id, folded)) for projection in PROJECTIONS}
    return {"eventlog_head": [(match_id, folded.version, folded.hash)], "eventlog_opening": openings, **rows}


def _id(name: str) -> str:
    return sha256(name.encode()).hexdigest()[:32]
