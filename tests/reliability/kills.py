"""Killing a house again and again while bots play in it, and looking after each time what is left."""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Literal, TypeAlias

from tests.reliability.bots import Table
from tests.reliability.house import SOON, CrashHouse
from tests.reliability.journal import Journal, wrong
from tests.reliability.line import Dropped, Line
from tests.reliability.log import logs

What: TypeAlias = Literal["web", "postgres", "both"]


@dataclass(frozen=True, kw_only=True)
class Kill:
    """What is killed, at a named point or at any moment."""

    what: What
    point: str | None = None

    def __str__(self) -> str:
        return f"{self.what} {self.point or 'at random'}"


def strike(house: CrashHouse, kill: Kill, luck: Random) -> tuple[Kill, float]:
    """Kill and bring back; gives the kill as it was done (nobody may have come to the point), and when it was over."""
    if kill.point is None:
        time.sleep(luck.random() * 0.1)
    else:
        house.arm(kill.point, "die" if kill.what == "web" else "hold")
        if not house.reached(kill.point):
            kill = Kill(what=kill.what)
    victims = _victims(kill, luck)
    if kill.what != "web":
        assert house.postgres is not None
        house.postgres.kill()
    for server in victims:
        house.kill_web(server)
    if kill.point:
        house.release(kill.point)
    killed = time.monotonic()
    works: list[Callable[[], object]] = [partial(house.start_web, server) for server in victims]
    if kill.what != "web" and house.postgres:
        # The database comes back first, or last.
        works.insert(luck.choice([0, len(works)]), house.postgres.start)
    for work in works:
        work()
    house.wait()
    return kill, killed


def _victims(kill: Kill, luck: Random) -> list[int]:
    match kill.what:
        case "postgres":
            return []
        case "both":
            return [0, 1]
        case "web":
            return [1] if kill.point else luck.choice([[0], [1], [0, 1]])


@dataclass
class Killing:
    """A house, its bots and what became of them."""

    house: CrashHouse
    journal: Journal
    tables: Sequence[Table]
    luck: Random
    runs: list[Future[None]] = field(default_factory=list)
    kills: Counter[str] = field(default_factory=Counter)
    recoveries: list[float] = field(default_factory=list)
    again: int = 0
    """Commands that were sent again and got the stored answer."""

    def survive(self, kill: Kill) -> list[str]:
        """Kill, bring back, wait for the next acknowledgement; then everything that is wrong."""
        self.progress(self.luck.randint(2, 6))
        done, begun = strike(self.house, kill, self.luck)
        self.kills[str(done)] += 1
        self.progress(1)
        self.recoveries.append(time.monotonic() - begun)
        return self.wrong()

    def progress(self, count: int) -> None:
        """Wait for so many further acknowledgements."""
        deadline, goal = time.monotonic() + SOON, self.journal.counts["acknowledged"] + count
        while self.journal.counts["acknowledged"] < goal:
            for run in self.runs:
                if run.done():
                    run.result()
            assert time.monotonic() < deadline, f"nothing happens any more:\n{self.house.said}"
            time.sleep(0.005)

    def wrong(self) -> list[str]:
        """What isn't as it was told: log, projections, answers to repetitions."""
        acks, refused = self.journal.snapshot()
        faults = wrong(self.journal, acks, refused, logs(self.house.url))
        if not faults:
            self.house.manage("rebuild_projections", "--check")
        old = self.luck.sample([key for *_, key in acks], min(3, len(acks)))
        return faults + list(self.repeated([key for *_, key in acks[-3:]] + old)) + self.journal.odd

    def repeated(self, keys: Sequence[str]) -> Iterator[str]:
        """Each of these that is answered otherwise when it is sent again."""
        for key in keys:
            asked, answer = self.journal.asked[key], self.journal.answers[key]
            line = Line(self.house.ports, asked.guest.token)
            deadline = time.monotonic() + SOON
            reply = None
            while reply is None or reply.status == 503:
                assert time.monotonic() < deadline, f"a repetition gets no answer:\n{self.house.said}"
                with suppress(Dropped):
                    reply = line.send(asked.method, asked.path, asked.body, key=key, server=self.luck.randrange(2))
            line.close()
            self.again += 1
            if reply != answer:
                yield f"{key} was answered {answer.content!r}, and now {reply.content!r}"

    def figures(self) -> str:
        """What happened, in one line."""
        counts = {**self.journal.counts, "refused": len(self.journal.refused), "sent again": self.again}
        told = [f"{number} {what}" for what, number in sorted(counts.items())]
        slow = max(self.recoveries, default=0.0)
        usual = sorted(self.recoveries)[len(self.recoveries) // 2] if self.recoveries else 0.0
        finished = sum(table.finished for table in self.tables)
        return (
            f"{self.kills.total()} kills ({dict(sorted(self.kills.items()))}), {', '.join(told)}, "
            f"{finished} matches played to the end, first acknowledgement after {usual:.2f} s, at most {slow:.2f} s"
        )


@contextmanager
def killing(house: CrashHouse, folder: Path, *, tables: int = 2, seed: str = "kills") -> Iterator[Killing]:
    """Bots at so many tables; at the end every match is finished, unless something has failed."""
    journal = Journal(folder / "acknowledged")
    one = Killing(house, journal, [Table(house, journal, number) for number in range(tables)], Random(seed))
    with ThreadPoolExecutor(tables) as pool:
        one.runs = [pool.submit(table.run) for table in one.tables]
        try:
            yield one
        except BaseException:
            for table in one.tables:
                table.halt.set()
            raise
        finally:
            for table in one.tables:
                table.enough.set()
    for run in one.runs:
        run.result(SOON)
    journal.close()
