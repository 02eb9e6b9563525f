"""Template matches: played in memory by the rulebook, encoded as in the log, and copied under other ids."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from hashlib import sha256
from random import Random
from typing import Any, Literal, Self, TypeAlias

from django.conf import settings

from games import decks
from games.bots.random_bot import choose_random_move
from games.eventlog.digests import GENESIS_HASH, chain_hash
from games.eventlog.event_writer import EventBatch
from games.eventlog.match_state import MatchState
from games.projections.projector import PROJECTIONS
from games.rulebook import Viewer, decide
from games.rulebook.cards import Draw, Pile
from games.rulebook.commands import Actor, Command, Open, Sit, Start
from games.rulebook.events import Event
from games.rulebook.match import Gathering, Match, Voting
from games.rulebook.player_view import actions
from games.rulebook.rulesets import CLASSIC, ODYSSEY, End, Ruleset
from games.rulebook.terms import Clock, Deck, Player, Terms
from games.rulebook.waiting import waiting_for

EPOCH = datetime(2026, 1, 1, tzinfo=UTC)
SEED = bytes(32)
"""The seed of every match. Automatic moves are only made with the seed that the match has committed to."""
NEVER_ENDING = End(points=10**9)
LONG_ODYSSEY = replace(ODYSSEY, end=NEVER_ENDING)
"""Odyssey without an end, for logs of any length."""
LONG_CLASSIC = replace(CLASSIC, end=NEVER_ENDING)
UNTIMED = Clock()

TableRow: TypeAlias = tuple[Any, ...]
StopCondition: TypeAlias = Callable[[int, Match], bool]


@dataclass(frozen=True, kw_only=True)
class MatchLog:
    """A match as database rows: its events, and its rows in the other tables by table name."""

    match_id: str
    events: list[TableRow]
    tables: dict[str, list[TableRow]]
    match: Match

    @property
    def fold_rows(self) -> list[TableRow]:
        """The rows as the event reader selects them: body, hash, and a sealed part with its value, if any."""
        sealed: dict[int, list[TableRow]] = {}
        for _, version, part, _, value, *_ in self.tables["eventlog_opening"]:
            sealed.setdefault(version, []).append((part, value))
        return [(*row[4:], *part) for row in self.events for part in sealed.get(row[1], [(None, None)])]


def voting_match(players: Sequence[Player], min_events: int = 0) -> MatchLog:
    """Return an Odyssey match with at least this many events, in a voting phase without a vote."""

    def until(version: int, match: Match) -> bool:
        return version >= min_events and isinstance(match, Voting) and not any(match.votes)

    return play_template(LONG_ODYSSEY, players, until)


def small_match(players: Sequence[Player]) -> MatchLog:
    """Return a match of three players in its first round, to fill a database with."""
    return play_template(LONG_CLASSIC, players[:3], lambda version, match: isinstance(match, Voting))


def timed_match(players: Sequence[Player]) -> MatchLog:
    """Return a match of four players in its first round, with a voting deadline."""
    return play_template(LONG_CLASSIC, players[:4], lambda version, match: isinstance(match, Voting), Clock(vote=60))


def play_template(
    rules: Ruleset,
    players: Sequence[Player],
    until: StopCondition,
    clock: Clock = UNTIMED,
    visibility: Literal["public", "unlisted"] = "unlisted",
) -> MatchLog:
    """Return a match of players who move at random, played until the condition (of version and match) is true."""
    match_id = _id("template")
    state, events, openings = None, list[TableRow](), list[TableRow]()
    for version, step in enumerate(_play(_terms(rules, len(players), clock, visibility), players, until), start=1):
        at = EPOCH
        batch = EventBatch(match_id, state, [step], command_id=f"template-{version}", actor=None, at=at)
        state = batch.state_after
        events += batch.event_rows
        openings += [(match_id, *opening) for opening in batch.openings]
    assert state is not None
    return MatchLog(match_id=match_id, events=events, tables=_tables(match_id, state, openings), match=state.match)


def copy_match(log: MatchLog, name: str) -> MatchLog:
    """Return the match under another id. Every body names the match, so the whole hash chain is recomputed."""
    match_id, events, old_prev, prev = _id(name), list[TableRow](), GENESIS_HASH, GENESIS_HASH
    for _, version, kind, at, body, digest in log.events:
        new = body.replace(log.match_id, match_id, 1).replace(old_prev, prev, 1)
        old_prev, prev = digest, chain_hash(new)
        events.append((match_id, version, kind, at, new, prev))
    tables = {table: [(match_id, *row[1:]) for row in rows] for table, rows in log.tables.items()}
    tables["eventlog_head"] = [(match_id, len(events), prev)]
    return MatchLog(match_id=match_id, events=events, tables=tables, match=log.match)


class SeededChance:
    """A repeatable source of randomness. Its seed and commitment are placeholders."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def for_draw(self, draw: Draw) -> Self:
        return self

    def __call__(self, label: str, items: Sequence[str]) -> Pile:
        return tuple(self._rng.sample(items, len(items)))

    def seed(self) -> str:
        return SEED.hex()

    def commitment(self) -> str:
        return "0" * 64


def _play(terms: Terms, players: Sequence[Player], until: StopCondition) -> Iterator[tuple[Event, Match]]:
    """Yield the events of a match, each with the match after it."""
    rng = Random(terms.ruleset.name)
    match, version = None, 0
    while match is None or not until(version, match):
        actor, command = _next_command(match, terms, players, rng)
        decided = decide(match, command, actor=actor, now=EPOCH, chance=SeededChance(rng))
        yield from decided
        version, match = version + len(decided), decided[-1][1]


def _next_command(
    match: Match | None, terms: Terms, players: Sequence[Player], rng: Random
) -> tuple[Actor, Command | Open]:
    if match is None:
        return None, Open(terms=terms, player=players[0])
    if isinstance(match, Gathering):
        taken = len(match.taken_seats)
        return (None, Sit(player=players[taken])) if taken < len(players) else (0, Start())
    seat = rng.choice(waiting_for(match))
    command = choose_random_move(actions(match, Viewer(seat=seat)), rng)
    assert command is not None
    return seat, command


def _terms(rules: Ruleset, seats: int, clock: Clock, visibility: Literal["public", "unlisted"]) -> Terms:
    base = decks.get_deck("base")
    return Terms(
        ruleset=rules,
        rulebook=settings.NEW_MATCH_RULEBOOK,
        decks=(Deck(name=base.name, digest=base.digest, cards=tuple(card.id for card in base.cards)),),
        seats=seats,
        visibility=visibility,
        clock=clock,
        on_timeout="auto",
        first="claim",
        seed_digest=sha256(SEED).hexdigest(),
    )


def _tables(match_id: str, state: MatchState, openings: list[TableRow]) -> dict[str, list[TableRow]]:
    rows = {projection.table: list(projection.rows(match_id, state)) for projection in PROJECTIONS}
    return {"eventlog_head": [(match_id, state.version, state.hash)], "eventlog_opening": openings, **rows}


def _id(name: str) -> str:
    return sha256(name.encode()).hexdigest()[:32]
