"""One match, twelve players, and many who look on: five events a second, each told to all of them.

Beside the house, a plain consumer of Channels for each socket, which gets the whole event by `group_send`, takes out
what its player may not know, and sends it. One server process each; the clients, and whoever plays, are others.
Delivery is from the commit (customary: from before `group_send`) to the client's having read it.
"""

import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import psutil
from asgiref.sync import async_to_sync
from channels_redis.core import RedisChannelLayer
from django.conf import settings

from accounts.models import Token, User
from bench import databases
from bench.bulk import store
from bench.crowd import Asking, crowd
from bench.houses import houses
from bench.matches import SEED, copied, voting
from bench.progress import say
from bench.rows import Aim, Row, ratios, row
from bench.scale import Scale
from bench.stock import Stock
from games.bots.random_bot import choose_random_move
from games.eventlog import match_state
from games.eventlog.command_metadata import CommandMetadata
from games.eventlog.models import Event, Opening
from games.matches import match_random
from games.matches.command_handler import handle_command
from games.rulebook import Viewer
from games.rulebook.player_view import actions, waiting_for
from tests.services.house import House

PER_SECOND = 5
IDLE = 2.0
"""Seconds in which what a server costs that only waits is measured."""
SPECTATORS = Aim(text="< 250 ms", most=250)
CPU = Aim(text="<= 60 µs", most=60)
LESS = Aim(text=">= 5", least=5)
WEIGHT = Aim(text="<= 40 KiB", most=40)


class Measured:
    """What one server did for one audience."""

    def __init__(self, taken: list[float], cpu: float, weight: float) -> None:
        self.taken, self.cpu, self.weight = sorted(taken), cpu, weight

    def at(self, share: float) -> float:
        return self.taken[min(len(self.taken) - 1, int(len(self.taken) * share))] * 1000


def measure(database: str, scale: Scale) -> Iterator[Row]:
    if database != "postgresql":
        return
    databases.make()
    stock = Stock()
    looker = Token.objects.issue(User.objects.create_guest("Looker"))[1]
    with crowd() as ask, houses(1) as (ours, theirs):
        for spectators in scale.spectators:
            here = Audience(ask, ours, stock, looker, spectators, scale.seconds)
            there = Audience(ask, theirs, stock, looker, spectators, scale.seconds)
            mine = here.measured(here.play, customary=False)
            other = there.measured(there.send, customary=True)
            yield from _rows(database, spectators, mine, other)
        ask("go")


def _rows(database: str, spectators: int, mine: Measured, other: Measured) -> Iterator[Row]:
    many = spectators >= 100
    for name, one in (("", mine), ("customary, ", other)):
        count, what = len(one.taken), f"{name}{spectators:,} look on"
        yield row("audience", database, f"{what}: delivery, p50", [one.at(0.5)], "ms", count)
        aim = SPECTATORS if not name and many else None
        yield row("audience", database, f"{what}: delivery, p99", [one.at(0.99)], "ms", count, aim)
        aim = CPU if not name and many else None
        yield row("audience", database, f"{what}: CPU a message", [one.cpu], "µs", count, aim)
        if spectators:
            aim = None if name else WEIGHT
            yield row("audience", database, f"{what}: memory a socket", [one.weight], "KiB", spectators, aim)
    less = ratios([other.cpu], [mine.cpu])
    what = f"{spectators:,} look on: CPU, customary : ours"
    yield row("audience", database, what, less, "x", 1, LESS if many else None)


class Audience:
    """A match with its twelve players and so many spectators at one server."""

    def __init__(self, ask: Asking, house: House, stock: Stock, looker: str, spectators: int, seconds: float) -> None:
        self.ask, self.house, self.stock, self.spectators = ask, house, stock, spectators
        self.tokens = [*stock.tokens, *[looker] * spectators]
        self.count = int(seconds * PER_SECOND)
        self.process = psutil.Process(house.servers[0].pid)
        self.log = copied(voting(stock.players), f"audience {house.ports[0]} {spectators} {stock.tokens[0]}")
        store([self.log])
        match_random.store_seed(self.log.match_id, SEED)

    def measured(self, tell: Callable[[Random], dict[int, float]], *, customary: bool) -> Measured:
        """Let all of them come, wait, and be told."""
        self.ask("go")
        time.sleep(0.5)
        before = self.process.memory_info().rss
        watching = [(token, self.log.match_id, len(self.log.events)) for token in self.tokens]
        self.ask("come", self.house.addresses, watching, customary=customary)
        weight = (self.process.memory_info().rss - before) / len(self.tokens) / 1024
        waiting = self._cpu(lambda: time.sleep(IDLE)) / IDLE
        begun, told = time.monotonic(), dict[int, float]()
        cpu = self._cpu(lambda: told.update(self._all_of(tell)))
        heard = self.heard
        cpu -= waiting * (time.monotonic() - begun)
        taken = [at - told[version] for one in heard for version, at in one if version in told]
        say(f"{self.spectators} look on{', customary' if customary else ''}: {len(taken)} messages")
        return Measured(taken, max(cpu, 0.0) / len(taken) * 1e6, weight)

    def _all_of(self, tell: Callable[[Random], dict[int, float]]) -> dict[int, float]:
        told = tell(Random(self.spectators))
        self.heard = self.ask("all_told", len(told))
        return told

    def _cpu(self, work: Callable[[], object]) -> float:
        before = self.process.cpu_times()
        work()
        after = self.process.cpu_times()
        return (after.user - before.user) + (after.system - before.system)

    def _beats(self) -> Iterator[int]:
        """So many times, five in a second."""
        begun = time.monotonic()
        for number in range(self.count):
            time.sleep(max(0.0, begun + number / PER_SECOND - time.monotonic()))
            yield number

    def play(self, chance: Random) -> dict[int, float]:
        """Commands at the table; when each version was committed."""
        told: dict[int, float] = {}
        for number in self._beats():
            folded = match_state.load(self.log.match_id)
            assert folded is not None
            seat = waiting_for(folded.match)[0]
            ask = choose_random_move(actions(folded.match, Viewer(seat=seat)), chance)
            assert ask is not None
            caller = CommandMetadata(
                account_id=self.stock.players[seat].id or "",
                command_id=f"audience-{self.house.ports[0]}-{self.spectators}-{number}",
                request_digest="",
            )
            played = handle_command(self.log.match_id, ask, metadata=caller)
            told.update(dict.fromkeys(range(played.first_version, played.last_version + 1), time.time()))
        return told

    def send(self, chance: Random) -> dict[int, float]:
        """As many votes of this size, each as one `group_send`; when each was begun."""
        layer = RedisChannelLayer(hosts=[{"address": settings.REDIS_URL, "socket_timeout": None}], prefix="customary")
        event, told = self._event(), {}
        for number in self._beats():
            version = len(self.log.events) + 1 + number
            told[version] = time.time()
            message = {"type": "match.event", "event": {"version": version, **event}}
            async_to_sync(layer.group_send)(f"match_{self.log.match_id}", message)
        return told

    def _event(self) -> dict[str, Any]:
        """The last event of the match with a sealed part, as the customary view gives one."""
        opening = Opening.objects.filter(match_id=self.log.match_id, reader__isnull=False).order_by("-version")[0]
        event = Event.objects.get(match_id=self.log.match_id, version=opening.version)
        part = {"reader": opening.reader, "part": opening.part, "salt": opening.salt, "value": opening.value}
        return {"match_id": event.match_id, "type": event.type, "body": event.body, "openings": [part]}
