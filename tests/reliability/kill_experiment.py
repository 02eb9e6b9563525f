"""Kill a deployment again and again while bots play in it, and check its data after each kill."""

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

from tests.reliability.acknowledgement_journal import AcknowledgementJournal, journal_faults
from tests.reliability.crash_deployment import OPERATION_TIMEOUT_SECONDS, CrashDeployment
from tests.reliability.http_client import ConnectionLost, HttpClient
from tests.reliability.retrying_bots import BotGroup
from tests.reliability.stored_log import read_logs

KillTarget: TypeAlias = Literal["web", "postgres", "both"]


@dataclass(frozen=True, kw_only=True)
class Kill:
    """The target of a kill, at a named point or at any moment."""

    target: KillTarget
    point: str | None = None

    def __str__(self) -> str:
        return f"{self.target} {self.point or 'at random'}"


def kill_and_restart(deployment: CrashDeployment, kill: Kill, rng: Random) -> tuple[Kill, float]:
    """Kill and restart. Return the kill as it happened (maybe no thread reached the point), and the time of its end."""
    if kill.point is None:
        time.sleep(rng.random() * 0.1)
    else:
        deployment.arm_fault(kill.point, "die" if kill.target == "web" else "hold")
        if not deployment.wait_until_reached(kill.point):
            kill = Kill(target=kill.target)
    servers = _choose_servers(kill, rng)
    if kill.target != "web":
        assert deployment.postgres is not None
        deployment.postgres.kill()
    for server in servers:
        deployment.kill_web_server(server)
    if kill.point:
        deployment.release_point(kill.point)
    killed = time.monotonic()
    restarts: list[Callable[[], object]] = [partial(deployment.start_web_server, server) for server in servers]
    if kill.target != "web" and deployment.postgres:
        # The database is restarted first, or last.
        restarts.insert(rng.choice([0, len(restarts)]), deployment.postgres.start)
    for restart in restarts:
        restart()
    deployment.wait_until_ready()
    return kill, killed


def _choose_servers(kill: Kill, rng: Random) -> list[int]:
    match kill.target:
        case "postgres":
            return []
        case "both":
            return [0, 1]
        case "web":
            return [1] if kill.point else rng.choice([[0], [1], [0, 1]])


@dataclass
class KillExperiment:
    """A deployment, its bots and their results."""

    deployment: CrashDeployment
    journal: AcknowledgementJournal
    bot_groups: Sequence[BotGroup]
    rng: Random
    group_runs: list[Future[None]] = field(default_factory=list)
    kill_counts: Counter[str] = field(default_factory=Counter)
    recovery_seconds: list[float] = field(default_factory=list)
    repeated_commands: int = 0
    """Commands that were sent again and got the stored answer."""

    def kill_and_check(self, kill: Kill) -> list[str]:
        """Kill, restart and wait for the next acknowledgement; return all faults."""
        self.wait_for_acknowledgements(self.rng.randint(2, 6))
        actual_kill, killed_at = kill_and_restart(self.deployment, kill, self.rng)
        self.kill_counts[str(actual_kill)] += 1
        self.wait_for_acknowledgements(1)
        self.recovery_seconds.append(time.monotonic() - killed_at)
        return self.find_faults()

    def wait_for_acknowledgements(self, count: int) -> None:
        """Wait for this number of further acknowledgements."""
        deadline, goal = time.monotonic() + OPERATION_TIMEOUT_SECONDS, self.journal.counts["acknowledged"] + count
        while self.journal.counts["acknowledged"] < goal:
            for run in self.group_runs:
                if run.done():
                    run.result()
            assert time.monotonic() < deadline, f"no further acknowledgement arrived:\n{self.deployment.log_text}"
            time.sleep(0.005)

    def find_faults(self) -> list[str]:
        """Return what contradicts the acknowledgements: in the log, the projections or the answers to repeated
        commands."""
        acks, refused = self.journal.read_snapshot()
        faults = journal_faults(self.journal, acks, refused, read_logs(self.deployment.url))
        if not faults:
            self.deployment.manage("rebuild_projections", "--check")
        older_keys = self.rng.sample([key for *_, key in acks], min(3, len(acks)))
        return (
            faults
            + list(self.changed_replies([key for *_, key in acks[-3:]] + older_keys))
            + self.journal.unexpected_replies
        )

    def changed_replies(self, keys: Sequence[str]) -> Iterator[str]:
        """Return each of these commands that is answered differently when it is sent again."""
        for key in keys:
            command, first_reply = self.journal.sent_commands[key], self.journal.replies[key]
            client = HttpClient(self.deployment.ports, command.guest.token)
            deadline = time.monotonic() + OPERATION_TIMEOUT_SECONDS
            reply = None
            while reply is None or reply.status == 503:
                assert time.monotonic() < deadline, f"a repeated command gets no answer:\n{self.deployment.log_text}"
                with suppress(ConnectionLost):
                    reply = client.send(
                        command.method, command.path, command.body, key=key, server=self.rng.randrange(2)
                    )
            client.close()
            self.repeated_commands += 1
            if reply != first_reply:
                yield f"{key} was answered {first_reply.content!r}, and now {reply.content!r}"

    def summary(self) -> str:
        """Return a summary in one line."""
        counts = {
            **self.journal.counts,
            "refused": len(self.journal.refusal_codes),
            "sent again": self.repeated_commands,
        }
        counted = [f"{number} {what}" for what, number in sorted(counts.items())]
        slowest = max(self.recovery_seconds, default=0.0)
        median = sorted(self.recovery_seconds)[len(self.recovery_seconds) // 2] if self.recovery_seconds else 0.0
        finished = sum(table.finished_matches for table in self.bot_groups)
        return (
            f"{self.kill_counts.total()} kills ({dict(sorted(self.kill_counts.items()))}), {', '.join(counted)}, "
            f"{finished} matches played to the end, first acknowledgement after {median:.2f} s, at most {slowest:.2f} s"
        )


@contextmanager
def start_kill_experiment(
    deployment: CrashDeployment, folder: Path, *, group_count: int = 2, seed: str = "kills"
) -> Iterator[KillExperiment]:
    """Start bots in this number of groups; at the end every match is finished, unless something has failed."""
    journal = AcknowledgementJournal(folder / "acknowledged")
    experiment = KillExperiment(
        deployment, journal, [BotGroup(deployment, journal, number) for number in range(group_count)], Random(seed)
    )
    with ThreadPoolExecutor(group_count) as pool:
        experiment.group_runs = [pool.submit(group.run) for group in experiment.bot_groups]
        try:
            yield experiment
        except BaseException:
            for table in experiment.bot_groups:
                table.halt.set()
            raise
        finally:
            for table in experiment.bot_groups:
                table.stop_after_match.set()
    for run in experiment.group_runs:
        run.result(OPERATION_TIMEOUT_SECONDS)
    journal.close()
